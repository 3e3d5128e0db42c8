/** The verdict cases, as a harness's own tools ask them: the same verdicts in its words. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Session } from "../../../src/core/session/session";
import type { BuiltInCall } from "../../../src/features/builtInTools/harness";
import { judgeBuiltIn } from "../../../src/features/builtInTools/judgeBuiltIn";
import { type Machine, startMachine } from "../../../src/headless/machine";
import { type Fixture, makeFixture } from "../../policy/support/fixture";
import { rememberedFolders } from "./support";

const rowsOf = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../policy/cases/${name}`, import.meta.url)), "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [id = "", kind = "", input = "", expected = ""] = line.split("\t");
      return { id, kind, input: JSON.parse(input) as string, expected: expected.split("|") };
    });

const rows = [...rowsOf("verdicts.tsv"), ...rowsOf("verdicts-security.tsv")];

const callFor = (kind: string, input: string): Pick<BuiltInCall, "tool" | "input"> => {
  switch (kind) {
    case "command":
      return { tool: "bash", input: { command: input } };
    case "path":
      return { tool: "view", input: { path: input } };
    case "write":
      return { tool: "create", input: { path: input, file_text: "new\n" } };
    default:
      return { tool: "web_fetch", input: { url: input } };
  }
};

describe("verdict cases by a hook", () => {
  const home = process.env.HOME;
  let fixture: Fixture;
  let machine: Machine;
  before(async () => {
    fixture = makeFixture();
    process.env.HOME = fixture.home;
    machine = await startMachine({
      roots: [fixture.root],
      dialect: "standard",
      agent: "copilot-cli",
      // Other agents' workspaces are kept where the state is.
      stateFolder: join(fixture.world, ".agents"),
      settings: { "web.allowedHosts": ["packages.example"] },
    });
  });
  after(async () => {
    await machine.close();
    process.env.HOME = home;
    fixture.remove();
  });

  for (const { id, kind, input, expected } of rows)
    it(`${id} ${kind} ${JSON.stringify(input).slice(0, 80)} is ${expected.join(" or ")}`, async () => {
      const mapped = callFor(kind, kind === "url" ? input : fixture.map(input));
      const call: BuiltInCall = { harness: "copilot-cli", cwd: fixture.root, session: id, ...mapped };
      const judge = {
        crib: machine.crib,
        session: new Session(id),
        ours: machine.toolNames,
        folders: rememberedFolders(),
        terminal: undefined,
      };
      const verdict = await judgeBuiltIn(judge, call, new AbortController().signal);
      const said = verdict.kind === "none" ? "allow" : verdict.kind;
      // The sandbox, which a harness has none of, would show it empty.
      const readsSecrets = verdict.reason.includes("it also reads .env,");
      assert.ok(expected.includes(said) || (readsSecrets && expected.includes("allow")), `${said}: ${verdict.reason}`);
    });
});
