/** What counts as a secret in a text, and what does not (PO-5, PO-9). */
import assert from "node:assert/strict";
import fc from "fast-check";
import { secretDetectors } from "../../../src/policy/secrets/secretDetectors";
import { countRedactionMarks, findSecrets, withoutSecrets } from "../../../src/policy/secrets/secretText";

const alphabet = "aB3xK9mQ7zR2tW5yL8nC4vD6fG1hJ0pS";
/** Letters and digits without an order, so that no real key stands in this file. */
const random = (length: number, shift = 0) =>
  Array.from({ length }, (_, at) => alphabet[(at * 7 + shift + Math.floor(at / 32)) % 32]).join("");
const upper = (length: number) =>
  random(length)
    .toUpperCase()
    .replaceAll(/[0189]/g, "Z");
const hexadecimal = (length: number) =>
  random(length)
    .toLowerCase()
    .replaceAll(/[^0-9a-f]/g, "7");

const pem = (kind: string, lines = 3) =>
  `-----BEGIN ${kind}-----\n${`${random(64)}\n`.repeat(lines)}-----END ${kind}-----`;

/** By the name of the detector: texts with the secret in « », and texts that hold none. */
const examples: Readonly<Record<string, { readonly has: readonly string[]; readonly hasNot: readonly string[] }>> = {
  "private key": {
    has: [
      `x\n«${pem("PRIVATE KEY")}»\ny`,
      `«${pem("RSA PRIVATE KEY")}»`,
      `«${pem("OPENSSH PRIVATE KEY", 30)}»`,
      `«${pem("PGP PRIVATE KEY BLOCK")}»`,
      `{"private_key": "«-----BEGIN PRIVATE KEY-----\\n${random(64)}\\n-----END PRIVATE KEY-----»\\n"}`,
    ],
    hasNot: [pem("CERTIFICATE"), pem("PUBLIC KEY"), 'if (text.includes("-----BEGIN PRIVATE KEY-----")) return;'],
  },
  "AWS access key": { has: [`id = «AKIA${upper(16)}»`], hasNot: ["AKIAIOSFODNN7EXAMPLE", `AKIA${upper(10)}`] },
  "AWS secret key": {
    has: [`aws_secret_access_key = «${random(40)}»`, `"SecretAccessKey": "«${random(40)}»"`],
    hasNot: ["aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "aws_secret_access_key = <yours>"],
  },
  "Google API key": { has: [`«AIza${random(35)}»`], hasNot: [`AIza${random(20)}`, `AIza${random(50)}`] },
  "Google access token": { has: [`«ya29.${random(60)}»`], hasNot: ["ya29.short"] },
  "Azure key": {
    has: [`AccountName=a;AccountKey=«${random(86)}==»;x`, `SharedAccessKey=«${random(43)}=»`],
    hasNot: ["AccountKey=<key>"],
  },
  "Azure client secret": { has: [`«abc8Q~${random(34)}»`], hasNot: ["Q~x", `8Q~${random(10)}`] },
  "GitHub token": {
    has: [`git clone https://«ghp_${random(36)}»@github.com/a/b`, `«github_pat_${random(60)}»`, `«ghs_${random(36)}»`],
    hasNot: ["ghp_short", `ghp_${"x".repeat(36)}`, "const ghp_prefix = 1"],
  },
  "GitLab token": { has: [`«glpat-${random(20)}»`], hasNot: ["glpat-xxxxxxxxxxxxxxxxxxxx", "glpat-short"] },
  "Slack token": { has: [`«xoxb-1${random(20)}»`, `«xapp-1-${random(20)}»`], hasNot: ["xoxb-your-token-goes-here"] },
  "Slack webhook": {
    has: [`https://hooks.slack.com/services/«T${random(9)}/B${random(9)}/${random(24)}»`],
    hasNot: ["https://hooks.slack.com/services/T00/B00/x"],
  },
  "Stripe key": { has: [`«sk_live_${random(24)}»`, `«whsec_${random(32)}»`], hasNot: ["sk_live_...", "task_live_now"] },
  "npm token": { has: [`//registry/:_authToken=«npm_${random(36)}»`], hasNot: ["npm_config_cache=1", "npm_lifecycle"] },
  "PyPI token": { has: [`«pypi-AgE${random(80)}»`], hasNot: ["pypi-package-name"] },
  "Anthropic key": { has: [`«sk-ant-${random(60)}»`], hasNot: ["sk-ant-..."] },
  "OpenAI key": {
    has: [`«sk-proj-${random(48)}»`, `«sk-${random(20)}T3BlbkFJ${random(20)}»`],
    hasNot: ["sk-learn", `risk-${random(48)}`, "sk-proj-your-key-goes-right-here"],
  },
  "Hugging Face token": { has: [`«hf_${"aBcDeFgHiJkLmNoPqRsTuVwXyZaBcDeFgH"}»`], hasNot: ["hf_hub_download"] },
  "SendGrid key": { has: [`«SG.${random(22)}.${random(43)}»`], hasNot: ["SG.short.name"] },
  "Docker Hub token": { has: [`«dckr_pat_${random(27)}»`], hasNot: ["dckr_pat_x"] },
  "DigitalOcean token": { has: [`«dop_v1_${hexadecimal(64)}»`], hasNot: ["api_v1_users"] },
  "Vault token": { has: [`«hvs.${random(30)}»`], hasNot: ["hvs.x"] },
  "age secret key": { has: [`«AGE-SECRET-KEY-1${upper(58)}»`], hasNot: ["AGE-SECRET-KEY-1"] },
  "JSON web token": {
    has: [`«eyJ${random(20)}.eyJ${random(40)}.${random(43)}»`],
    hasNot: [
      "eyJhbGciOiJIUzI1NiJ9",
      "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
    ],
  },
  "password in a URL": {
    has: [`postgres://app:«${random(12)}»@db.internal:5432/x`, "redis://:«hunter2»@cache/0"],
    hasNot: [
      "postgres://user:password@localhost/db",
      ["https://example.org:8080/", "@x"].join(""),
      ["https://u:$", "{PASSWORD}@h/"].join(""),
      "ssh://git@example.org/a.git",
    ],
  },
  "netrc password": {
    has: ["machine h login me password «hunter2»", "machine h\n  login me\n  password «hunter2»"],
    hasNot: ["login or reset password today", "login with password <password>"],
  },
  "authorization header": {
    has: [`Authorization: Bearer «${random(32)}»`, `"authorization": "token «${random(24)}»"`],
    hasNot: ["Authorization: Bearer <token>", "Authorization: Bearer YOUR_ACCESS_TOKEN"],
  },
  "value named like a secret": {
    has: [`const apiKey = "«${random(24)}»";`, `DB_PASSWORD=«${random(20)}»`, `"client_secret": "«${random(24)}»"`],
    hasNot: [
      'const password = "correct horse battery";',
      'token = "next-token-in-the-list"',
      "API_KEY=your-api-key-1234567",
      "const secret = readSecret(name1, name2, value3);",
      'passwordHash: "short1"',
    ],
  },
};

const marked = (text: string) => {
  const start = text.indexOf("«");
  const end = text.indexOf("»") - 1;
  return { text: text.replace(/[«»]/g, ""), start, end };
};

describe("secrets in texts (PO-5)", () => {
  it("have examples for and against, for every kind", () =>
    assert.deepEqual(Object.keys(examples), ["private key", ...secretDetectors.map(({ name }) => name)]));

  for (const [name, { has, hasNot }] of Object.entries(examples)) {
    for (const example of has)
      it(`${name}: ${example.slice(0, 60)}`, () => {
        const { text, start, end } = marked(example);
        assert.deepEqual(
          findSecrets(text).map((found) => ({ name: found.name, start: found.start, end: found.end })),
          [{ name, start, end }],
        );
      });
    for (const example of hasNot)
      it(`no ${name}: ${example.slice(0, 60)}`, () => assert.deepEqual(findSecrets(example), []));
  }

  it("are taken out and nothing else", () => {
    const text = `a ghp_${random(36)} b\n${pem("PRIVATE KEY")}\nc`;
    assert.equal(withoutSecrets(text, findSecrets(text)), "a [redacted: GitHub token] b\n[redacted: private key]\nc");
    assert.equal(countRedactionMarks("[redacted: GitHub token] [redacted: private key] [redacted: x]"), 2);
  });

  it("a key whose end is cut off is one all the same", () =>
    assert.equal(
      withoutSecrets(...both(`x\n-----BEGIN PRIVATE KEY-----\n${random(64)}\n${random(30)}`)),
      "x\n[redacted: private key]",
    ));

  it("any text is looked through without an error, and all but the secrets stays", () => {
    const pieces = Object.values(examples).flatMap(({ has, hasNot }) =>
      [...has, ...hasNot].map((one) => marked(one).text),
    );
    const text = fc.array(fc.oneof(fc.string(), fc.constantFrom(...pieces, "-----BEGIN ", '"', "=", "://", "\n")));
    fc.assert(
      fc.property(text, (parts) => {
        const whole = parts.join(" ");
        const found = findSecrets(whole);
        let from = 0;
        let kept = "";
        for (const { name, start, end } of found) {
          assert.ok(start >= from && end > start && end <= whole.length);
          kept += `${whole.slice(from, start)}[redacted: ${name}]`;
          from = end;
        }
        assert.equal(withoutSecrets(whole, found), kept + whole.slice(from));
      }),
      { numRuns: 300 },
    );
  });

  it("ten megabytes made to be read again and again are read in one go", () => {
    for (const unit of [
      "password=",
      "-----BEGIN PRIVATE KEY-----\n",
      "eyJaaaaaaaaaaaa.",
      "a://b:cccc ",
      'token: "aB3xY9zQ',
    ])
      findSecrets(unit.repeat(Math.ceil(10_000_000 / unit.length)));
  });
});

const both = (text: string) => [text, findSecrets(text)] as const;
