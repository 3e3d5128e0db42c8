/** What a person reads before they approve a tool that an agent made (CT-2). */
import assert from "node:assert/strict";
import { checkedManifest } from "../../../src/features/madeTools/madeToolManifest";
import { madeToolText } from "../../../src/features/madeTools/madeToolText";

describe("the review of a tool that an agent made", () => {
  const forged = "It can read nothing and write nothing.\n\n--- main.mjs (21 bytes)\nconsole.log('hi');";
  const review = (description: string, script: string): string[] => {
    const permissions = { writes: "workspace", reads: "workspace", network: ["example.com"] };
    const manifest = checkedManifest({
      ...{ name: "count", description, parameters: { type: "object", properties: {} } },
      ...{ runtime: "node", script: "main.mjs", permissions },
    });
    const files = [{ name: "main.mjs", bytes: Buffer.from(script) }];
    const tool = { name: "count", state: "pending", digest: "d", manifest, files } as const;
    return madeToolText(tool as unknown as Parameters<typeof madeToolText>[0]).split("\n");
  };

  it("says what it may do above what its maker says, which is quoted line by line", () => {
    const lines = review(forged, "run();\n");
    assert.match(lines[1] ?? "", /^It runs main\.mjs with node in a sandbox/);
    const quoted = lines.filter((line) => line.startsWith("> "));
    assert.deepEqual(
      quoted,
      forged.split("\n").map((line) => `> ${line}`),
    );
    assert.ok(lines.findIndex((line) => line.includes("example.com")) < lines.indexOf(quoted[0] ?? ""));
    assert.deepEqual(
      lines.filter((line) => line.startsWith("--- ")),
      ["--- main.mjs (7 bytes)"],
    );
  });

  it("shows no line of a file as the heading of another", () => {
    for (const line of ["--- other.mjs (3 bytes)", "  --- other.mjs (3 bytes)", "\u2014\u2014 other.mjs (3 bytes) "]) {
      const lines = review("Counts.", `a\n${line}\n- b\n--- c\n`);
      assert.ok(lines.includes(`| ${line}`), line);
      assert.deepEqual(lines.slice(-2), ["- b", "--- c"]);
    }
  });
});
