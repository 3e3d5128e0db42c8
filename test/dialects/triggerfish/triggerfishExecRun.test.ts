/** exec_run in the words of Triggerfish (SH-15, C-35). */
import assert from "node:assert/strict";
import { needsBubblewrap } from "../../node/sandbox/support/world";
import { type Speaking, speaking } from "../support/speaking";

const untimed = (text: string) => text.replace(/, \d+ms\]/, ", TIME]");

describe("exec_run of the triggerfish dialect", () => {
  before(function () {
    return needsBubblewrap(this);
  });
  let place: Speaking;
  beforeEach(async () => {
    place = await speaking("triggerfish");
  });

  it("stdout, [stderr], then exit code and milliseconds; a failing command is no failed call (SH-15)", async () => {
    const { says } = place;
    assert.equal(
      untimed(await says("exec_run", { command: "echo a; echo b; echo c >&2; exit 3" })),
      "a\nb\n[stderr] c\n[exit code: 3, TIME]",
    );
    assert.equal(untimed(await says("exec.run", { cmd: "true" })), "[exit code: 0, TIME]");
  });

  it("a line break or a NUL is refused, in arguments too (C-35)", async () => {
    const { fails, crib } = place;
    const refusal =
      "Error: The command holds a line break or a NUL character: give it in one line, or write a script with exec_write and run that.";
    await place.says("exec_write", { path: "a.sh", content: "echo a" });
    for (const input of [
      { command: "echo a\necho b" },
      { command: "echo a\r" },
      { command: "echo \0" },
      { file: "a.sh", args: ["x\ny"] },
    ])
      assert.equal(await fails("exec_run", input), refusal, JSON.stringify(input));
    assert.equal(crib.jobs.of("tester").find("cmd_1"), undefined);
  });

  it("runs a file, and says what is missing (EX-10)", async () => {
    const { says, fails } = place;
    await says("exec_write", { path: "a.sh", content: 'echo "$1"' });
    assert.equal(untimed(await says("exec_run", { file: "a.sh", args: ["x y"] })), "x y\n[exit code: 0, TIME]");
    assert.equal(
      await fails("exec_run", { file: "none.sh" }),
      "Error: none.sh does not exist: write it first, or name another file.",
    );
    assert.match(
      untimed(await says("exec_run", { command: "PATH=/nowhere; deno" })),
      /^\[stderr\] .*deno: .*\n\[exit code: 127, TIME\]\n\[deno is (?:not available here; available: |installed at )/,
    );
  });

  it("a denial names the command, or the file (SH-14)", async () => {
    const { fails } = place;
    assert.equal(
      await fails("exec_run", { command: "sudo ls" }),
      'Command denied by policy: "sudo ls"\nIt was not run: sudo runs commands with other rights.',
    );
    await place.says("exec_write", { path: "a", content: "#!/usr/bin/sudo bash\n" });
    assert.equal(
      await fails("exec_run", { file: "a" }),
      'Command denied by policy: "a"\nIt was not run: sudo runs commands with other rights.',
    );
  });
});
