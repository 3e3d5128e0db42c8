import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { needsBubblewrap } from "./support/world";

describe("the sandbox of an ordinary user (D-15)", function () {
  this.timeout(30_000);
  let folder: string;
  before(async function () {
    await needsBubblewrap(this);
    // Not below /tmp, where nothing of this machine is seen from inside anyway.
    folder = mkdtempSync("/var/lib/toolcrib-test-");
    chownSync(folder, 65_534, 65_534);
  });
  after(() => folder && rmSync(folder, { recursive: true, force: true }));

  const run = (command: string) =>
    JSON.parse(
      execFileSync(
        "setpriv",
        [
          ...["--reuid=65534", "--regid=65534", "--clear-groups", process.execPath, "--import", "tsx"],
          join(__dirname, "support/runHeld.ts"),
          JSON.stringify({ command, folder }),
        ],
        { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
      ),
    ) as { exitCode: number; stdout: string; stderr: string; sandbox: string };

  it("holds as root's does, under their own name", () => {
    const { sandbox, stdout, stderr, exitCode } = run(
      "id -u; echo x > new && cat new; touch ../outside/x ../home/x /var/lib/x .git/x; ls -A ../outside ../other ../state; exit 4",
    );
    assert.deepEqual([sandbox, exitCode], ["bubblewrap", 4]);
    assert.equal(stdout, "65534\nx\n../other:\n\n../outside:\n\n../state:\n");
    assert.equal(stderr.match(/Read-only file system/g)?.length, 4);
  });

  it("has no network and no other namespace to be root in", () => {
    const { stdout } = run("grep -c : /proc/net/dev; unshare -U true 2>/dev/null || echo refused");
    assert.equal(stdout, "1\nrefused\n");
  });
});
