/** What an agent has read is known to its next process, until a person resets it (PO-6). */
import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run, workplace } from "./support/program";

const place = ({ root, state } = workplace(), given = state) => {
  writeFileSync(join(root, ".env"), "A=b\n");
  const at = ["--root", root, "--state", given];
  return {
    state,
    call: async (tool: string, input: object, ...more: string[]) => {
      const { out, err } = await run(["call", tool, JSON.stringify(input), ...at, "--approve", "all", ...more]);
      return (JSON.parse(out || JSON.stringify({ text: err })) as { text: string }).text;
    },
    taint: async (...more: string[]) => {
      const { out, err, code } = await run(["taint", ...more, ...at]);
      return {
        code,
        err,
        lines: out
          .trimEnd()
          .split("\n")
          .map((line) => line.replace(/^\d{4}-\S+Z/, "TIME")),
      };
    },
  };
};

const chat = ["--agent", "chat/mcp"];

const send = { command: "curl https://host.invalid/", outside_sandbox: true };

describe("toolcrib taint (PO-6, PO-7)", () => {
  it("of a window's chats counts for the server of the window, which keeps its other state elsewhere", async () => {
    const windows = workplace();
    const window = place(windows, windows.state);
    await window.call("read_file", { path: ".env" }, "--agent", "chat");
    const server = place(windows, join(windows.state, "..", "server"));
    assert.deepEqual((await server.taint("show", ...chat)).lines, ["chat/mcp: PUBLIC"]);
    const shared = await server.taint("show", ...chat, "--session-state", windows.state);
    assert.equal(shared.lines[0], "chat/mcp: RESTRICTED");
  });

  it("holds from call to call of an agent, is shown, and ends with a reset", async () => {
    const { call, taint, state } = place();
    await call("read_file", { path: "a.txt" }, "--agent", "other");
    await call("read_file", { path: ".env" });
    assert.match(
      await call("run_command", send),
      /^Denied by policy: it would send RESTRICTED data \(\.env\) to host\.invalid/,
    );
    assert.doesNotMatch(await call("run_command", send, "--agent", "other"), /^Denied/);
    assert.match(await call("run_command", send, "--agent", "new"), /^Denied by policy: it would send RESTRICTED data/);
    const elsewhere = place(workplace(), state);
    assert.doesNotMatch(await elsewhere.call("run_command", send), /^Denied/);
    assert.match((await elsewhere.taint("show")).lines.join("\n"), /^headless: INTERNAL\n(?!.*\.env)/);
    assert.deepEqual((await taint("show")).lines, [
      "headless: RESTRICTED",
      "TIME  RESTRICTED  .env: it may contain secrets (.env)",
    ]);
    assert.deepEqual((await taint("reset")).lines, ["headless: RESTRICTED was reset to PUBLIC."]);
    assert.deepEqual((await taint("show")).lines, ["headless: PUBLIC"]);
    assert.doesNotMatch(await call("run_command", send), /^Denied/);
  });

  it("counts a session that cannot be read as the most confidential", async () => {
    const { call, taint, state } = place();
    await call("read_file", { path: "a.txt" });
    const sessions = join(state, "sessions");
    for (const name of readdirSync(sessions)) writeFileSync(join(sessions, name), "{");
    assert.deepEqual((await taint("show")).lines, [
      "headless: RESTRICTED",
      "TIME  RESTRICTED  an earlier session: its record cannot be read",
    ]);
  });

  it("says what it can be asked", async () => {
    const { code, err } = await place().taint("wash");
    assert.equal(code, 2);
    assert.equal(err, 'toolcrib: "taint wash" is not a command: use taint show or taint reset.\n');
  });
});
