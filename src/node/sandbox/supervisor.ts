/** The shell text around a command: limits, ways out, and what is left running at the end. Pure. */
import type { CommandLimits } from "../../core/ports/confinement";
import { quoted } from "../../core/vocabulary/shellQuoting";

/** A listener inside that hands its connections to a socket outside. */
export interface Relay {
  /** On the loopback address. */
  readonly port: number;
  /** The command line, as shell text. */
  readonly command: string;
}

/** Seconds between the signal that tells a process of its limit and the one that ends it. */
const afterWarning = 5;

/**
 * Sets the limits of the shell that runs it. A limit that is lower already stays.
 * @param running processes and threads that the machine has now; the system counts a user's together, whoever started them.
 * @param isBash other shells count file sizes in blocks of half the size.
 */
export function limitText(limits: CommandLimits, running: number, isBash: boolean): string {
  const blocks = limits.fileMegabytes * (isBash ? 1024 : 2048);
  const memory = limits.memoryMegabytes * 1024;
  return [
    `ulimit -St ${limits.cpuSeconds}`,
    `ulimit -Ht ${limits.cpuSeconds + afterWarning}`,
    `ulimit -f ${blocks}`,
    `ulimit -u ${running + limits.processes}`,
    ...(memory > 0 ? [`ulimit -d ${memory}`] : []),
  ]
    .map((line) => `${line} 2>/dev/null`)
    .join("; ");
}

/**
 * Closes what whoever started this program left open (SH-9): Node keeps only the lowest descriptors from its children, and
 * of the shells bash alone can name the others.
 */
const closingText = `if [ "$BASH_VERSION" ]; then for toolcrib_fd in /dev/fd/??*; do case \${toolcrib_fd##*/} in *[!0-9]*) ;; *) eval "exec \${toolcrib_fd##*/}>&-" ;; esac; done; fi`;

const underLimits = (limits: string) => `${limits}; exec "$0" -c "$1"`;

/** Runs `$1` in the shell `$0` under the limits, as the same process. */
export const limitedText = (limits: string): string => `${closingText}; ${underLimits(limits)}`;

const hexPort = (port: number) => port.toString(16).toUpperCase().padStart(4, "0");

/** What a line of /proc/net/tcp holds for a port at which somebody listens. */
export const listeningLine = (port: number | string): string =>
  `:${typeof port === "number" ? hexPort(port) : port} 00000000:0000 0A `;

/** In a group of their own, so that they hear nothing of what ends the command. */
const startRelays = (relays: readonly Relay[]): string[] => [
  // Without another process: each would take longer than the relay needs to start.
  `listens() { while read -r line; do case $line in *"${listeningLine("$1")}"*) return 0 ;; esac; done </proc/net/tcp; return 1; }`,
  "set -m",
  ...relays.map(({ command }) => `${command} </dev/null >/dev/null 2>&1 & relays="$relays -$!"`),
  "set +m",
  ...relays.map(
    ({ port }) =>
      `tries=0; until listens ${hexPort(port)} || [ $tries -ge 400 ]; do tries=$((tries+1)); [ $tries -lt 100 ] || sleep 0.01; done`,
  ),
];

/**
 * Runs `$1` in the shell `$0`, as the parent of everything in the sandbox but its first process. It outlives the signal
 * that asks a command to end, gives what the command leaves running a quarter of a second, then five seconds after being
 * asked to end, and leaves a mark that it had to. The sandbox ends with it, and so does everything in it.
 * @param mark a path inside. @param exports shell text that gives the command its environment; absent: it has the shell's.
 */
export const supervisorText = (limits: string, relays: readonly Relay[], mark: string, exports = ""): string =>
  [
    // What it does at the end would reach every process of the user, were it not among those of a sandbox alone.
    '[ "$PPID" = 1 ] || exit 125',
    // The command could find them by way of /proc.
    closingText,
    "trap : TERM",
    // A shell says how its child ended; that is not the command's own output.
    "exec 3>&2 2>/dev/null",
    ...(relays.length > 0 ? startRelays(relays) : []),
    `(${exports}\nexec 2>&3 3>&-; ${underLimits(limits)})`,
    "code=$?",
    // Until they are waited for, they count as left running.
    ...(relays.length > 0 ? ["kill -KILL -- $relays", "wait"] : []),
    "others() { set -- /proc/[0-9]*; [ $# -gt 2 ]; }",
    // Counted, so that it is longer on a busy machine, where what ends by itself takes longer too.
    "tries=0; while others && [ $tries -lt 12 ]; do tries=$((tries+1)); sleep 0.02; done",
    // In hundredths of a second; counted, it would take several times as long there.
    `now() { read -r up rest </proc/uptime; now=\${up%.*}\${up#*.}; }`,
    `if others; then : >${quoted(mark)}; kill -TERM -1; now; end=$((now+500)); while others && [ $now -lt $end ]; do sleep 0.02; now; done; fi`,
    "exit $code",
  ].join("\n");
