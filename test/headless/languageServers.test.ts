/** What language servers get of the host that starts them. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadsAtOnce, scriptedServer } from "../node/languageServers/scriptedServer";
import { run, workplace } from "./support/program";

const telling = `${loadsAtOnce}, "textDocument/hover": () => ({ contents: Object.keys(process.env).join(" ") })`;

describe("language servers of the headless host", () => {
  it("get no variable that settings or a managed policy hide from commands", async () => {
    const { root, state } = workplace();
    const [settings, managed] = [join(root, "..", "settings.json"), join(root, "..", "managed.json")];
    const server = { command: [process.execPath, ...scriptedServer(telling)], extensions: [".txt"] };
    const own = { languageServers: { text: server }, "commands.hiddenVariables": ["ALPHA"] };
    writeFileSync(settings, JSON.stringify(own));
    writeFileSync(managed, JSON.stringify({ version: 1, settings: { "commands.hiddenVariables": ["BETA"] } }));
    const hover = JSON.stringify({ path: "a.txt", line: 1, name: "one" });
    const places = ["--root", root, "--state", state, "--settings", settings, "--managed", managed];
    const { out, err } = await run(["call", "hover", hover, ...places], "", { ALPHA: "1", BETA: "2", GAMMA: "3" });
    assert.match(out, /GAMMA/, err);
    assert.doesNotMatch(out, /ALPHA|BETA/);
  }).timeout(60_000);
});
