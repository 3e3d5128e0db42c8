import assert from "node:assert/strict";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RuleContext, TwiceNamed } from "../../../src/core/rules/rule";
import { allow, type Decision } from "../../../src/core/vocabulary/decision";
import type { ExtraAccess } from "../../../src/core/vocabulary/extraAccess";
import { askedForExtra } from "../../../src/policy/commands/extraAccess";
import { confinementOf } from "../../../src/policy/files/confinement";
import { type Fixture, makeFixture } from "../support/fixture";

describe("the question about what a held command was after", () => {
  let fixture: Fixture;
  before(() => {
    fixture = makeFixture();
    writeFileSync(join(fixture.root, "b.pem"), "x");
    symlinkSync("b.pem", join(fixture.root, "link.pem"));
  });
  after(() => fixture.remove());

  const onLayer: Decision = { ...allow("commands.layer", ""), onLayer: "held" };
  const path = (name: string) => join(fixture.root, name);

  async function judge(
    extra: Partial<ExtraAccess>,
    {
      settings = {},
      given = onLayer,
      changes = {},
      more = {},
    }: {
      settings?: Record<string, unknown>;
      given?: Decision;
      changes?: Partial<RuleContext>;
      more?: object;
    } = {},
  ): Promise<Decision> {
    const missed = () => ({ files: [], hosts: [], ...extra });
    const context = fixture.context(settings, { missed, ...changes });
    const effect = {
      kind: "exec",
      command: "npm test",
      cwd: await context.resolve("."),
      timeoutMs: 1,
      ...more,
    } as const;
    return askedForExtra(given, effect, context);
  }

  it("names the file, the host, or both and what that could mean; the command stays held", async () => {
    const file = await judge({ files: [path(".env")] });
    assert.deepEqual(
      [file.kind, file.rule, file.reason, file.onLayer, file.extra],
      [
        "ask",
        "commands.extra",
        "it wants to read .env, which may contain secrets",
        "held",
        { files: [path(".env")], hosts: [] },
      ],
    );
    assert.equal(
      (await judge({ hosts: ["a.example", "b.example:8443"] })).reason,
      "it wants to talk to a.example, b.example:8443",
    );
    assert.equal(
      (await judge({ files: [path(".env")], hosts: ["a.example"] })).reason,
      "it wants to read .env, which may contain secrets, and to talk to a.example, so it could send what it reads there",
    );
  });

  it("is not asked about anything that may not be given", async () => {
    const named = new Map<string, TwiceNamed>([[path("b.pem"), { count: 2 }]]);
    const cases: [Partial<ExtraAccess>, Parameters<typeof judge>[1]?][] = [
      [{ files: [path("link.pem")] }],
      [{ files: [path("file.txt")] }],
      [{ files: [join(fixture.home, ".ssh", "id_rsa")] }],
      [{ files: [join(fixture.world, ".agents", "b", "secret")] }],
      [{ files: [path("b.pem")] }, { changes: { otherNames: async () => named } }],
      [{ hosts: ["169.254.169.254"] }],
      [{ hosts: ["10.0.0.1"] }],
      [{ hosts: ["localhost:80"] }],
      [{ hosts: ["me@a.example"] }, { settings: { "web.deniedHosts": ["a.example"] } }],
      [{ hosts: ["a.example"] }, { settings: { "web.deniedHosts": ["*.example", "a.example"] } }],
    ];
    for (const [extra, options] of cases) assert.deepEqual([extra, await judge(extra, options)], [extra, onLayer]);
    writeFileSync(path(".toolcribignore"), ".env\n");
    assert.equal(await judge({ files: [path(".env")] }), onLayer);
    rmSync(path(".toolcribignore"));
  });

  it("is only of commands that are held, and of hosts only where there is a way to them", async () => {
    const both = { files: [path(".env")], hosts: ["a.example"] };
    for (const given of [
      allow("commands.user", ""),
      allow("commands.worktree", ""),
      { ...onLayer, kind: "deny" } as const,
    ])
      assert.equal(await judge(both, { given }), given);
    for (const more of [{ background: true }, { tty: true }]) assert.equal(await judge(both, { more }), onLayer);
    const reading = await judge(both, { given: { ...allow("commands.readonly", ""), onlyReads: true } });
    assert.deepEqual([reading.onlyReads, reading.extra], [true, { files: [path(".env")], hosts: [] }]);
  });

  it("leaves a held command no host but the given ones, whatever the settings allow", () => {
    const settings = { "web.allowedHosts": ["a.example", "b.example"], "web.deniedHosts": ["d.example"] };
    const extra = { files: [], hosts: ["b.example", "c.example:80", "d.example"] };
    const reachOf = (given?: ExtraAccess) =>
      confinementOf(fixture.context(settings), { onlyReads: true, ...(given && { extra: given }) }).reach;
    const refused = (url: string, given?: ExtraAccess) => reachOf(given).judge(url).refused;
    for (const url of ["https://a.example/", "https://b.example/", "http://c.example/"]) {
      assert.equal(refused(url), "nobody allowed it for this command");
      assert.equal(reachOf().judge(url).mayBeAsked, true);
    }
    assert.equal(refused("https://b.example:443/x", extra), undefined);
    assert.equal(refused("http://c.example/", extra), undefined);
    for (const url of ["http://b.example/", "https://b.example:444/", "https://c.example/", "https://x.b.example/"])
      assert.equal(refused(url, extra), "nobody allowed it for this command");
    assert.equal(refused("https://d.example/", extra), "d.example is denied by a setting");
    assert.equal(refused("https://me@b.example/", extra), "it contains a user name or password");
    for (const url of ["http://169.254.169.254/", "http://10.1.2.3/", "http://localhost/"])
      assert.deepEqual([url, reachOf({ files: [], hosts: ["localhost:80"] }).judge(url).mayBeAsked], [url, undefined]);
    assert.deepEqual([reachOf().isEmpty, reachOf(extra).isEmpty], [true, false]);
    // Outside of the closer hold nothing is given by it.
    assert.equal(confinementOf(fixture.context(), { extra }).extra, undefined);
  });
});
