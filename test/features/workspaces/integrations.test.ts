/** integration_create and integration_run: begun from a template, made to work, run on demand (EX-6, EX-7). */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { integrationRuntimes, readIntegration } from "../../../src/features/workspaces/integration";
import { scaffold } from "../../../src/features/workspaces/integrationTemplates";
import { speaking } from "../../dialects/support/speaking";
import type { CribOptions } from "../../support/realCrib";
import { plant } from "../../support/tempFolder";

async function start(options: Omit<CribOptions, "dialect"> = {}) {
  const crib = await speaking("standard", {}, options);
  const own = crib.own;
  const folder = (name: string) => join(own, "integrations", name);
  /** Changes what is in a manifest. */
  const remake = (name: string, changes: object) => {
    const file = join(folder(name), "integration.json");
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), ...changes }));
  };
  return { ...crib, own, folder, remake };
}

const wish = (runtime: string, more = {}) => ({ name: "word-count", description: "Counts words.", runtime, ...more });

/** Whether a program is on this machine. */
function has(program: string): boolean {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const programs = { node: "node", deno: "deno", python: "python3", bash: "bash" } as const;

describe("integration_create (EX-6)", () => {
  const files = {
    node: ["README.md", "index.js", "index.test.js", "integration.json", "package.json"],
    deno: ["README.md", "index.ts", "index_test.ts", "integration.json"],
    python: ["README.md", "integration.json", "main.py", "test_main.py"],
    bash: ["README.md", "integration.json", "main.sh", "test_main.sh"],
  };
  for (const runtime of integrationRuntimes) {
    it(`${runtime}: begins with code, a test, a manifest and a README`, () => {
      const { manifest, files: made } = scaffold({
        ...wish(runtime),
        runtime,
        hosts: ["api.example.org"],
        packages: [],
        secrets: {},
      });
      assert.deepEqual(Object.keys(made).sort(), files[runtime]);
      assert.deepEqual(readIntegration("word-count", Buffer.from(made["integration.json"] as string)), manifest);
      assert.ok(made[manifest.entry] !== undefined);
      assert.match(made["README.md"] as string, /^# word-count\n\nCounts words\.\n\n/);
      assert.match(made["README.md"] as string, /- Hosts: api\.example\.org\n/);
    });

    it(`${runtime}: its test passes as it is, and fails once its code does something else`, async function () {
      if (!has(programs[runtime])) this.skip();
      const { says, folder, asked } = await start();
      await says("integration_create", wish(runtime));
      const test = { name: "word-count", action: "test" };
      assert.match(await says("integration_run", test), /\[exit code: 0, /);
      const { entry } = JSON.parse(readFileSync(join(folder("word-count"), "integration.json"), "utf8"));
      const code = readFileSync(join(folder("word-count"), entry), "utf8");
      writeFileSync(join(folder("word-count"), entry), code.replace("received", "taken"));
      assert.match(await says("integration_run", test), /\[exit code: 1, /);
      assert.deepEqual(asked, []);
    });

    it(`${runtime}: its program gets its arguments as JSON and prints JSON`, async function () {
      if (!has(programs[runtime])) this.skip();
      const { says, call } = await start();
      await says("integration_create", wish(runtime));
      const given = { text: 'ü "quoted" $(id)\n', list: [1, null] };
      const { data } = await call("integration_run", { name: "word-count", arguments: given });
      const { stdout, exitCode } = data as { stdout: string; exitCode: number };
      assert.deepEqual([JSON.parse(stdout), exitCode], [{ received: given }, 0]);
      const bare = await call("integration_run", { name: "word-count" });
      assert.deepEqual(JSON.parse((bare.data as { stdout: string }).stdout), { received: {} });
    });
  }

  it("tells the next steps, and makes the tools for them known (DF-3)", async () => {
    const { says, session } = await start();
    assert.equal(
      await says("integration_create", wish("bash")),
      [
        "Created integrations/word-count with integration.json, README.md, main.sh, test_main.sh. Its test passes as it is.",
        'Next: write what it should do into its test and main.sh; integration_run with name "word-count" and action "test" runs `bash test_main.sh`, with action "run" the program; packages are installed with exec_run in integrations/word-count. To hand it over to the person, save it as a skill.',
      ].join("\n"),
    );
    for (const tool of ["integration_run", "exec_read", "exec_write", "exec_run"])
      assert.ok(session.activations.has(tool), tool);
  });

  it("its files may be changed at once, as whoever made them knows them (D-10)", async () => {
    const { says, own } = await start();
    await says("integration_create", wish("bash"));
    await says("exec_write", { path: "integrations/word-count/main.sh", content: "echo 1\n" });
    const path = join(own, "integrations/word-count/README.md");
    await says("edit_file", { path, old_string: "Counts words.", new_string: "Counts." });
  });

  it("is one change, undone as a whole (D-17)", async () => {
    const { says, crib, own } = await start();
    await says("integration_create", wish("node"));
    await crib.journal.undo();
    assert.deepEqual(readdirSync(join(own, "integrations")), []);
  });

  it("never writes over what is there", async () => {
    const { says, fails, folder } = await start();
    await says("integration_create", wish("bash"));
    writeFileSync(join(folder("word-count"), "main.sh"), "mine");
    assert.equal(
      await fails("integration_create", wish("node")),
      "integrations/word-count already exists: change its files with exec_write or edit_file, or choose another name.",
    );
    assert.equal(existsSync(join(folder("word-count"), "index.js")), false);
    assert.equal(readFileSync(join(folder("word-count"), "main.sh"), "utf8"), "mine");
  });

  it("never writes through a link out of the workspace (HB-1)", async () => {
    const { says, fails, own, outside } = await start();
    await says("exec_run", { command: "true" });
    symlinkSync(join(outside, "new"), join(own, "integrations", "word-count"));
    assert.match(await fails("integration_create", wish("bash")), /^Denied by policy: /);
    assert.deepEqual(readdirSync(outside), []);
  });

  it("refuses names that are no plain folder, and text in which something hides (EX-12)", async () => {
    const { fails, own } = await start();
    for (const name of ["../x", "a/b", "a.b", ".x", "con", "A", "a\u202eb", "a\n", "", "x".repeat(65)])
      assert.match(
        await fails("integration_create", { ...wish("bash"), name }),
        /^integration_create parameter "name" is wrong: /,
        JSON.stringify(name),
      );
    for (const [key, value] of [
      ["description", "a\u200bb"],
      ["description", "two\nlines"],
      ["runtime", "ruby"],
      ["hosts", ["https://x"]],
    ] as const)
      assert.match(
        await fails("integration_create", { ...wish("bash"), [key]: value }),
        new RegExp(`^integration_create parameter "${key}(\\[0\\])?" is wrong: `),
      );
    assert.deepEqual(existsSync(join(own, "integrations")) ? readdirSync(join(own, "integrations")) : [], []);
  });

  it("refuses a runtime that is not here, saying what is (EX-10)", async () => {
    const found = [{ name: "bash", command: "bash", program: "/bin/bash", version: "5.2" }] as const;
    const runtimes = { survey: async () => ({ found, broken: [] }) };
    const { fails, says } = await start({ host: { runtimes } });
    assert.equal(
      await fails("integration_create", wish("deno")),
      'The integration "word-count" needs deno, but only these are available here: bash 5.2. Write it for another runtime, or ask the person to install this one.',
    );
    await says("integration_create", wish("bash"));
  });

  it("refuses a runtime that the managed policy keeps back (EN-2)", async () => {
    const { fails } = await start({ managed: JSON.stringify({ exec: { runtimes: ["python"] } }) });
    assert.match(
      await fails("integration_create", wish("bash")),
      /^The integration "word-count" needs bash, but only these are available here: .*not allowed by the managed policy: .*bash/,
    );
  });
});

describe("integration_run (EX-7)", () => {
  it("goes from red to green (EX-2)", async () => {
    const { says } = await start();
    await says("integration_create", wish("bash"));
    const file = (name: string) => `integrations/word-count/${name}`;
    const test = { name: "word-count", action: "test" };
    await says("exec_write", {
      path: file("test_main.sh"),
      content:
        'source ./main.sh\n[[ $(run "a b c") == 3 ]] || { echo "expected 3, got $(run "a b c")" >&2; exit 1; }\n',
    });
    assert.match(await says("integration_run", test), /^\[stderr\] expected 3, got .*\n\[exit code: 1, /);
    await says("exec_write", { path: file("main.sh"), content: 'run() { wc -w <<<"$1"; }\n' });
    assert.match(await says("integration_run", test), /\[exit code: 0, /);
  });

  it("runs in its folder, held to the workspace by the sandbox", async () => {
    const { says, call, folder, root } = await start();
    writeFileSync(join(root, "secret.txt"), "theirs");
    await says("integration_create", wish("bash"));
    const code = `pwd\ncat ${join(root, "secret.txt")} || true\n`;
    await says("exec_write", { path: "integrations/word-count/main.sh", content: code });
    const { data } = await call("integration_run", { name: "word-count" });
    const { stdout, sandbox } = data as { stdout: string; sandbox: string };
    assert.notEqual(sandbox, "none");
    assert.equal(stdout, `${folder("word-count")}\n`);
  });

  it("takes a Python from the folder's own environment first (EX-10)", async function () {
    if (!has("python3")) this.skip();
    const { says, call, folder } = await start();
    await says("integration_create", wish("python"));
    execFileSync("python3", ["-m", "venv", "--without-pip", join(folder("word-count"), ".venv")]);
    await says("exec_write", {
      path: "integrations/word-count/main.py",
      content: "import sys\nprint(sys.prefix != sys.base_prefix)\n",
    });
    const { data, text } = await call("integration_run", { name: "word-count" });
    assert.equal((data as { stdout: string }).stdout, "True\n", text);
  });

  it("is judged like any command: asked about without a sandbox, denied what is denied", async () => {
    const off = await start({
      settings: { "toolcrib.sandbox": "off" },
      confirm: async () => ({ approved: false, by: "person" }),
    });
    await off.says("integration_create", wish("bash"));
    assert.match(
      await off.fails("integration_run", { name: "word-count" }),
      /^The person declined this: Run the integration word-count\./,
    );
    const { says, fails, remake } = await start();
    await says("integration_create", wish("bash"));
    remake("word-count", { test: "sudo id" });
    assert.match(await fails("integration_run", { name: "word-count", action: "test" }), /^Denied by policy: /);
  });

  it("says of a run that failed which hosts it needs", async () => {
    const { says } = await start();
    await says("integration_create", wish("bash", { hosts: ["api.example.org"] }));
    const note = "[Its integration.json names api.example.org: it reaches them once the person has allowed that.]";
    assert.ok(!(await says("integration_run", { name: "word-count" })).includes(note));
    await says("exec_write", { path: "integrations/word-count/main.sh", content: "exit 3\n" });
    const failed = await says("integration_run", { name: "word-count" });
    assert.match(failed, /\[exit code: 3, /);
    assert.ok(failed.endsWith(note), failed);
  });

  it("says what is wrong with a manifest, and runs nothing", async () => {
    const { says, fails, folder, remake } = await start();
    const run = { name: "word-count" };
    assert.equal(
      await fails("integration_run", run),
      'There is no integration "word-count", as integrations/word-count/integration.json does not exist: list integrations with exec_ls, or make it with integration_create.',
    );
    await says("integration_create", wish("bash"));
    remake("word-count", { entry: "gone.sh" });
    assert.equal(
      await fails("integration_run", run),
      'The integration "word-count" cannot be run, because the file gone.sh that its integration.json names is not in its folder: fix the files in integrations/word-count.',
    );
    remake("word-count", { entry: "../x.sh" });
    assert.match(
      await fails("integration_run", run),
      /^The integration "word-count" cannot be run, because in its integration\.json "entry" is wrong: expected the path of a file in its folder, .*: fix the files in integrations\/word-count\.$/,
    );
    remake("word-count", { entry: "main.sh", name: "other" });
    assert.match(
      await fails("integration_run", run),
      /because its integration\.json has the name "other", but its folder is "word-count": /,
    );
    const file = join(folder("word-count"), "integration.json");
    writeFileSync(file, "{");
    assert.match(await fails("integration_run", run), /because in its integration\.json it is not JSON in UTF-8 /);
    writeFileSync(file, "x".repeat(300_000));
    assert.match(
      await fails("integration_run", run),
      /because its integration\.json is 300000 bytes; the limit is 262144: /,
    );
    rmSync(file);
    mkdirSync(file);
    assert.match(await fails("integration_run", run), /because its integration\.json is not a file: /);
  });

  it("follows no link out of the workspace, to a manifest or to a program (HB-1)", async () => {
    const { says, fails, folder, outside } = await start();
    await says("integration_create", wish("bash"));
    plant(outside, { "evil.sh": "echo evil\n", "integration.json": "{}" });
    rmSync(join(folder("word-count"), "main.sh"));
    symlinkSync(join(outside, "evil.sh"), join(folder("word-count"), "main.sh"));
    assert.match(
      await fails("integration_run", { name: "word-count" }),
      /^Denied by policy: .* is outside the workspace/,
    );
    rmSync(join(folder("word-count"), "integration.json"));
    symlinkSync(join(outside, "integration.json"), join(folder("word-count"), "integration.json"));
    assert.match(
      await fails("integration_run", { name: "word-count" }),
      /^Denied by policy: .* is outside the workspace/,
    );
  });

  it("stops at its time limit", async () => {
    const { says, fails } = await start();
    await says("integration_create", wish("bash"));
    await says("exec_write", { path: "integrations/word-count/main.sh", content: "sleep 60\n" });
    assert.match(await fails("integration_run", { name: "word-count", timeout_ms: 300 }), /timed out after 300 ms/);
  });
});
