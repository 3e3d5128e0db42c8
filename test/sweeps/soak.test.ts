/** The short form of `npm run soak`. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

describe("a soak of 200 calls", function () {
  this.timeout(300_000);

  it("loses nothing, leaves nothing and holds no more at its end", async function () {
    if (process.platform !== "linux") this.skip();
    const args = ["--import=tsx", "--require=tsx/cjs", "test/soak/index.ts", "--calls", "200", "--seed", "1", "--json"];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    assert.equal(code, 0, err);
    const { calls, steps, held } = JSON.parse(out) as { calls: number; steps: Record<string, number>; held: unknown[] };
    assert.ok(calls >= 200 && held.length === 4, out);
    for (const fault of ["killed command", "killed host", "revoked permissions", "file changed underneath", "reload"])
      assert.ok((steps[`fault: ${fault}`] ?? 0) > 0, `${fault} did not happen: ${out}`);
  });
});
