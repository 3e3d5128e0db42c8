/** PATH as the person's start-up files make it, asked of real shells with homes of their own. */
import assert from "node:assert/strict";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { NodeShell } from "../../../src/node/commands/nodeShell";
import { askLoginPath, LoginPath, mergedPath } from "../../../src/node/environment/loginPath";
import { type Starter, startHere } from "../../../src/node/processes/starter";
import { requestIn } from "../../support/commandRequest";
import { tempFolder } from "../../support/tempFolder";
import { survivors } from "../support/processes";

const system = "/usr/local/bin:/usr/bin:/bin";

/** An environment whose home holds these start-up files. */
const home = (files: Record<string, string>, shell = "/bin/bash") => ({
  HOME: tempFolder(files),
  SHELL: shell,
  PATH: system,
});

describe("the login shell's PATH", function () {
  this.timeout(20_000);

  it("is what its start-up files make of it, whatever they print", async () => {
    const noise = "echo hello; printf 'no end'; echo err >&2; printenv PATH; ";
    const env = home({ ".bash_profile": `${noise}. ~/.bashrc`, ".bashrc": `${noise}export PATH="/opt/it's é:$PATH"` });
    const found = await askLoginPath(env);
    assert.match(found ?? "", /^\/opt\/it's é:/);
  });

  it("is read as an interactive shell does, with nobody to type: start-up files may ask in vain", async () => {
    const env = home({
      ".bash_profile": 'case $- in *i*) read -r x; PATH="/opt/i$VSCODE_RESOLVING_ENVIRONMENT:$PATH";; esac',
    });
    assert.match((await askLoginPath(env)) ?? "", /^\/opt\/i1:/);
  });

  for (const shell of ["/bin/sh", "/usr/bin/zsh", "/usr/bin/fish"])
    it(`${shell} is asked in the same words`, async function () {
      if (!existsSync(shell)) this.skip();
      assert.match((await askLoginPath(home({}, shell))) ?? "", /(^|:)\/usr\/bin(:|$)/);
    });

  it("is not waited for longer than it may take, and nothing of it goes on", async () => {
    const env = home({ ".bash_profile": "echo $$ >~/pid; sleep 60 & echo $! >>~/pid; wait" });
    assert.equal(await askLoginPath(env, { timeoutMs: 500 }), undefined);
    const pids = readFileSync(join(env.HOME, "pid"), "utf8").trim().split("\n").map(Number);
    assert.equal(pids.length, 2);
    assert.deepEqual(await survivors(pids), []);
  });

  it("is unknown where the shell fails, is missing, or is none", async () => {
    const folder = tempFolder({ broken: "#!/bin/sh\nexit 1\n" });
    chmodSync(join(folder, "broken"), 0o755);
    for (const shell of [join(folder, "broken"), join(folder, "missing"), "/bin/false"])
      assert.equal(await askLoginPath(home({}, shell)), undefined, shell);
  });

  it("is asked for once, and only when it is needed", async () => {
    let starts = 0;
    const start: Starter = (...given) => {
      starts++;
      return startHere(...given);
    };
    const path = new LoginPath(home({ ".bash_profile": 'PATH="/opt/mine:$PATH"' }), { start });
    await delay(10);
    assert.equal(starts, 0);
    const [first, second] = await Promise.all([path.get(), path.get()]);
    assert.deepEqual([first === second, starts], [true, 1]);
    assert.match(first ?? "", /^\/opt\/mine:/);
  });

  it("is what commands get", async () => {
    const cwd = tempFolder();
    let printed = "";
    const path = new LoginPath(home({ ".bash_profile": 'PATH="/opt/mine:$PATH"' }));
    const request = requestIn(cwd, "echo $PATH", (_, chunk) => {
      printed += Buffer.from(chunk).toString();
      return undefined;
    });
    await new NodeShell(undefined, startHere, path).run(request);
    assert.equal(printed, `${await path.get()}\n`);
    assert.match(printed, /^\/opt\/mine:/);
  });

  it("comes before the own one, of which nothing is lost", () => {
    assert.equal(mergedPath("/a:/usr/bin", "/usr/bin:/b:."), "/a:/usr/bin:/b:.");
    assert.equal(mergedPath("/a:.:rel::/a\n/b", "/b"), "/a:/b");
    assert.equal(mergedPath("/a", undefined), "/a");
    assert.deepEqual(
      [undefined, "", "rel:."].map((login) => mergedPath(login, "/own")),
      ["/own", "/own", "/own"],
    );
  });
});
