/** What a process in an agent's workspace finds, with the real sandbox around it (EX-1, EX-4, HB-1, PO-8). */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { needsBubblewrap } from "../../node/sandbox/support/world";
import { snapshot } from "../../support/tempFolder";
import { advice, aliceAndBob, reason } from "./support/aliceAndBob";
import type { Neighbour, Neighbours } from "./support/neighbours";

describe("a process in an agent's workspace (EX-1, EX-4, HB-1)", () => {
  let world: Neighbours;
  let alice: Neighbour;
  let bob: Neighbour;
  let untouched: Record<string, string>;

  before(async function () {
    await needsBubblewrap(this);
    ({ world, alice, bob, untouched } = await aliceAndBob({ sandbox: "required" }));
  });
  after(() => world?.close());

  /** Runs a program that no rule reads, unasked. */
  const python = async (text: string) => {
    await alice.call("exec_write", { path: "scratch/x.py", content: text });
    const { text: told } = await alice.call("exec_run", { command: "python3 scratch/x.py" });
    assert.deepEqual(alice.asked, []);
    return told;
  };

  it("finds no other workspace, whatever it calls it", async () => {
    const told = await python(
      [
        "import os",
        "up = os.path.dirname(os.getcwd())",
        "print(sorted(os.listdir(up)))",
        `name = "".join(["b", "o", "b", "${basename(bob.own).slice(3)}"])`,
        'for place in [os.path.join(up, name), "/proc/self/cwd/../" + name, "/proc/1/root" + up + "/" + name]:',
        "    print(os.path.exists(place))",
        "os.symlink(os.path.join(up, name), 'scratch/made')",
        "print(os.path.exists('scratch/made/scratch/secret.txt'))",
      ].join("\n"),
    );
    assert.match(told, /^\['alice\+project-[0-9a-f]{16}'\]\nFalse\nFalse\nFalse\nFalse\n\[exit code: 0,/);
    const { text } = await alice.call("exec_read", { path: "scratch/made/scratch/secret.txt" });
    assert.equal(text, `Denied by policy: ${reason}. "Read ${bob.own}/scratch/secret.txt" ${advice}`);
  });

  it("finds nothing of the person's folder, nor of Toolcrib's state", async () => {
    const places = [world.root, world.state].map((place) => JSON.stringify(place)).join(", ");
    const told = await python(`import os\nfor place in [${places}]: print(os.listdir(place))`);
    assert.match(told, /^\[\]\n\[\]\n\[exit code: 0,/);
  });

  it("writes nowhere else, and makes nothing beside its workspace", async () => {
    const told = await python(
      [
        "import os",
        "up = os.path.dirname(os.getcwd())",
        `for place in [os.path.join(up, "new"), os.path.join(up, "b" + "ob/new"), ${JSON.stringify(world.root)} + "/new", "/usr/new"]:`,
        "    try:",
        "        open(place, 'w')",
        "        print('written')",
        "    except OSError as error:",
        "        print(error.strerror)",
      ].join("\n"),
    );
    assert.match(
      told,
      /^(?:Read-only file system|Permission denied)\nNo such file or directory\nRead-only file system\nRead-only file system\n/,
    );
    assert.deepEqual(snapshot(bob.own), untouched);
    assert.deepEqual(snapshot(world.root), { "a.txt": "the person's\n" });
  });

  it("cannot write, move, replace or link the record of runs (PO-8)", async () => {
    const told = await python(
      [
        "import os",
        "open('scratch/y', 'w').write('forged')",
        "for step in [",
        "    lambda: open('.exec_history', 'a'),",
        "    lambda: os.rename('.exec_history', 'scratch/h'),",
        "    lambda: os.replace('scratch/y', '.exec_history'),",
        "    lambda: os.remove('.exec_history'),",
        "    lambda: os.link('.exec_history', 'scratch/h'),",
        "]:",
        "    try:",
        "        step()",
        "        print('done')",
        "    except OSError as error:",
        "        print(error.strerror)",
      ].join("\n"),
    );
    assert.match(
      told,
      /^(?:Read-only file system|Permission denied)\nDevice or resource busy\nDevice or resource busy\nDevice or resource busy\nInvalid cross-device link\n/,
    );
  });

  it("has its record kept whole while the first command of all goes on (PO-8)", async () => {
    const carol = await world.agent("carol", { sandbox: "required" });
    await carol.call("exec_run", { command: "until [ -e scratch/go ]; do sleep 0.05; done; ls -a", background: true });
    for (const name of ["a", "b", "go"]) await carol.call("exec_write", { path: `scratch/${name}`, content: "" });
    const { text } = await carol.call("job_output", { id: "bg_task_1", wait_ms: 20_000 });
    assert.match(text, /scratch/);
    const lines = readFileSync(join(carol.own, ".exec_history"), "utf8").trim().split("\n");
    assert.ok(lines.length >= 4, lines.join("\n"));
    assert.deepEqual(readdirSync(join(world.workspaces, ".history", basename(carol.own), "earlier")), []);
  });

  it("finds its record closed however many names it puts beside it (PO-8)", async () => {
    const dave = await world.agent("dave", { sandbox: "required" });
    await dave.call("exec_write", { path: "scratch/a", content: "" });
    for (let at = 0; at < 1600; at++) writeFileSync(join(dave.own, `f${at}`), "");
    const { text } = await dave.call("exec_run", {
      command: 'node -e \'fs.appendFileSync(".exec_history", "forged")\'',
    });
    assert.match(text, /E(?:ROFS|ACCES): /);
  });

  it("EX-1: may have a repository with hooks, settings and an environment of its own, and is not asked", async () => {
    for (const command of [
      "git init -q . && git add -A && git -c user.name=a -c user.email=a@b commit -qm first && git config core.hooksPath hooks",
      "mkdir -p .vscode && echo '{}' > .vscode/settings.json && echo KEY=1 > .env && cat .env",
      "KEY=2 node -e 'console.log(process.env.KEY)'",
      'for file in scratch/*.txt; do cat "$file"; done; cat scratch/*.txt',
    ]) {
      const { text } = await alice.call("exec_run", { command });
      assert.match(text, /\[exit code: 0,/, command);
    }
    assert.deepEqual(alice.asked, []);
  });

  it("asks about what lies outside, also among patterns and behind other questions", async () => {
    for (const command of ["cat /etc/hosts", "cat scratch/* /etc/hosts", "X=1 cat scratch/* < /etc/hosts"]) {
      alice.asked.length = 0;
      await alice.call("exec_run", { command });
      const [question, ...more] = alice.asked;
      const reasons = question?.decision.parts?.map(({ reason }) => reason) ?? [];
      assert.ok(reasons.includes("/etc/hosts is outside the workspace"), `${command}: ${reasons}`);
      assert.deepEqual(more, []);
    }
  });

  it("does not leave the sandbox from there (EX-4)", async () => {
    const { text } = await alice.call("exec_run", { command: "node -e 1", outside_sandbox: true });
    assert.match(text, /^Denied by policy: commands in the agent's own workspace cannot leave the sandbox; /);
  });
});
