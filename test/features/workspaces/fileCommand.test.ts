/** Which runtime runs a file in the agent's workspace, and with which command line (EX-10, EN-2). */
import assert from "node:assert/strict";
import { prepareCall } from "../../../src/core/calls/prepareCall";
import { type RuntimeName, type RuntimeSurvey, runtimeNames } from "../../../src/core/ports/runtimes";
import { stripOptions } from "../../../src/features/workspaces/fileCommand";
import { type CribOptions, realCrib } from "../../support/realCrib";
import { never } from "../../support/repository";
import { plant, type Tree } from "../../support/tempFolder";

const commands: Readonly<Record<RuntimeName, string>> = {
  deno: "deno",
  node: "node",
  python: "python3",
  bash: "bash",
  sh: "sh",
};

/** A machine with these, each with its version after a space. */
const having = (...wanted: string[]): RuntimeSurvey => ({
  found: runtimeNames.flatMap((name) => {
    const one = wanted.find((text) => text.split(" ")[0] === name);
    const version = one?.split(" ")[1];
    return one ? { name, command: commands[name], program: `/bin/${name}`, ...(version && { version }) } : [];
  }),
  broken: [],
});

/** What exec_run would run, or why it would not. */
async function planned(survey: RuntimeSurvey, files: Tree, input: object, options: CribOptions = {}) {
  const apartFrom: (readonly string[])[] = [];
  const runtimes = {
    async survey(apart: readonly string[]) {
      apartFrom.push(apart);
      return survey;
    },
  };
  const { crib, session, root, own: workspace } = await realCrib({}, { ...options, host: { runtimes } });
  plant(workspace, files);
  const prepared = await prepareCall(crib, session, { tool: "exec_run", input, signal: never });
  if (prepared.kind === "failed") return { text: prepared.result.text, apartFrom, root, workspace };
  const [effect] = prepared.plan.effects;
  assert.ok(effect?.kind === "exec");
  return { text: effect.command, apartFrom, root, workspace };
}

const all = having("deno 2.1.0", "node 24.0.0", "python 3.12.1", "bash 5.2.0", "sh");

