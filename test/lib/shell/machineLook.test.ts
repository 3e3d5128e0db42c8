/** Which commands are about the processes and ports of a machine (D-15). */
import assert from "node:assert/strict";
import { analyse } from "../../../src/lib/shell/analyse";
import { machineLook } from "../../../src/lib/shell/machineLook";

describe("what a command line does with processes and ports", () => {
  const looks: readonly (readonly [string, ReturnType<typeof machineLook>])[] = [
    ["ps aux | grep node", "lists"],
    ["lsof -ti:3000 | xargs kill -9", "lists"],
    ["pgrep -f server", "lists"],
    ["kill %1", "signals"],
    ["pkill node", "signals"],
    ["pkill -F server.pid", "signals"],
    ['pkill -f "node src/app.js"; npm start', "signalsItself"],
    ["/usr/bin/pkill -9 -xf server || true", "signalsItself"],
    ["pkill --full server", "signalsItself"],
    ["echo pkill -f server", undefined],
  ];
  for (const [command, look] of looks)
    it(`${command}: ${look ?? "nothing"}`, () => assert.equal(machineLook(analyse(command).commands), look));
});
