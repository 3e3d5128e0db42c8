import assert from "node:assert/strict";
import fc from "fast-check";
import { redacted } from "../../../src/policy/secrets/redaction";

const rows: readonly (readonly [text: string, expected: string])[] = [
  ["git clone https://me:hunter2@example.org/x.git", "git clone https://[redacted]@example.org/x.git"],
  ["https://ghp_abc@example.org/", "https://[redacted]@example.org/"],
  ["curl https://example.org/?a=1&access_token=abc&b=2", "curl https://example.org/?a=1&access_token=[redacted]&b=2"],
  ["https://example.org/?key=abc#top", "https://example.org/?key=[redacted]#top"],
  ["https://b.example/x?X-Amz-Signature=abc", "https://b.example/x?X-Amz-Signature=[redacted]"],
  ["mysql --password=hunter2 -e 'select 1'", "mysql --password=[redacted] -e 'select 1'"],
  ["login --token 'a b' now", "login --token [redacted] now"],
  ["tool --api-key abc --verbose", "tool --api-key [redacted] --verbose"],
  ["export API_TOKEN=abc; run", "export API_TOKEN=[redacted]; run"],
  ['DB_PASSWORD="a b" npm start', "DB_PASSWORD=[redacted] npm start"],
  ["curl -H 'Authorization: Bearer abc.def' x", "curl -H 'Authorization: Bearer [redacted]' x"],
  ['curl -H "X-Api-Key: abc" x', 'curl -H "X-Api-Key: [redacted]" x'],
  ["curl -u me:hunter2 https://example.org", "curl -u me:[redacted] https://example.org"],
  ["mysql -h db -u me -phunter2 shop", "mysql -h db -u me -p[redacted] shop"],
  ["mysqldump -p'a b' shop > x", "mysqldump -p[redacted] shop > x"],
  ["sshpass -p hunter2 ssh me@host", "sshpass -p [redacted] ssh me@host"],
  ["sshpass -phunter2 ssh me@host", "sshpass -p[redacted] ssh me@host"],
  ["docker login -u me -p hunter2 r.example", "docker login -u me -p [redacted] r.example"],
  ["redis-cli -h h -a hunter2 ping", "redis-cli -h h -a [redacted] ping"],
  ["ldapsearch -x -w hunter2 -b dc=x", "ldapsearch -x -w [redacted] -b dc=x"],
  ["zip -P hunter2 a.zip a", "zip -P [redacted] a.zip a"],
  // What is no secret stays.
  ["mysql -p shop; mkdir -p build", "mysql -p shop; mkdir -p build"],
  ["ssh -p 22 host && cp -p a b", "ssh -p 22 host && cp -p a b"],
  ["npm test && git log --oneline | head -5", "npm test && git log --oneline | head -5"],
  ["Edit src/token.ts", "Edit src/token.ts"],
  ["grep -rn password src", "grep -rn password src"],
  ["https://example.org/a?page=2", "https://example.org/a?page=2"],
  ["tail -u x", "tail -u x"],
];

describe("redaction of what is put on record (D-18)", () => {
  for (const [text, expected] of rows) it(text, () => assert.equal(redacted(text), expected));

  it("a secret of any letters does not stay, wherever it stands", () => {
    const secret = fc.stringMatching(/^[A-Za-z0-9+/_.-]{12,40}$/);
    fc.assert(
      fc.property(secret, (value) => {
        for (const text of [
          `x --password ${value} y`,
          `S_SECRET=${value}`,
          `https://u:${value.replaceAll("/", "")}@h/`,
        ])
          assert.ok(!redacted(text).includes(value), redacted(text));
      }),
    );
  });

  it("a long text without a secret is read in one go", () => {
    for (const unit of ["a-", "secret", "?a", '--token "', "https://a"]) redacted(unit.repeat(20_000));
  });
});