describe("exec_run of a file (EX-10)", () => {
  const tsx = { "a/node_modules/tsx/package.json": "{}" };
  const venv = { "p/.venv/pyvenv.cfg": "" };
  const cases: readonly [what: string, survey: RuntimeSurvey, files: Tree, file: string, command: string][] = [
    ["TypeScript with deno", all, { "a.ts": "" }, "a.ts", "deno run --allow-all a.ts"],
    ["TypeScript with a node that strips types", having("node 24.0.0"), { "a.mts": "" }, "a.mts", "node a.mts"],
    [
      "TypeScript with a node that is told to",
      having("node 22.7.0"),
      { "a.ts": "" },
      "a.ts",
      "node --experimental-strip-types a.ts",
    ],
    [
      "TypeScript with tsx",
      having("node 20.1.0"),
      { ...tsx, "a/b/c.ts": "" },
      "a/b/c.ts",
      "a/node_modules/.bin/tsx a/b/c.ts",
    ],
    [
      "JSX never with node",
      having("node 24.0.0"),
      { ...tsx, "a/c.tsx": "" },
      "a/c.tsx",
      "a/node_modules/.bin/tsx a/c.tsx",
    ],
    ["JavaScript with node", all, { "a.mjs": "" }, "a.mjs", "node a.mjs"],
    ["JavaScript with deno alone", having("deno 2.1.0"), { "a.cjs": "" }, "a.cjs", "deno run --allow-all a.cjs"],
    ["Python", all, { "a.py": "" }, "a.py", "python3 a.py"],
    ["Python of the nearest .venv", all, { ...venv, "p/q/a.py": "" }, "p/q/a.py", "p/.venv/bin/python p/q/a.py"],
    ["Python beside no .venv", all, { ...venv, "q/a.py": "" }, "q/a.py", "python3 q/a.py"],
    ["shell", all, { "a.sh": "" }, "a.sh", "bash a.sh"],
    ["shell without bash", having("sh"), { "a.bash": "" }, "a.bash", "sh a.bash"],
    ["an ending in capitals", all, { "A.PY": "" }, "A.PY", "python3 A.PY"],
    ["a name like an option", all, { "-e.js": "" }, "-e.js", "node ./-e.js"],
    ["a name with blanks and quotes", all, { "it's a.js": "" }, "it's a.js", "node 'it'\\''s a.js'"],
    ["a #! line before the ending", all, { "a.py": "#!/usr/bin/env node\n" }, "a.py", "node a.py"],
    [
      "a #! line with options",
      all,
      { tool: "#!/usr/bin/env -S deno run --allow-read\n" },
      "tool",
      "deno run --allow-read tool",
    ],
    [
      "a #! line for python",
      all,
      { ...venv, "p/tool": "#! /usr/bin/python3.11 -I\r\n" },
      "p/tool",
      "p/.venv/bin/python -I p/tool",
    ],
    ["a #! line for another program", all, { tool: "#!/usr/bin/perl -w\nx" }, "tool", "/usr/bin/perl -w tool"],
    ["a #! line for a program to be found", all, { tool: "#!/usr/bin/env ruby\n" }, "tool", "ruby tool"],
    ["a #! line for sh", all, { tool: "#!/bin/sh" }, "tool", "sh tool"],
  ];
  for (const [what, survey, files, file, command] of cases)
    it(`runs ${what}: ${command}`, async () => {
      assert.equal((await planned(survey, files, { file })).text, command);
    });

  it("passes every argument as it is, and names the file from the folder it runs in", async () => {
    const files = { "a/x.js": "", "b/y": "" };
    const from = (file: string, cwd: string, args: string[] = []) => planned(all, files, { file, cwd, args });
    assert.equal((await from("a/x.js", "a", ["--n=1", "$HOME", "", "-"])).text, "node x.js '--n=1' '$HOME' '' -");
    const { text, workspace } = await from("a/x.js", "b");
    assert.equal(text, `node ${workspace}/a/x.js`);
  });

  it("looks for runtimes apart from every folder that an agent writes in", async () => {
    const { apartFrom, root, workspace } = await planned(all, { "a.js": "" }, { file: "a.js" });
    const apart = apartFrom.flat();
    for (const folder of [workspace, root]) assert.ok(apart.includes(folder), `${folder} in ${apart}`);
  });

  const here = 'node 20.1.0, bash 5.2.0; python is broken: it says "no"';
  const old: RuntimeSurvey = {
    ...having("node 20.1.0", "bash 5.2.0"),
    broken: [{ name: "python", program: "/bin/python3", problem: 'it says "no"' }],
  };
  const help = "Write it in another language, or install what is missing in your workspace.";
  const failing: readonly [file: string, content: string, text: string][] = [
    [
      "a.ts",
      "",
      `a.ts needs deno, node 22.6 or later, or tsx in node_modules, but only these are available here: ${here}. ${help}`,
    ],
    ["a.py", "", `a.py needs python 3, but only these are available here: ${here}. ${help}`],
    ["a", "#!/usr/bin/env deno\n", `a needs deno, but only these are available here: ${here}. ${help}`],
    [
      "a.txt",
      "",
      "a.txt has no #! line and none of the endings .ts, .mts, .cts, .tsx, .jsx, .js, .mjs, .cjs, .py, .sh, .bash: give a command that runs it.",
    ],
    [
      "a.txt",
      "#!\n",
      "a.txt has no #! line and none of the endings .ts, .mts, .cts, .tsx, .jsx, .js, .mjs, .cjs, .py, .sh, .bash: give a command that runs it.",
    ],
  ];
  for (const [file, content, text] of failing)
    it(`says what is missing for ${file} ${JSON.stringify(content)}`, async () => {
      assert.equal((await planned(old, { [file]: content }, { file })).text, text);
    });

  it("says what is wrong with the call itself", async () => {
    const says = async (input: object) => (await planned(all, { "a/b": "" }, input)).text;
    assert.equal(await says({}), "Neither command nor file was given: give one of them.");
    assert.equal(await says({ command: "ls", file: "a" }), "command and file were both given: give one of them.");
    assert.equal(
      await says({ command: "ls", args: ["-l"] }),
      "args go with file: write the arguments of a command into its line.",
    );
    assert.equal(await says({ file: "none.js" }), "none.js does not exist: write it first, or name another file.");
    assert.equal(await says({ file: "a" }), "a is a folder: name a file to run.");
  });
});

describe("exec_run under a policy that names runtimes (EN-2)", () => {
  const only = (...runtimes: string[]) => ({ managed: JSON.stringify({ version: 1, exec: { runtimes } }) });
  const files = {
    "a.ts": "",
    "a.js": "",
    "a.py": "",
    "a.sh": "",
    ".venv/pyvenv.cfg": "",
    tool: "#!/usr/bin/env python3\n",
  };
  const says = async (file: string, ...runtimes: string[]) =>
    (await planned(all, files, { file }, only(...runtimes))).text;

  it("takes the best of those that are allowed", async () => {
    assert.equal(await says("a.ts", "node"), "node a.ts");
    assert.equal(await says("a.js", "deno"), "deno run --allow-all a.js");
    assert.equal(await says("a.py", "Python"), ".venv/bin/python a.py");
    assert.equal(await says("a.sh", "shell"), "bash a.sh");
    assert.equal(await says("a.sh", "sh"), "sh a.sh");
  });

  it("says which are allowed where none of those will do", async () => {
    const help = "Write it in another language, or install what is missing in your workspace.";
    const kept = "not allowed by the managed policy: deno 2.1.0, python 3.12.1, bash 5.2.0, sh";
    for (const [file, wanted] of [
      ["a.py", "python 3"],
      ["tool", "python3"],
    ] as const)
      assert.equal(
        await says(file, "node"),
        `${file} needs ${wanted}, but only these are available here: node 24.0.0; ${kept}. ${help}`,
      );
  });
});

describe("how node runs TypeScript", () => {
  it("is by its version", () => {
    const by = (version: string) => stripOptions(version)?.join(" ");
    assert.deepEqual(
      ["20.19.0", "22.5.1", "22.6.0", "22.17.9", "22.18.0", "23.0.0", "23.5.0", "23.6.0", "24.0.0", "100.0"].map(by),
      [
        undefined,
        undefined,
        "--experimental-strip-types",
        "--experimental-strip-types",
        "",
        "--experimental-strip-types",
        "--experimental-strip-types",
        "",
        "",
        "",
      ],
    );
  });
});
