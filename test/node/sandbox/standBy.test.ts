import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { CommandRequest } from "../../../src/core/ports/shell";
import { waitingText } from "../../../src/node/sandbox/bubblewrap/handover";
import { StandBy } from "../../../src/node/sandbox/bubblewrap/standBy";
import { Masks } from "../../../src/node/sandbox/places/masks";
import { bundled } from "../../support/bundled";
import { childrenWith, isRunning, runningWith } from "../support/processes";
import { nothingWaits } from "./support/nothingWaits";
import { type HeldOptions, needsLayer, World } from "./support/world";

const kinds = { reading: undefined, layer: "held" } as const;
type Kind = keyof typeof kinds;

/** Processes of ours that are to become, or have become, sandboxes in which a shell waits. */
const waiting = () => childrenWith(process.pid, waitingText);

/** Prints on standard error for how many hundredths of a second the sandbox had been there. */
const age = `read -r up _ </proc/uptime; read -r all </proc/1/stat; set -- \${all##*) }; up=\${up%.*}\${up#*.}; echo "age $((up-\${20}))" >&2; shift $#`;

describe("a sandbox that waits for its command", function () {
  this.timeout(120_000);
  let world: World;
  before(async function () {
    await needsLayer(this);
  });
  beforeEach(async () => {
    await nothingWaits();
    world = new World({ "ws/a.txt": "a\n", "ws/.env": "TOKEN=secret-1\n", "ws/deep/in/.env": "TOKEN=secret-2\n" });
  });
  afterEach(async () => {
    await nothingWaits();
    world.remove();
  });

  async function run(kind: Kind, command: string, options: HeldOptions = {}, other: Partial<CommandRequest> = {}) {
    const { request, output } = world.request(`${age}\n${command}`, { onlyReads: true, ...options });
    const onLayer = kinds[kind];
    const hold = { ...request.hold, ...(onLayer && { onLayer }) };
    const { layer, durationMs, ...outcome } = await world.shell.run({ ...request, ...other, hold });
    const changes = (await layer?.changes())?.map(({ path }) => path.slice(world.root.length + 1));
    await layer?.discard();
    const [first = "", ...rest] = output.stderr.shown().text.split("\n");
    const waited = Number(/^age (\d+)$/.exec(first)?.[1]) >= 40;
    return { waited, outcome, durationMs, changes, stdout: output.stdout.shown().text, stderr: rest.join("\n") };
  }

  /** Until one waits, and has done so for longer than a command takes to start. */
  async function untilOneWaits(kind: Kind) {
    // A busy machine may not make one in time.
    do {
      await run(kind, "true");
      for (let times = 0; times < 500 && waiting().length === 0; times++) await delay(10);
    } while (waiting().length === 0);
    await delay(500);
  }

  for (const kind of ["reading", "layer"] as const) {
    it(`gives a command all that it has in one that is made for it (${kind})`, async () => {
      const look = [
        'env | sort | grep -v ^OLDPWD=; pwd; id; echo $0 $# $PPID; umask; ls -la --time-style=+ . deep/in "$TMPDIR"; cat .env',
        "ulimit -a | grep -v processes; readlink /proc/self/fd/0; ls /proc/self/fd; cut -d' ' -f2- /proc/mounts | grep -v ^/run/toolcrib | sort",
        "grep -E '^(Sig|Cap|Seccomp:|NoNewPrivs)' /proc/self/status; echo x >a.txt",
        // On a layer, a fresh one has a relay among its processes.
        ...(kind === "reading" ? ["set -- /proc/[0-9]*; echo $#"] : []),
        "echo said >&2; exit 3",
      ].join("\n");
      await untilOneWaits(kind);
      const second = await run(kind, look);
      await nothingWaits();
      const fresh = await run(kind, look);
      assert.deepEqual([second.waited, fresh.waited], [true, false]);
      const plain = ({ outcome, changes, stdout, stderr }: typeof fresh) => ({
        ...{ exitCode: outcome.exitCode, notes: outcome.notes, missed: outcome.missed, changes, stderr },
        stdout: stdout.replaceAll(/toolcrib-layers[^ ,]*|lowerdir=[^ ]*/g, "").split("\n"),
      });
      const [one, other] = [plain(second), plain(fresh)];
      assert.deepEqual(one, other);
      assert.ok(!one.stdout.join("").includes("secret"));
    });

    it(`is the command's own: nothing of it is left, and another one waits then (${kind})`, async () => {
      await untilOneWaits(kind);
      const [first] = waiting();
      assert.equal((await run(kind, 'echo kept >"$TMPDIR/left"; touch /dev/shm/left')).waited, true);
      while (waiting().length === 0 || waiting().includes(first ?? 0)) await delay(10);
      await delay(500);
      const { waited, stdout } = await run(kind, 'ls -A /dev/shm "$TMPDIR" | grep -v :');
      assert.deepEqual([waited, stdout], [true, "\n"]);
      assert.deepEqual(readdirSync(world.path("state", "sandbox", "temp")).length <= 2, true);
    });

    it(`ends with the time that a command has, and what the command leaves running (${kind})`, async () => {
      await untilOneWaits(kind);
      const late = await run(kind, "sleep 60", { timeoutMs: 400 });
      assert.deepEqual([late.waited, late.outcome.endedBy, late.durationMs < 20_000], [true, "timeout", true]);
      await untilOneWaits(kind);
      const left = await run(kind, "sleep 61 & echo on");
      assert.deepEqual([left.waited, left.stdout, left.outcome.stoppedLeftovers], [true, "on\n", true]);
      assert.deepEqual(runningWith("sleep 61"), []);
    });

    it(`is for one of two that come at once (${kind})`, async () => {
      await untilOneWaits(kind);
      const both = await Promise.all(["one", "two"].map((word) => run(kind, `echo ${word}`)));
      assert.deepEqual(
        both.map(({ stdout }) => stdout),
        ["one\n", "two\n"],
      );
      assert.deepEqual(both.map(({ waited }) => waited).sort(), [false, true]);
    });

    it(`is not missed when it was killed (${kind})`, async () => {
      await untilOneWaits(kind);
      for (const pid of waiting()) process.kill(pid, "SIGKILL");
      // On a busy machine a process goes on for a moment.
      while (waiting().length > 0) await delay(5);
      const { waited, stdout } = await run(kind, "echo on");
      assert.deepEqual([waited, stdout], [false, "on\n"]);
    });

    it(`tells of a secret that the command missed (${kind})`, async () => {
      await untilOneWaits(kind);
      const { waited, outcome, stdout } = await run(kind, "cat .env; wc -c <deep/in/.env; exit 1");
      assert.deepEqual([waited, stdout], [true, "0\n"]);
      assert.match(outcome.notes?.join("") ?? "", /\.env/);
      const other = await run(kind, "true");
      assert.deepEqual([other.outcome.notes, other.outcome.missed], [[], undefined]);
    });

    it(`is not for what reads an input, has secrets as files or starts in another folder (${kind})`, async () => {
      const inputs: [HeldOptions, Partial<CommandRequest>, string, string][] = [
        [{}, { input: "typed" }, "cat", "typed"],
        [{ secretFiles: { KEY: "hidden" } }, {}, 'cat "$KEY_FILE"', "hidden"],
        [{}, { variables: { "A-B": "odd" } }, "echo odd", "odd\n"],
        [{}, { cwd: { path: "", real: join(world.root, "deep"), root: world.root, shown: "deep" } }, "ls", "in\n"],
      ];
      for (const [options, other, command, printed] of inputs) {
        await untilOneWaits(kind);
        const { waited, stdout } = await run(kind, command, options, other);
        assert.deepEqual([waited, stdout], [false, printed], command);
      }
    });

    it(`has the variables that the command is given (${kind})`, async () => {
      await untilOneWaits(kind);
      const variables = { ODD: " it's\n$(id) `id` \\ !", IFS: "x", LC_ALL: "C.UTF-8" };
      const { waited, stdout } = await run(kind, "env -0 | grep -z '^ODD=\\|^LC_ALL' | sort -z", {}, { variables });
      assert.deepEqual([waited, stdout], [true, `LC_ALL=C.UTF-8\0ODD=${variables.ODD}\0`]);
    });

    it(`shows nothing of a secret that had the name of what is a link by now (${kind})`, async () => {
      linkSync(join(world.root, "deep/in/.env"), join(world.root, "deep/.env"));
      await untilOneWaits(kind);
      rmSync(join(world.root, "deep/.env"));
      symlinkSync("../a.txt", join(world.root, "deep/.env"));
      const { waited, stdout } = await run(kind, "cat deep/.env deep/in/.env .env");
      assert.deepEqual([waited, stdout], [false, "a\n"]);
    });

    const changes: Record<string, () => void> = {
      "a secret came": () => writeFileSync(join(world.root, "deep", ".env"), "TOKEN=secret-3\n"),
      "an editor wrote a secret anew": () => {
        writeFileSync(join(world.root, ".env.new"), "TOKEN=secret-4\n");
        renameSync(join(world.root, ".env.new"), join(world.root, ".env"));
      },
      "a secret was removed and linked to again": () => {
        linkSync(join(world.root, ".env"), world.path("kept"));
        rmSync(join(world.root, ".env"));
        renameSync(world.path("kept"), join(world.root, ".env"));
      },
      "the folder around a secret is another one": () => {
        renameSync(join(world.root, "deep"), world.path("deep"));
        mkdirSync(join(world.root, "deep"));
        renameSync(world.path("deep", "in"), join(world.root, "deep", "in"));
      },
      "the folder around a secret has other permissions": () => chmodSync(join(world.root, "deep"), 0o711),
      "a folder became a link": () => {
        renameSync(join(world.root, "deep"), join(world.root, "other"));
        symlinkSync("other", join(world.root, "deep"));
      },
      "the workspace is another folder": () => {
        renameSync(world.root, world.path("before"));
        mkdirSync(world.root);
        writeFileSync(join(world.root, ".env"), "TOKEN=secret-5\n");
      },
    };
    for (const [what, change] of Object.entries(changes))
      it(`is not used where ${what} (${kind})`, async () => {
        await untilOneWaits(kind);
        change();
        const { waited, stdout } = await run(
          kind,
          "cat .env deep/.env deep/in/.env other/in/.env .env.new 2>/dev/null; pwd",
        );
        // On a layer the place of a name stays hidden, whatever is done to the name outside.
        const stays = kind === "layer" && what === "a secret was removed and linked to again";
        assert.deepEqual([waited, stdout], [stays, `${world.root}\n`]);
        while (waiting().length !== 1) await delay(10);
      });
  }

  it("is not made where a name was another one while it was covered, and is the former again", async () => {
    const [folder, mask] = [join(world.root, "deep/in"), world.path("mask")];
    writeFileSync(mask, "");
    const start = (before: string, meanwhile: string) => ({
      program: "/bin/sh",
      args: [
        ...["-c", `${before}; (sleep 0.3; ${meanwhile}) </dev/null >/dev/null 2>&1 & exec "$@"`, "sh"],
        ...["bwrap", "--unshare-user", "--unshare-pid", "--dev-bind", "/", "/", "--bind", mask, join(folder, ".env")],
        ...["--", "/bin/sh", "-c", 'sleep 0.6; exec bash -c "$0"', waitingText],
      ],
      handed: [],
      mounts: [{ kind: "hidden", path: join(folder, ".env"), isFolder: false, mask } as const],
      cwd: world.root,
    });
    const made = (from: ReturnType<typeof start>) =>
      Masks.over([], world.path("state")).then((masks) =>
        StandBy.made(from, { state: world.path("state"), owner: "nobody", masks, maker: "bwrap" }),
      );
    const other = `mv '${folder}' '${folder}2'; mkdir '${folder}'; : >'${folder}/.env'`;
    for (const away of [`rm -r '${folder}'`, `mv '${folder}' '${folder}3'`])
      await assert.rejects(made(start(other, `${away}; mv '${folder}2' '${folder}'`)), /Something changed meanwhile/);
    assert.equal(readFileSync(join(folder, ".env"), "utf8"), "TOKEN=secret-2\n");
    const whole = await made(start(":", ":"));
    assert.equal(whole.waits, true);
    whole.end();
  });

  it("sees what was created, changed and removed where nothing is hidden", async () => {
    for (const kind of ["reading", "layer"] as const) {
      await untilOneWaits(kind);
      writeFileSync(join(world.root, "a.txt"), `${kind}\n`);
      mkdirSync(join(world.root, "new", kind), { recursive: true });
      const { waited, stdout } = await run(kind, "cat a.txt; ls new");
      assert.deepEqual([waited, stdout], [true, `${kind}\n${readdirSync(join(world.root, "new")).join("\n")}\n`]);
      await nothingWaits();
    }
  });

  it("leaves nothing when nobody takes it", async () => {
    await untilOneWaits("reading");
    await untilOneWaits("layer");
    const inState = (name: string) => readdirSync(world.path("state", "sandbox", name));
    assert.ok(inState("temp").length > 0 && inState("masks").length > 0);
    await nothingWaits();
    while (waiting().length > 0) await delay(10);
    assert.deepEqual([inState("temp"), inState("masks")], [[], []]);
  });

  it("ends with a program that is killed, and keeps none from ending", async () => {
    const program = bundled(join(__dirname, "support/leaveStandBy.ts"));
    for (const how of ["goes on", "ends"]) {
      const child = spawn(process.execPath, [program, world.top, how], { stdio: ["ignore", "pipe", "inherit"] });
      const [told] = await once(child.stdout, "data");
      const started: number[] = JSON.parse(String(told));
      assert.ok(started.length > 0);
      const exited = once(child, "exit");
      if (how === "goes on") child.kill("SIGKILL");
      await exited;
      while (started.some(isRunning)) await delay(20);
    }
  });

  it("leaves nothing on the disk when the program ends, in a workspace in /tmp either", async () => {
    const inTemp = new World({ "ws/.env": "TOKEN=1\n" }, tmpdir());
    try {
      const program = bundled(join(__dirname, "support/leaveStandBy.ts"));
      const child = spawn(process.execPath, [program, inTemp.top, "ends"], { stdio: "ignore" });
      await once(child, "exit");
      const inState = (name: string) => readdirSync(inTemp.path(`state-${child.pid}`, "sandbox", name));
      assert.deepEqual([inState("temp"), inState("masks")], [[], []]);
    } finally {
      inTemp.remove();
    }
  });
});
