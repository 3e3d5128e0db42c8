/** What a model should know of a command that met the sandbox or a limit: one sentence each, with what to do (D-15, HB-6). */
import type { CommandLimits, Confinement } from "../../core/ports/confinement";
import type { ReachedLimit, UseLimit } from "../../core/ports/reachedLimit";
import { askingFile, type Program } from "../../core/vocabulary/program";
import type { SeenUse } from "../processes/runWatch";
import type { Egress } from "./network/egress";

/** What is known when a command has ended. */
export interface HeldEnding {
  readonly exitCode: number | undefined;
  readonly signal: string | undefined;
  /** The end of what it printed, both streams. */
  readonly tail: string;
  /** What was seen of its processes, where they were watched. */
  readonly seen?: SeenUse;
  /** The limit for which it was stopped. */
  readonly stoppedAt?: ReachedLimit | undefined;
}

const tailLength = 16 * 1024;

/** Keeps the end of what is printed. */
export class Tail {
  #chunks: Buffer[] = [];
  #length = 0;

  add(chunk: Uint8Array): void {
    this.#chunks.push(Buffer.from(chunk.subarray(-tailLength)));
    this.#length += this.#chunks.at(-1)?.length ?? 0;
    if (this.#length < 4 * tailLength) return;
    this.#chunks = [Buffer.concat(this.#chunks).subarray(-tailLength)];
    this.#length = tailLength;
  }

  text(): string {
    return Buffer.concat(this.#chunks).subarray(-tailLength).toString("utf8");
  }
}

/** A shell gives a command that was ended by a signal this code. */
const codeOf = { SIGXCPU: 152, SIGXFSZ: 153, SIGTERM: 143, SIGKILL: 137 } as const;

const endedBy = ({ exitCode, signal }: HeldEnding, name: keyof typeof codeOf) =>
  signal === name || exitCode === codeOf[name];

const failed = ({ exitCode }: HeldEnding) => exitCode !== 0;

/** Words of programs and libraries whose process the system kept to a limit. */
const words = {
  cpu: /CPU time limit exceeded/i,
  file: /File too large|EFBIG/,
  fork: /fork: (?:retry: )?Resource temporarily unavailable|EAGAIN.*(?:spawn|fork)|spawn.*EAGAIN/,
  memory:
    /Cannot allocate memory|ENOMEM|\bMemoryError\b|std::bad_alloc|Array buffer allocation failed|\bOut of memory\b|Sanitizer failed to allocate/,
} as const;

/** The system counts processor time in another way for its limits than it tells it, which is far apart over a second. */
const nearly = 0.5;

/** Seconds of its last time in which nobody may have looked at a process. */
const unseenSeconds = ({ cpuSeconds }: CommandLimits) => Math.min(1, cpuSeconds / 100);

/**
 * Limits that were met, as far as that shows: by the watch that ended the command, by signals, by what was seen of its
 * processes, and at last by what it printed, which alone makes it likely and no more.
 */
export function reachedLimits(ending: HeldEnding, limits: CommandLimits): ReachedLimit[] {
  const { tail, seen, stoppedAt } = ending;
  if (stoppedAt) return [stoppedAt];
  const says = (what: keyof typeof words) => failed(ending) && words[what].test(tail);
  const met = (name: Exclude<UseLimit, "workspaceMegabytes">, effect: ReachedLimit["effect"]) => [
    { name, most: limits[name], effect },
  ];
  const usedUp = (seen?.cpuSeconds ?? 0) >= nearly * limits.cpuSeconds && words.cpu.test(tail);
  const ranOver = (seen?.processSeconds ?? 0) >= limits.cpuSeconds - unseenSeconds(limits);
  const crowded = (seen?.tasks ?? 0) >= limits.processes;
  return [
    ...(endedBy(ending, "SIGXCPU") || usedUp || ranOver ? met("cpuSeconds", "refused") : []),
    ...(endedBy(ending, "SIGXFSZ")
      ? met("fileMegabytes", "refused")
      : says("file")
        ? met("fileMegabytes", "likely")
        : []),
    ...(says("fork") ? met("processes", crowded ? "refused" : "likely") : []),
    ...(says("memory") ? met("memoryMegabytes", "likely") : []),
  ];
}

const askFor = "If the command needs it, call again with outside_sandbox set; a person is asked then.";
const askElsewhere = "If the command needs it, tell the person why: commands here cannot leave the sandbox.";
const askNobody =
  "If the command needs it, tell the person why: the setting toolcrib.sandbox does not let commands leave the sandbox.";
const askIn = (program: Program) =>
  `If the tool needs it, ask for it in the permissions of its ${askingFile(program)}; a person has to approve it again then.`;

const writing = /Read-only file system|\bEROFS\b|Device or resource busy|\bEBUSY\b/;
const network =
  /Network is unreachable|\bENETUNREACH\b|Could not resolve host|unable to resolve host|Temporary failure (?:in name resolution|resolving)|\bEAI_AGAIN\b|Name or service not known|getaddrinfo|Failed to connect to|Couldn't connect to server/;
/** How programs name the host that they looked for. */
const lookedFor =
  /(?:Could not resolve host(?:name)?:? |getaddrinfo E[A-Z_]+ |unable to resolve host address [‘'"]|Temporary failure resolving '|\bhost='|lookup )((?:[\w-]+\.)+[\w-]+)/;
const rights = /Operation not permitted|\bEPERM\b/;
/** Git compares a file with its new name, which on a layer is a copy. */
const linking = /hardlink different from source/;

/** How programs say that no server of this machine answered, and at which port. */
const localServer =
  /(?:ECONNREFUSED|connect(?:ing|ion)? to|tcp)\b[^\n]{0,80}?(?:\blocalhost|\b127\.0\.0\.1|::1)[\])|"]{0,2}(?::|,? port )(\d{1,5})\b/i;
/** With `-s` curl says by this code alone that it found no server. */
const curlRefused = 7;
const refusal = /refused|ECONNREFUSED|Couldn't connect/i;

/** What holds it, as far as words go. */
type Held = Partial<
  Pick<
    Confinement,
    | "program"
    | "changesNothing"
    | "alone"
    | "mode"
    | "reach"
    | "onlyReads"
    | "integration"
    | "looksAtMachine"
    | "asksPort"
  >
>;

const askNext = "If the command needs it, call again: a person is asked then.";

/** @param path that is not among what commands see that run unasked, as it is shown. */
export const absentNote = (path: string): string =>
  `[${path} is hidden from commands that run without asking. ${askNext}]`;

/** Files that are named. */
const maxNamed = 5;

/** Some of many names. */
export const listed = (paths: readonly string[]) =>
  `${paths.slice(0, maxNamed).join(", ")}${paths.length > maxNamed ? ` and ${paths.length - maxNamed} more` : ""}`;

/** Of a command that named /tmp and ran on a layer without being asked about. */
export const lostNote =
  "[What the command left in /tmp is gone: commands that run without asking have a /tmp of their own. Keep in the workspace what you need later.]";

/** @param paths of protected names that a command brought to be, as they are shown. */
export const createdNote = (paths: readonly string[]): string =>
  `[The command created ${listed(paths)}: programs that the person starts may obey what is in there, so tell them.]`;

/** @param paths of files that a command which goes through folders found empty, as they are shown. */
export const hiddenNote = (paths: readonly string[]): string =>
  `[Files that may contain secrets appear empty to commands that run without asking: ${listed(paths)}.]`;

function adviceFor({ program, alone, mode, onlyReads }: Held): string {
  if (onlyReads) return askNext;
  if (program) return askIn(program);
  if (alone) return askElsewhere;
  return mode === "required" ? askNobody : askFor;
}

/** @param held of a command that may not reach a host. */
const networkAdvice = (held: Held): string =>
  held.integration === undefined || held.program || held.onlyReads
    ? adviceFor(held)
    : `If the command needs a host, name the host under "hosts" in integrations/${held.integration}/integration.json, or for its packages npm, pip or deno under "packages"; the person is asked once then.`;

function writable({ program, alone, onlyReads }: Held): string {
  if (onlyReads) return "commands that run without asking write in /tmp only";
  if (program?.permissions.writes === "none")
    return "the tool write in /tmp only, because its tool.json asks for nothing more";
  return alone
    ? "commands write in the agent's own workspace and /tmp only, and not to its .exec_history"
    : "commands write in the workspace folders and /tmp only, and not to protected files such as .git/hooks, .git/config or .vscode";
}

const allowing = (program: Program | undefined): string =>
  program
    ? `It reaches only hosts that both its ${askingFile(program)} and the setting toolcrib.web.allowedHosts name.`
    : "A person can allow hosts in the setting toolcrib.web.allowedHosts.";

/** Of a command that complained of the network without asking the proxy. */
function networkNote(tail: string, held: Held): string {
  const host = lookedFor.exec(tail)?.[1];
  const missed = host === undefined ? "" : `, so the command did not reach ${host}`;
  const there = held.reach?.isEmpty === false ? "no network but a proxy to allowed hosts" : "no network";
  return `[The sandbox has ${there}${missed}. ${allowing(held.program)} ${networkAdvice(held)}]`;
}

/**
 * Of a command that looked for a server of this machine where the sandbox has a network of its own.
 * @param held one that runs unasked is told how it may leave the sandbox, too; a yes to it as it is would not help.
 */
export function localNotes(ending: HeldEnding, held: Held): string[] {
  const told = failed(ending) && refusal.test(ending.tail) ? localServer.exec(ending.tail)?.[1] : undefined;
  const port = told ?? (ending.exitCode === curlRefused ? held.asksPort : undefined);
  if (port === undefined) return [];
  return [
    `[The sandbox has a localhost of its own, where nothing answered at port ${port}: start the server in the same command, or let a person name localhost:${port} in the setting toolcrib.web.allowLocal. ${adviceFor({ ...held, onlyReads: false })}]`,
  ];
}

/** Of a command about processes or ports, where the sandbox has its own: an empty list would be believed. */
export function machineNotes(ending: HeldEnding, held: Held): string[] {
  const { looksAtMachine } = held;
  if (looksAtMachine === undefined || (looksAtMachine !== "lists" && !failed(ending))) return [];
  if (looksAtMachine === "signalsItself" && (endedBy(ending, "SIGTERM") || endedBy(ending, "SIGKILL")))
    return [
      "[pkill -f ended the shell of this command, because the shell's command line contains the same text: nothing after it ran. Leave it out, because in the sandbox only the command's own processes exist; kill $! ends one that it started in the background. Background jobs are there for job_output and job_stop.]",
    ];
  return [
    `[In the sandbox only the command's own processes and ports exist. Background jobs are there for job_output and job_stop. ${adviceFor({ ...held, onlyReads: false })}]`,
  ];
}

/** What the way out of a sandbox tells of hosts. */
export type MetHosts = Pick<Egress, "refused" | "troubles">;

/** Of hosts that the sandbox let a command reach and that did not do their part; nothing where it did without. */
export const troubleNotes = (ending: HeldEnding, hosts: Pick<MetHosts, "troubles"> | undefined): string[] =>
  failed(ending)
    ? [...(hosts?.troubles() ?? [])].map(
        ([host, what]) =>
          `[${host} ${what}. The sandbox allows this host: check its name and port, try again later, or tell the person.]`,
      )
    : [];

/** Of a command that runs while its agent only plans. */
const planNote = "[The sandbox lets commands write in /tmp only while plan mode is on: continue with read-only work.]";

/**
 * What the words that a command printed tell of the sandbox.
 * @param isExplained true where its failure is told of already.
 */
export function saidNotes(ending: HeldEnding, held: Held, isExplained: boolean): string[] {
  if (!failed(ending)) return [];
  const { tail } = ending;
  const advice = adviceFor(held);
  const isPlanning = held.changesNothing && !held.program && !held.onlyReads;
  if (writing.test(tail) && isPlanning) return [planNote];
  if (writing.test(tail)) return [`[The sandbox lets ${writable(held)}. ${advice}]`];
  if (linking.test(tail))
    return [
      `[In the sandbox git cannot share files with the repository that it copies: give git clone --no-hardlinks. ${advice}]`,
    ];
  if (isExplained) return [];
  if (network.test(tail)) return [networkNote(tail, held)];
  if (!rights.test(tail)) return [];
  return [
    `[The sandbox gives no rights beyond those of a plain user, and no access to other processes. ${held.program ? "Do without." : advice}]`,
  ];
}

/**
 * What the sandbox refused, and which hosts did not answer.
 * @param hosts absent where there was no way out.
 * @param held tells a tool that an agent made, an agent's own workspace, and whether a person may let it out.
 */
export function refusalNotes(ending: HeldEnding, hosts: MetHosts | undefined, held: Held = {}): string[] {
  const refusing = held.reach?.isEmpty ? "has no network and refused" : "refused";
  const refused = [...(hosts?.refused ?? [])].map(
    ([host, reason]) => `[The sandbox ${refusing} a connection to ${host}: ${reason}. ${networkAdvice(held)}]`,
  );
  const notes = [...refused, ...troubleNotes(ending, hosts)];
  return [...notes, ...saidNotes(ending, held, notes.length > 0)];
}
