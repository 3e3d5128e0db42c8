import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

describe("messages to the person", () => {
  it("go through the one place that makes no links of what models and servers write", () => {
    const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
    const asking = files.filter((path) =>
      /window\.show(?:Information|Warning|Error)Message/.test(readFileSync(join("src", path), "utf8")),
    );
    assert.deepEqual(asking, [join("vscode", "ui", "notifications.ts")]);
  });
});
