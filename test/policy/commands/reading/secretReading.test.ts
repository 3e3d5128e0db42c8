/** Commands that read secrets of a folder without naming them, where no sandbox hides them. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { judging } from "../../../features/builtInTools/support";
import { commitAll } from "../../../features/subAgents/support/agentCrib";
import { realCrib } from "../../../support/realCrib";

const files = {
  ".env": "PASS=horse\n",
  ".env.example": "PASS=\n",
  "src/a.ts": "export const a = 1;\n",
  "deploy/server.pem": "key\n",
  "deploy/notes.md": "x\n",
};
const tree = { ...files, "deploy/.aws/credentials": "key\n" };
const bash = { harness: "claude-code" } as const;

describe("secrets that commands read without naming them", function () {
  this.timeout(60_000);

  const asked = async (
    commands: readonly string[],
    world: Record<string, string> = tree,
    change = (_: string) => {},
  ) => {
    const at = await realCrib(world);
    change(at.root);
    const found: string[] = [];
    for (const command of commands) {
      const { judge, session } = judging(at, bash);
      const { kind, reason } = await judge("Bash", { command });
      if (kind === "ask") found.push(command);
      assert.equal(session.taint.level, kind === "ask" ? "RESTRICTED" : "INTERNAL", command);
      if (kind === "ask") assert.match(reason, /may contain secrets|runs through xargs/, `${command}: ${reason}`);
    }
    return found;
  };

  it("are asked about as if they were named", async () => {
    const commands = [
      "grep -rh PASS .",
      "grep -rn PASS",
      "grep -R PASS deploy",
      "grep -d recurse PASS .",
      "cd deploy && grep -r key .",
      "grep -r x */",
      "rg --hidden -uu X",
      "rg -. PASS .",
      "rg -uu x src .",
      "rg key deploy",
      "diff -r src .",
      "diff deploy src",
      "git grep --untracked x",
      "git diff --no-index src .",
      "find . -type f -name '*' -print0 | xargs -0 cat",
      "find . -type f -name '*.p*' -print0 | xargs -0 head -5",
      "find . -type f -name '*.ts' -print0 | xargs -0 grep -r x",
      "grep -r --exclude=.env x .",
      "grep -r --include='.*' x .",
      "rg -g '.env*' x",
    ];
    const git = (root: string) => commitAll(root);
    assert.deepEqual(await asked(commands, tree, git), commands);
  });

  it("are not asked about in a search for one ordinary word, which prints no other lines", async () => {
    const open = [
      'grep -R "Cargo.toml" -n || true',
      "grep -rn handleClick .",
      "rg --hidden parseHeader",
      "grep -rlF x.config.ts",
    ];
    const closed = [
      "grep -rn -C3 handleClick .",
      "grep -rn -v handleClick .",
      "grep -rn 'handle.*' .",
      "grep -rn apiToken .",
      "grep -rn HANDLE_CLICK .",
      "grep -rn -e handleClick -e PASS .",
      "grep -rno handleClick .",
      "rg --hidden --passthru handleClick",
    ];
    assert.deepEqual(await asked([...open, ...closed], tree, commitAll), closed);
  });

  it("are not asked about where the command leaves them out", async () => {
    const { ".env": env, ".env.example": example, "src/a.ts": source } = files;
    const commands = [
      "grep -rn x src",
      "grep PASS .env.example src/a.ts",
      "grep -r --include='*.ts' x .",
      "grep -r --include=*.ts x .",
      "grep -rn --exclude='*.pem' --exclude=.env --exclude-dir=.aws x .",
      "grep -r --exclude-dir=deploy --exclude=.env x .",
      "rg x -g '!deploy'",
      "rg x src",
      "rg -g '*.ts' x",
      "rg --files",
      "diff -rq src deploy",
      "git grep x",
      "git diff",
      "git status -v",
      "find . -type f -name '*.ts' -print0 | xargs -0 grep x",
      "find . -type f -not -path '*/.*' -name 'a*' -print0 | xargs -0 cat",
      "find . -type f -name '*' -print0 | xargs -0 wc -l",
      "ls -R",
    ];
    assert.deepEqual(await asked(commands, files, commitAll), []);
    const options = "--exclude='*.pem' --exclude=.env --exclude-dir=.aws";
    assert.deepEqual(await asked([`grep -r ${options} x .`, "rg x -g '!*.pem'"], tree), []);
    const few = { ".env.example": example, "src/a.ts": source };
    assert.deepEqual(await asked(["grep -r x .", "rg -uuu x", "git grep --untracked x"], few), []);
    assert.deepEqual(await asked(["rg x"], { ".env": env, "src/a.ts": source }), []);
  });

  it("are left to the ignore files that ripgrep heeds in a repository", async () => {
    const ignoring = { "keys/server.pem": "key\n", ".gitignore": "keys/\n*.pem\n", "a.ts": "" };
    const all = ["rg -u x", "rg --no-ignore x"];
    assert.deepEqual(await asked(["rg x", ...all], ignoring, commitAll), all);
    assert.deepEqual(await asked(["rg x"], ignoring), ["rg x"]);
  });

  it("are asked about where git shows what changed in them", async () => {
    const change = (root: string) => {
      commitAll(root);
      writeFileSync(join(root, ".env"), "PASS=battery-staple\n");
    };
    const commands = [
      "git diff",
      "git diff HEAD",
      "git status -vv",
      "git grep -h ''",
      "git diff --stat -p",
      "git -C src diff",
      "cd src && git diff",
      "git diff -- .env src",
    ];
    assert.deepEqual(await asked(commands, tree, change), commands);
    const others = [
      ...["git diff --stat", "git diff --cached", "git status", "git show HEAD", "git log -p", "git grep --cached x"],
      ...["git diff -- src", "git diff -- . ':!.env'", "git diff -- ':!.env'", "cd src && git grep x"],
    ];
    assert.deepEqual(await asked(others, tree, change), []);
  });

  it("are named with the options that leave them out", async () => {
    const at = await realCrib({ ...tree, "deploy/other.pem": "key\n" });
    commitAll(at.root);
    writeFileSync(join(at.root, ".env"), "PASS=battery-staple\n");
    const { judge } = judging(at, bash);
    const reason = async (command: string) => (await judge("Bash", { command })).reason;
    const grep = await reason("grep -rh x .");
    assert.match(grep, /: it also reads .*, which may contain secrets \(.*\); .* avoids that \(Toolcrib\)\.$/);
    const options = /; (.*) avoids that/.exec(grep)?.[1] ?? "";
    assert.deepEqual(options.split(" ").sort(), ["--exclude-dir=.aws", "--exclude='*.pem'", "--exclude=.env"]);
    assert.equal((await judge("Bash", { command: `grep -rh ${options} x .` })).kind, "none");
    assert.match(
      await reason("git diff"),
      /it also reads \.env, which may contain secrets \(\.env\); -- ':!\.env' avoids that/,
    );
    const ripgrep = /; (.*) avoids that/.exec(await reason("rg x"))?.[1];
    assert.equal(ripgrep, "--glob '!*.pem'");
    assert.equal((await judge("Bash", { command: `rg x ${ripgrep}` })).kind, "none");
  });

  it("have been read once a person lets the command run", async () => {
    const off = { settings: { "toolcrib.sandbox": "off" } };
    for (const command of ["grep -rh PASS .", "find . -type f | xargs cat"]) {
      const yes = await realCrib(tree, off);
      assert.match((await yes.call("run_command", { command })).text, /PASS=horse/);
      assert.equal(yes.asked.length, 1, command);
      assert.equal(yes.session.taint.level, "RESTRICTED", command);
    }
    const no = await realCrib(tree, { ...off, confirm: async () => ({ approved: false, by: "person" }) });
    assert.doesNotMatch((await no.call("run_command", { command: "grep -rh PASS ." })).text, /horse/);
    assert.notEqual(no.session.taint.level, "RESTRICTED");
    const levels = async (commands: readonly string[]) => {
      const found = commands.map(async (command) => {
        const { call, session } = await realCrib(files, off);
        await call("run_command", { command });
        return session.taint.level;
      });
      return [...new Set(await Promise.all(found))];
    };
    const reading = [
      ...[
        "find . -name '*.ts' -o -type f | xargs grep x",
        "ls -a | xargs cat",
        "rg -uu x; true",
        "d=deploy; grep -r x $d",
      ],
      ...["find . -not \\( -name '*.ts' -o -name x \\) | xargs cat", "find . -print -name '*.ts' | xargs cat"],
    ];
    assert.deepEqual(await levels(reading), ["RESTRICTED"]);
    const others = [
      ...["find . -name '*.ts' | xargs grep a", "find . \\( -name '*.ts' -o -name '*.md' \\) | xargs cat"],
      ...["find . -type f | xargs wc -l", "ls | xargs cat", "grep -rl a src | xargs cat", "true; rg a src"],
    ];
    assert.deepEqual(await levels(others), ["INTERNAL"]);
    const narrow = await realCrib(files, off);
    await narrow.call("run_command", { command: "grep -rh --include='*.ts' a ." });
    assert.deepEqual([narrow.asked.length, narrow.session.taint.level], [0, "INTERNAL"]);
  });

  it("are asked about where there was no time to look, and where an index cannot be read", async () => {
    const at = await realCrib({ "a.ts": "" });
    commitAll(at.root);
    writeFileSync(join(at.root, ".git", "index"), "DIRC");
    const { judge } = judging(at, bash);
    assert.match(
      (await judge("Bash", { command: "git diff" })).reason,
      /it could not be found out whether it reads files in this folder that may contain secrets/,
    );
    const below = async () => ({ places: [], isUnsure: true as const });
    const { host } = at;
    const slow = await realCrib({}, { host: { fileNames: { others: async () => new Map(), below } } });
    assert.ok(host.fileNames);
    const verdict = await judging(slow, bash).judge("Bash", { command: "grep -r x ." });
    assert.match(verdict.reason, /could not be found out/);
  });
});
