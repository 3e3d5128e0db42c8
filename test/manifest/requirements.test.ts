import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => join(folder, path));

describe("the numbers of requirements", () => {
  it("that comments and tests cite are in docs/requirements.md", () => {
    const known = [...readFileSync("docs/requirements.md", "utf8").matchAll(/^- \*\*([\w-]+)\*\*/gm)].map(
      ([, id]) => id,
    );
    const kinds = [...new Set(known.map((id) => id?.replace(/-.*/, "")))].join("|");
    const number = new RegExp(`\\b(?:${kinds})-\\d+b?\\b`, "g");
    const cited = new Set(
      [...filesIn("src"), ...filesIn("test")].flatMap((file) => readFileSync(file, "utf8").match(number) ?? []),
    );
    assert.deepEqual(
      [...cited].filter((id) => !known.includes(id)),
      [],
    );
  });
});
