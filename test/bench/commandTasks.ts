/** What running commands is measured by, with the sandbox and without (performance notes). */
import type { Places, Task } from "./tasks";

/** As little of a sandbox as holds anything at all. */
const bareSandbox = (root: string, line = "true"): string[] => [
  ..."bwrap --unshare-user --unshare-ipc --unshare-pid --unshare-net --die-with-parent".split(" "),
  ..."--ro-bind / / --dev /dev --proc /proc --bind".split(" "),
  ...[root, root, "bash", "-c", line],
];

/** Text, because what is no text is not looked at any further. */
const flood = (bytes: number) => `yes 'a line of output as programs print it' | head -c ${bytes}`;

const output = (what: string, bytes: number, root: string, outside: boolean): Omit<Task, "rounds" | "goal"> => ({
  name: `${what} of output through a command ${outside ? "without" : "in"} the sandbox`,
  root,
  ...command(flood(bytes), outside),
  raw: [["bash", "-c", `${flood(bytes)} | cat >/dev/null`]],
});

/** Spawns of one loop, so that its own start hardly counts. */
const loopSpawns = 50;
const bashLoop = ["bash", "-c", `for i in {1..${loopSpawns}}; do /bin/true; done`] as const;

const command = (text: string, outside: boolean) => ({
  tool: "run_command",
  input: { command: text, outside_sandbox: outside },
});

/** A fresh sandbox, which may cost no more the larger the workspace is. */
export const sandboxStart = (root: string, label = ""): Task => ({
  name: `run a command in the sandbox, beside bubblewrap and bash alone${label}`,
  root,
  ...command("true", false),
  raw: [bareSandbox(root)],
  rounds: 25,
  goal: { ratio: 2.5 },
});

/** One that was made in the pause, while nobody waited for it. */
const sandboxAhead = (root: string): Task => ({
  ...sandboxStart(root),
  name: "run a command in a sandbox that waits for it, beside bubblewrap and bash alone",
  ...{ rounds: 40, pauseMs: 200 },
  goal: { ratio: 0.5 },
});

/** @param root a folder of files, to be looked through for what the sandbox protects. */
export const commandTasks = (root: string): Task[] => [
  {
    name: "run a command without the sandbox, beside one spawn of a bash loop",
    compared: "command",
    root,
    ...command("true", true),
    raw: [bashLoop],
    rawRuns: loopSpawns,
    rounds: 25,
    goal: { ratio: 3 },
  },
  {
    name: "run a command in the sandbox, beside one without",
    root,
    ...command("true", false),
    beside: command("true", true),
    raw: [],
    rounds: 25,
    goal: { more: 60 },
  },
  { ...sandboxStart(root), compared: "sandboxed" },
  sandboxAhead(root),
  { ...output("64 MB", 64_000_000, root, false), compared: "output", rounds: 5, goal: { ratio: 1.5 } },
  ...[true, false].map(
    (outside): Task => ({
      ...output("1 GB", 1_000_000_000, root, outside),
      rounds: 3,
      goal: { ratio: 1.5, megabytes: 80 },
    }),
  ),
  ...[true, false].map(
    (outside): Task => ({
      name: `50 commands at once ${outside ? "without" : "in"} the sandbox`,
      root,
      ...command("sleep 0.2; echo done", outside),
      raw: [["bash", "-c", "sleep 0.2; echo done"]],
      atOnce: 50,
      rounds: 5,
      goal: {},
    }),
  ),
];

/** A command on a layer, its changes applied, beside bubblewrap alone, which works on the folder itself. */
const onLayer = (what: string, root: string, line: string, rest: Pick<Task, "rounds" | "pauseMs" | "goal">): Task => ({
  name: `${what} on a layer, beside bubblewrap and bash alone`,
  root,
  ...command(line, false),
  raw: [bareSandbox(root, line)],
  needsLayer: true,
  ...rest,
});

/**
 * @param single holds the folder `names`: each copy of it is moved as a whole, as installed packages are.
 * @param versions a repository with two branches, see makeVersions.
 */
export const layerTasks = ({ single, versions }: Pick<Places, "single" | "versions">): Task[] => [
  // Nobody knows what a script does. The network of the next command is made in the pause.
  onLayer("run a script that does nothing", versions, "sh nothing.sh", {
    ...{ rounds: 40, pauseMs: 200 },
    goal: { more: 25 },
  }),
  // The worst case: empty files, which the folder itself takes in at once.
  onLayer("copy a folder of 20,000 files to a new place", single, 'cp -r names "$(mktemp -d ./copied-XXXXXX)"', {
    rounds: 5,
    goal: {},
  }),
  // To the other branch, and back the next time.
  onLayer("git checkout that changes 2,000 files", versions, "git checkout -q -", { rounds: 5, goal: {} }),
];
