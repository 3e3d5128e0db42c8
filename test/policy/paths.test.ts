/** Protected and secret files, and what makes a change to a package.json one of them (D-7, D-13). */
import assert from "node:assert/strict";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { protectedNames, protectedPathRule } from "../../src/policy/files/protectedPaths";
import { secretGlobs, secretPathRule, secretPattern, secretPatterns } from "../../src/policy/files/secretPaths";
import { matchesGlob } from "../../src/policy/matching/globPattern";
import { type Fixture, makeFixture } from "./support/fixture";

const bytes = (text: string | undefined) => (text === undefined ? undefined : new TextEncoder().encode(text));

describe("protected and secret paths", () => {
  let fixture: Fixture;
  before(() => {
    fixture = makeFixture();
    symlinkSync(join(".git", "config"), join(fixture.root, "innocent"));
    mkdirSync(join(fixture.root, "plain"));
    symlinkSync("plain", join(fixture.root, ".idea"));
  });
  after(() => fixture.remove());

  const write = async (path: string, settings = {}, before?: string, after: string | undefined = "x") => {
    const context = fixture.context(settings);
    const target = await context.resolve(path);
    const decision = await protectedPathRule.judge(
      { kind: "write", target, before: bytes(before), after: bytes(after) },
      context,
    );
    return decision && `${decision.kind}${decision.always ? " always" : ""}`;
  };

  describe("protected (D-7)", () => {
    for (const path of [
      ".git/config",
      ".git",
      ".GIT/hooks/x",
      "sub/repo/.git/config",
      ".g\u0131t/config",
      ".g\u200cit/config",
      ".git./config",
      ".git /config",
      ".git::$INDEX_ALLOCATION/config",
      "GIT~1/config",
      "\uff0egit/config",
      ".\u0441laude/settings.json",
      ".vscode/tasks.json",
      ".VSCode/settings.json",
      ".github/workflows/ci.yml",
      ".idea/x.xml",
      ".devcontainer/devcontainer.json",
      ".env",
      ".env.production",
      "sub/.envrc",
      "AGENTS.md",
      "docs/claude.md",
      ".mcp.json",
      ".cursor/rules/a.mdc",
      ".claude/settings.json",
      ".bashrc",
      ".zshenv",
      ".gitattributes",
      ".gitmodules",
      ".ripgreprc",
      ".npmrc",
      "a.code-workspace",
      ...[
        ".devcontainer.json",
        "sub/.devcontainer.json",
        ".helix/languages.toml",
        "a.sublime-project",
        ".gitpod.Dockerfile",
      ],
      ...[
        "lefthook.toml",
        ".lefthook.json",
        "lefthook-local.yaml",
        ".lintstagedrc.json",
        ".huskyrc.js",
        ".jj/repo/config.toml",
      ],
      ...[
        ".gitlab-ci.yml",
        "ci/build.gitlab-ci.yml",
        ".gitea/workflows/a.yml",
        "bitbucket-pipelines.yml",
        ".drone.yaml",
      ],
      ...["azure-pipelines.yml", "azure-pipelines-nightly.yml", "mise.toml", "mise.local.toml", ".mise.ci.toml"],
      ...[
        "AGENTS.override.md",
        "opencode.jsonc",
        ".aiexclude",
        ".Renviron",
        ".RData",
        ".dir-locals.el",
        ".dir-locals-2.el",
      ],
      "node_modules/x/index.js",
      "innocent",
      "src/a.ts::$DATA",
      "src/a.ts ",
    ])
      it(JSON.stringify(path), async () => assert.equal(await write(path), "ask always"));
    for (const path of [
      "src/a.ts",
      "README.md",
      "git/config",
      "environment.ts",
      "src/git",
      ".gitignore",
      "tsconfig.json",
      "devcontainer.ts",
      "lefthook/a.ts",
      "src/mise.ts",
      "azure-pipelines.md",
      "caf\u00e9.ts",
      "x~y.ts",
    ])
      it(`not ${path}`, async () => assert.equal(await write(path), undefined));

    it("follows the setting, which only adds (D-7)", async () => {
      const settings = { protectedPaths: ["*.lock", "infra/**/prod.{yml,yaml}", "/deploy/"] };
      assert.deepEqual(
        [
          await write("yarn.lock", settings),
          await write("a/B.LOCK", settings),
          await write("infra/x/prod.yaml", settings),
          await write("deploy/a/b", settings),
          await write("x/deploy", settings),
          await write("infra/x/dev.yaml", settings),
          await write(".git/config", settings),
        ],
        ["ask always", "ask always", "ask always", "ask always", "ask always", undefined, "ask always"],
      );
    });

    it("are written in lower case, so that folded names match", () => {
      assert.deepEqual(
        protectedNames.filter((name) => name !== name.toLowerCase()),
        [],
      );
    });

    const scripts = (text: string) => `{"name":"a","scripts":${text}}`;
    const changes: readonly (readonly [string | undefined, string | undefined, string | undefined])[] = [
      [scripts('{"a":"1"}'), scripts('{"a":"2"}'), "ask always"],
      [scripts('{"a":"1"}'), scripts('{"a":"1","b":"2"}'), "ask always"],
      [scripts('{"a":"1"}'), '{"name":"a"}', "ask always"],
      [undefined, scripts('{"a":"1"}'), "ask always"],
      [scripts('{"a":"1"}'), undefined, "ask always"],
      [scripts('{"a":"1"}'), "not json", "ask always"],
      ["not json", '{"name":"a"}', "ask always"],
      [scripts('{"a":"1","b":"2"}'), '{"version":"2","scripts":{"b":"2","a":"1"}}', undefined],
      ['{"name":"a"}', '{"name":"b"}', undefined],
      [undefined, '{"name":"b"}', undefined],
      ['{"name":"a"}', undefined, undefined],
    ];
    for (const [before, after, expected] of changes)
      it(`package.json from ${before} to ${after} is ${expected}`, async () => {
        const context = fixture.context();
        for (const path of ["package.json", "sub/Package.JSON"]) {
          const target = await context.resolve(path);
          const decision = await protectedPathRule.judge(
            { kind: "write", target, before: bytes(before), after: bytes(after) },
            context,
          );
          assert.equal(decision && `${decision.kind}${decision.always ? " always" : ""}`, expected);
        }
      });
  });

  describe("secret (D-13)", () => {
    const read = async (path: string, settings = {}) => {
      const context = fixture.context(settings);
      return (await secretPathRule.judge({ kind: "read", target: await context.resolve(fixture.map(path)) }, context))
        ?.kind;
    };
    for (const path of [
      ".env",
      "sub/.ENV",
      ".env.local",
      "certs/server.pem",
      "a.key",
      "id_rsa",
      "x/id_ed25519",
      ".ssh/config",
      ".aws/credentials",
      ".netrc",
      ".npmrc",
      ".git-credentials",
      "/home/u/.ssh/id_rsa",
      "terraform.tfstate",
      "config/secrets.yml",
    ])
      it(path, async () => assert.equal(await read(path), "ask"));
    for (const path of [
      "src/a.ts",
      ".env.example",
      ".env.sample",
      "id_rsa.pub",
      "keys.ts",
      "environment",
      "key",
      "ssh/config",
    ])
      it(`not ${path}`, async () => assert.equal(await read(path), undefined));
    it("follows the setting", async () => {
      assert.deepEqual(
        [
          await read("vault/x.json", { secretPaths: ["vault/"] }),
          await read("x/y.secret", { secretPaths: ["*.secret"] }),
          await read("x/y", { secretPaths: ["*.secret"] }),
        ],
        ["ask", "ask", undefined],
      );
    });
    it("gives searches globs that match what it asks about", () => {
      const globs = secretGlobs({ secretPaths: ["vault/*.json"] });
      for (const path of [".env", "a/b/.env.local", "a/x.pem", ".ssh/id_rsa", "vault/a.json", "x/.aws/credentials"])
        assert.ok(
          globs.some((glob) => matchesGlob(glob, path)),
          path,
        );
      assert.equal(globs.length, 2 * (secretPatterns.length + 1));
    });

    it("are told anew of the same file under other settings, and to the agent that it belongs to", async () => {
      const target = await fixture.context().resolve("notes/plan.txt");
      const verdicts = [fixture.context(), fixture.context({ secretPaths: ["notes/**"] }), fixture.context()].map(
        (context) => secretPattern(target, context),
      );
      assert.deepEqual(verdicts, [undefined, "notes/**", undefined]);
      const key = await fixture.context().resolve("plain/server.pem");
      const own = { ...fixture.context(), ownWorkspace: join(fixture.root, "plain") };
      assert.deepEqual([secretPattern(key, fixture.context()), secretPattern(key, own)], ["*.pem", undefined]);
    });
  });
});
