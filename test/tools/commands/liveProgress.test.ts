import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { LiveProgress } from "../../../src/tools/commands/commandOutput";

describe("what a command prints while it runs", () => {
  const show = () => {
    const shown: string[] = [];
    const live = new LiveProgress((line) => shown.push(line));
    return { shown, live, print: (text: string) => live.append(Buffer.from(text)) };
  };

  it("is shown at once, and of a flood the first line and the last", () => {
    const { shown, live, print } = show();
    for (let line = 0; line < 1000; line++) print(`line ${line}\n`);
    assert.deepEqual(shown, ["line 0"]);
    live.end();
    assert.deepEqual(shown, ["line 0", "line 999"]);
  });

  it("is shown later where nothing follows for a while", async () => {
    const { shown, live, print } = show();
    print("starting\n");
    print("listening\n");
    while (shown.length < 2) await pause(10);
    assert.deepEqual(shown, ["starting", "listening"]);
    live.end();
    live.end();
    assert.equal(shown.length, 2);
  });
});
