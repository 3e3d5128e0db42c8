/** The protocol of language servers waits for the first question about code, though servers are configured. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import { bundled } from "../../support/bundled";
import { tempFolder } from "../../support/tempFolder";
import { loadsAtOnce, scriptedServer } from "./scriptedServer";

/** Whether a process that made these calls has loaded it, after each. */
function loadedAfter(...calls: readonly { readonly tool: string; readonly input: object }[]): boolean[] {
  const folder = tempFolder({ "a.x": "a\n" });
  const server = { command: [process.execPath, ...scriptedServer(loadsAtOnce)], extensions: [".x"] };
  const options = {
    ...{ roots: [folder], dialect: "standard", agent: "tester", stateFolder: join(folder, "state") },
    settings: { languageServers: { x: server } },
  };
  const program = `
    import { startMachine } from ${JSON.stringify(resolve("src/headless/machine.ts"))};
    import { executeCall } from ${JSON.stringify(resolve("src/core/calls/executeCall.ts"))};
    startMachine(${JSON.stringify(options)}).then(async ({ crib, session, close }) => {
      const loaded = [];
      for (const call of ${JSON.stringify(calls)}) {
        const { isError, text } = await executeCall(crib, session, { ...call, signal: new AbortController().signal }, () => {});
        if (isError) throw new Error(text);
        loaded.push(Object.keys(require.cache).some((path) => /vscode-(jsonrpc|languageserver)/.test(path)));
      }
      await close();
      console.log(JSON.stringify(loaded));
    });`;
  const file = bundled(join(tempFolder({ "program.ts": program }), "program.ts"), "external");
  const env = { ...process.env, NODE_PATH: resolve("node_modules") };
  return JSON.parse(execFileSync(process.execPath, [file], { encoding: "utf8", env })) as boolean[];
}

describe("the protocol of language servers", () => {
  it("is loaded for the first question about code, and not before", () => {
    const calls = [
      { tool: "read_file", input: { path: "a.x" } },
      { tool: "find_symbol", input: { path: "a.x" } },
    ];
    assert.deepEqual(loadedAfter(...calls), [false, true]);
  });
});
