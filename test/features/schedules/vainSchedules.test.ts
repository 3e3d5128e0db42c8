/** What agents are refused before a person looks at it, because no run of it could begin (EX-9). */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Schedule } from "../../../src/features/schedules/schedules";
import { scheduleReviewText } from "../../../src/features/schedules/scheduleText";
import { morning, scheduled } from "../workspaces/support/scheduled";

describe("proposing schedules that could never run (EX-9)", () => {
  const vain: readonly [what: string, settings: Record<string, unknown>, input: object, message: RegExp][] = [
    ["without a sandbox", { "toolcrib.sandbox": "off" }, {}, /because the setting toolcrib\.sandbox is off/],
    ["a denied command", {}, { command: "sudo rm -rf /" }, /because .*: /],
    [
      "a denied host",
      { "toolcrib.web.deniedHosts": ["evil.example"] },
      { network: ["evil.example"] },
      /because evil\.example is denied by a setting/,
    ],
    [
      "a time limit that no command may have",
      { "toolcrib.limits": { commandTimeoutMs: 60_000 } },
      { timeout_ms: 61_000 },
      /because timeout_ms 61000 exceeds the maximum of 60000/,
    ],
  ];
  for (const [what, settings, input, message] of vain)
    it(`refuses at once what could never run: ${what}`, async () => {
      const { call, own } = await scheduled({ settings });
      const wish = { name: "report", command: "true", timeout_ms: 1000, ...input };
      const { text, isError } = await call("schedule_create", wish);
      assert.equal(isError, true);
      assert.match(text, /^The schedule would never run, /);
      assert.match(text, message);
      assert.equal(existsSync(join(own.folder, "schedules")), false);
    });

  const manifest = (more: object) =>
    JSON.stringify({ name: "r", description: "d", runtime: "python", entry: "main.py", test: "true", ...more });
  const python = { "main.py": "pass\n" };
  const vainFiles: readonly [what: string, files: Record<string, string>, command: string, message: RegExp][] = [
    [
      "more files than a person reads",
      Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`f${at}.py`, ""])),
      "python3 f1.py",
      /because its files cannot be approved \(it has more than 50 files\): fix that first\.$/,
    ],
    [
      "a name that hides something",
      { "a b.py": "" },
      "true",
      /because its files cannot be approved \("a b\.py" is not a plain name\): fix that first/,
    ],
    [
      "packages without a manifest",
      { ...python, "requirements.txt": "requests==2.0\n" },
      "python3 main.py",
      /because requirements\.txt names packages, but no integration\.json beside it lists "pip" under packages/,
    ],
    [
      "packages that the manifest does not name",
      {
        ...python,
        "integration.json": manifest({ packages: ["pip"] }),
        "package-lock.json": JSON.stringify({ packages: { "": {}, "node_modules/x": {} } }),
      },
      "python3 main.py",
      /because package-lock\.json names packages, but no integration\.json beside it lists "npm" under packages/,
    ],
    [
      "packages that Deno cannot fetch",
      { "main.ts": "", "deno.lock": JSON.stringify({ version: "5", specifiers: { "npm:x@1": "1.0.0" } }) },
      "bash run.sh",
      /because deno\.lock names packages, but no integration\.json beside it lists "deno" under packages to install them/,
    ],
    [
      "a .venv that no run has",
      python,
      ".venv/bin/python main.py",
      /because a run gets a \.venv only if its files include a requirements\.txt or requirements\.lock/,
    ],
    [
      "a file that is missing",
      python,
      "python3 gone.py --all",
      /because there is no gone\.py in integrations\/r, where/,
    ],
  ];
  for (const [what, files, command, message] of vainFiles)
    it(`refuses at once files that could never run: ${what}`, async () => {
      const { call, own, write } = await scheduled();
      for (const [name, text] of Object.entries(files)) write(`integrations/r/${name}`, text);
      const wish = { name: "report", command, files: "integrations/r" };
      const { text, isError } = await call("schedule_create", wish);
      assert.equal(isError, true, text);
      assert.match(text, /^The schedule would never run, /);
      assert.match(text, message);
      assert.equal(existsSync(join(own.folder, "schedules")), false);
    });

  it("refuses at once a file in the empty folder of a run without files, and a runtime that is not here", async () => {
    const survey = async () => ({ found: [], broken: [] });
    const { call } = await scheduled({ host: { runtimes: { survey } } });
    assert.match(
      (await call("schedule_create", { name: "report", command: "bash main.sh" })).text,
      /because it runs in an empty folder, which has no main\.sh: give the folder that contains it as files\.$/,
    );
    assert.match(
      (await call("schedule_create", { name: "report", command: "python3 -c 'print(1)'" })).text,
      /because it needs python, and only these are available here: none: use one of those\.$/,
    );
  });

  const plausible: readonly [files: Record<string, string>, command: string][] = [
    [{ ...python, "requirements.txt": "# none\n-r base.txt\n./lib\nlib-1.0-py3-none-any.whl\n" }, "python3 -m main"],
    [{ "package-lock.json": JSON.stringify({ packages: { "": { name: "r" } } }), "a.js": "" }, "node a"],
    [{ "deno.lock": JSON.stringify({ version: "5" }), "pnpm-lock.yaml": "x" }, "true"],
    [{ "pkg/__main__.py": "" }, "python3 pkg && bash state/next.sh"],
    [{ ".npmrc": "registry=https://packages.example/\n", ".python-version": "3.12\n" }, "node -e 1"],
    [
      { ...python, ".hypothesis/x/y/z/deep/er": "", ".git/HEAD": "", ".tox/a b": "" },
      "bash -c 'python3 gone.py || true'",
    ],
  ];
  for (const [files, command] of plausible)
    it(`lets be proposed what may run: ${command}`, async () => {
      const { call, write, crib } = await scheduled();
      for (const [name, text] of Object.entries(files)) write(`integrations/r/${name}`, text);
      const { text, isError } = await call("schedule_create", { name: "report", command, files: "integrations/r" });
      assert.equal(isError, false, text);
      const kept = Object.keys(files).filter((name) => !/^\.(?:hypothesis|git|tox)\//.test(name));
      const [schedule] = crib.schedules.all();
      assert.deepEqual([schedule?.state, schedule?.files.map(({ name }) => name)], ["pending", kept.sort()]);
    });

  it("tells the agent and the person of packages that no run installs, and by what it would", async () => {
    const { call, write, crib } = await scheduled();
    write("integrations/r/main.py", "pass\n");
    write("integrations/r/uv.lock", "version = 1\n");
    const wish = { name: "report", command: "python3 main.py", files: "integrations/r" };
    const told =
      "Runs install nothing from uv.lock: they get packages from package-lock.json, requirements.lock, requirements.txt, deno.lock.";
    assert.ok((await call("schedule_create", wish)).text.endsWith(` ${told}`));
    const review = () => scheduleReviewText(crib.schedules.all()[0] as Schedule, crib.schedules.times, morning);
    assert.ok(review().includes(`\n${told}\n`));
    write("integrations/r/requirements.txt", "requests==2.0\n");
    await crib.schedules.refresh();
    assert.ok(
      review().includes(
        '\nNo run will succeed, because requirements.txt names packages, but no integration.json beside it lists "pip" under packages to install them.\n',
      ),
    );
    write("integrations/r/integration.json", manifest({ packages: ["pip"] }));
    await crib.schedules.refresh();
    assert.ok(review().includes("\nIts packages are installed from pip, by requirements.txt.\n"), review());
  });
});
