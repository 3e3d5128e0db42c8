/** Launch configurations are read for what they run, and nothing that an editor would expand gets through. */
import assert from "node:assert/strict";
import { LaunchProblem, launchEntry, launchNames } from "../../../src/lib/launches/launchFile";

const folder = "/ws/shop";
/** What VS Code would put something else in the place of. */
const expanding = (name: string) => `$\{${name}}`;
const one = (configuration: object) =>
  JSON.stringify({ version: "0.2.0", configurations: [{ name: "App", request: "launch", ...configuration }] });
const refused = (configuration: object, because: RegExp) =>
  assert.throws(
    () => launchEntry(one(configuration), "App", folder),
    (error) => error instanceof LaunchProblem && because.test(error.message),
  );

describe("a launch configuration", () => {
  it("is read with comments, its folder put in, and what is not heeded named", () => {
    const text = `{ // mine
      "configurations": [{
        "name": "App", "type": "node", "request": "launch",
        "program": "\${workspaceFolder}/src/a.js", "args": ["--in", "\${workspaceFolderBasename}"],
        "runtimeExecutable": "npm", "runtimeArgs": ["run", "x"], "env": { "A": "1" }, "stopOnEntry": true,
        "console": "integratedTerminal", "preLaunchTask": "build", "envFile": ".env", "linux": { "program": "/bin/sh" },
      }],
    }`;
    assert.deepEqual(launchEntry(text, "App", folder), {
      debugger: "node",
      runtime: "npm",
      program: "/ws/shop/src/a.js",
      runtimeArgs: ["run", "x"],
      args: ["--in", "shop"],
      env: { A: "1" },
      stopOnEntry: true,
      leftOut: ["preLaunchTask", "envFile", "linux"],
    });
    assert.deepEqual(launchNames(text), ["App"]);
  });

  it("of Python names its interpreter or a module", () => {
    const entry = launchEntry(one({ type: "debugpy", module: "app", pythonPath: "/venv/bin/python" }), "App", folder);
    assert.deepEqual([entry.debugger, entry.module, entry.runtime], ["python", "app", "/venv/bin/python"]);
  });

  it("that would run a command of VS Code, ask or read variables is refused, wherever it says so", () => {
    const commanded = expanding("command:workbench.action.terminal.new");
    for (const field of ["program", "cwd", "runtimeExecutable"])
      refused({ type: "node", [field]: commanded }, /has the variable \$\{command:/);
    refused({ type: "node", args: [expanding("input:secret")] }, /args has the variable \$\{input:secret\}/);
    refused({ type: "node", env: { A: expanding("env:TOKEN") } }, /env\.A has the variable/);
    refused({ type: "node", program: `${expanding("workspaceFolder:other")}/a.js` }, /only \$\{workspaceFolder\}/);
    refused({ type: "node", program: "$".concat("{") }, /has the variable/);
  });

  it("that attaches, is of another kind, is not there or is no list of texts is refused", () => {
    refused({ type: "node", request: "attach" }, /only "launch"/);
    refused({ type: "cppdbg" }, /type is "cppdbg"/);
    refused({ type: "node", args: "-a && rm -r ." }, /args must be a list of texts/);
    refused({ type: "node", env: { A: 1 } }, /env\.A must be a text/);
    assert.throws(() => launchEntry(one({ type: "node" }), "B", folder), /no configuration named "B"/);
    assert.throws(() => launchEntry("{}", "App", folder), /no list of configurations/);
    assert.throws(() => launchEntry("nonsense", "App", folder), LaunchProblem);
    const twice = JSON.stringify({ configurations: [{ name: "App" }, { name: "App" }] });
    assert.throws(() => launchEntry(twice, "App", folder), /2 configurations/);
  });
});
