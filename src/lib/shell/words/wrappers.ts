/** Programs that run another program given in their arguments (D-12). */

/** A program that runs the words after its own options as a command, with the same arguments or more. */
export interface Wrapper {
  readonly names: readonly string[];
  /** Its options, described as in options.ts. Reading stops at the first operand. */
  readonly options: string;
  /** Operands of its own before the command. */
  readonly operands?: number;
  /** `NAME=value` words may stand before the command. */
  readonly assignments?: true;
  /** Running a read-only command through it stays read-only. */
  readonly harmless?: true;
  /** With these it takes away what a program is given to keep it harmless: the command asks (D-12). */
  readonly stripping?: readonly string[];
  /** Any of these options makes it something else than a wrapper. */
  readonly unless?: readonly string[];
}

/** Names of programs that read a shell script: from `-c`, a file or their input. */
export const shellNames: ReadonlySet<string> = new Set([
  "sh",
  "bash",
  "dash",
  "ash",
  "zsh",
  "ksh",
  "ksh93",
  "mksh",
  "rbash",
  "fish",
  "tcsh",
  "csh",
]);

/** Wrappers by how they are called. */
export const wrappers: readonly Wrapper[] = [
  { names: ["command"], options: "-p -v -V", harmless: true, unless: ["-v", "-V"] },
  { names: ["builtin"], options: "", harmless: true },
  // Words of zsh that stand before a command.
  { names: ["noglob", "nocorrect"], options: "" },
  { names: ["exec"], options: "-c -l -a:" },
  {
    names: ["env"],
    options:
      "-i -0 -u: -v - --ignore-environment --null --unset: --debug --block-signal? --default-signal? --ignore-signal? -S: --split-string:",
    assignments: true,
    harmless: true,
    stripping: ["-i", "-u", "--ignore-environment", "--unset"],
    unless: ["-S", "--split-string"],
  },
  {
    names: ["sudo", "sudoedit", "gksudo", "gksu", "kdesudo"],
    options:
      "-A -b -B -E -e -H -i -k -K -l -n -N -P -S -s -v -C: -D: -g: -h: -p: -R: -r: -T: -t: -U: -u: --askpass --background --bell --preserve-env? --edit --set-home --login --non-interactive --stdin --shell --close-from: --chdir: --group: --host: --prompt: --chroot: --role: --command-timeout: --type: --other-user: --user: --reset-timestamp --list --validate",
    assignments: true,
  },
  { names: ["doas"], options: "-L -n -s -a: -C: -u:" },
  { names: ["pkexec"], options: "--disable-internal-agent --keep-cwd --user:" },
  { names: ["run0"], options: "--user: --group: --chdir: -u: -g: -D:" },
  { names: ["runuser", "gosu", "su-exec"], options: "-u: -g: -G: -m -p -P --user:" },
  { names: ["nohup"], options: "" },
  { names: ["setsid"], options: "-c -f -w --ctty --fork --wait" },
  {
    names: ["timeout", "gtimeout"],
    options: "-f -k: -p -s: -v --foreground --kill-after: --preserve-status --signal: --verbose",
    operands: 1,
    harmless: true,
  },
  { names: ["nice", "gnice"], options: "-n: -# --adjustment:", harmless: true },
  { names: ["ionice"], options: "-c: -n: -t --class: --classdata: --ignore", harmless: true },
  { names: ["chrt"], options: "-a -b -f -i -o -r -R -v", operands: 1 },
  { names: ["taskset"], options: "-a -c --cpu-list --all-tasks", operands: 1 },
  { names: ["stdbuf", "gstdbuf"], options: "-i: -o: -e: --input: --output: --error:", harmless: true },
  { names: ["unbuffer"], options: "-p" },
  {
    names: ["time"],
    options: "-a -l -p -q -v -f: -o> --append --format: --output> --portability --quiet --verbose",
    harmless: true,
  },
  {
    names: ["flock"],
    options: "-e -F -n -o -s -u -x -E: -w: --exclusive --nb --nonblock --shared --timeout: --unlock --verbose",
    operands: 1,
  },
  {
    names: ["xargs", "gxargs"],
    options:
      "-0 -o -p -r -t -x -a< -d: -E: -e? -I: -i? -L: -l? -n: -P: -s: -J: -R: -S: --arg-file< --delimiter: --eof? --exit --interactive --max-args: --max-chars: --max-lines? --max-procs: --no-run-if-empty --null --open-tty --process-slot-var: --replace? --show-limits --verbose",
  },
  {
    names: ["unshare"],
    options:
      "-c -C -f -i -m -n -p -r -T -u -U --fork --map-root-user --map-current-user --mount --net --pid --ipc --user --uts --mount-proc? --kill-child?",
  },
  { names: ["nsenter"], options: "-a -C? -F -i? -m? -n? -p? -r? -t: -U? -u? -w? -Z --all --target:" },
  { names: ["chroot"], options: "--groups: --userspec: --skip-chdir", operands: 1 },
  {
    names: ["setpriv"],
    options: "--no-new-privs --reuid: --regid: --clear-groups --keep-groups --init-groups --reset-env",
  },
  { names: ["setarch"], options: "-R -v", operands: 1 },
  { names: ["linux32", "linux64", "i386", "x86_64"], options: "-R -v" },
  {
    names: ["prlimit"],
    options: "-c? -d? -f? -n? -s? -t? -u? -v? --core? --cpu? --data? --fsize? --nofile? --nproc? --as?",
  },
  { names: ["strace", "ltrace"], options: "-c -f -ff -q -t -tt -T -v -y -e: -o> -p: -s: -u:" },
  { names: ["busybox", "toybox"], options: "" },
  { names: ["valgrind", "firejail"], options: "-q -v --quiet --verbose --noprofile --leak-check? --tool? --net?" },
  { names: ["gdb"], options: "-q -batch -ex: -x< --args --batch --ex: --quiet" },
  { names: ["entr"], options: "-a -c -d -n -p -r -x -z", unless: ["-s"] },
  { names: ["faketime"], options: "-f -m", operands: 1 },
  { names: ["cgexec"], options: "-g: --sticky" },
  { names: ["cpulimit"], options: "-f -i -l: -m -z --foreground --limit:" },
  { names: ["choom"], options: "-n: -p: --adjust:" },
  {
    names: ["numactl"],
    options: "-C: -i: -l -m: -N: --all --cpunodebind? --interleave? --localalloc --membind? --physcpubind?",
  },
  { names: ["distrobox-host-exec", "host-spawn"], options: "" },
  { names: ["flatpak-spawn"], options: "--clear-env --directory? --env? --forward-fd? --host --sandbox --watch-bus" },
  { names: ["caffeinate"], options: "-d -i -m -s -u -t: -w:" },
  {
    names: ["systemd-run"],
    options:
      "-d -G -P -q -t -p: -u: --collect --no-block --pipe --pty --quiet --scope --slice: --system --unit: --user --wait --property: --uid: --gid:",
  },
  {
    names: [
      "eatmydata",
      "fakeroot",
      "catchsegv",
      "dumb-init",
      "tini",
      "torsocks",
      "torify",
      "proxychains",
      "proxychains4",
      "rlwrap",
      "winpty",
      "dbus-run-session",
      "arch",
    ],
    options: "-arm64 -x86_64 -q -f: --",
  },
];

const byName = new Map(wrappers.flatMap((wrapper) => wrapper.names.map((name) => [name, wrapper] as const)));

/** The last component of a program's path: what it is, wherever it lies. */
export const baseName = (name: string): string => name.slice(name.lastIndexOf("/") + 1);

/** The wrapper of that base name. The dynamic loader runs what it is given as well. */
export const wrapperOf = (base: string): Wrapper | undefined =>
  byName.get(base) ??
  (/^ld(?:-linux[\w.-]*|-musl[\w.-]*|(?:-\d[\d.]*)?)\.so(?:\.\d+)?$/.test(base) ? loader : undefined);

const loader: Wrapper = { names: [], options: "--argv0: --library-path: --inhibit-cache --preload:" };

/** True when a prefix does not change what a read-only command may do. Shells and `find` are judged on their own. */
export const isHarmlessPrefix = (prefix: string): boolean =>
  byName.get(prefix)?.harmless === true || shellNames.has(prefix) || prefix === "eval" || prefix === "find";
