/** What a model should know of a command that met the sandbox or a limit: one sentence each, with what to do (D-15, HB-6). */
import type { CommandLimits } from "../../core/confinement";
import type { Program } from "../../core/program";

/** What is known when a command has ended. */
export interface Ending {
  readonly exitCode: number | undefined;
  readonly signal: string | undefined;
  /** The end of what it printed, both streams. */
  readonly tail: string;
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
const codeOf = { SIGXCPU: 152, SIGXFSZ: 153 } as const;

const endedBy = ({ exitCode, signal }: Ending, name: keyof typeof codeOf) =>
  signal === name || exitCode === codeOf[name];

const failed = ({ exitCode }: Ending) => exitCode !== 0;

/** Limits that were reached, as far as that shows. */
export function limitNotes(ending: Ending, limits: CommandLimits): string[] {
  const reached = (what: string, name: string, value: string) =>
    `[It reached a limit: ${what} (toolcrib.limits.${name} = ${value}). Do less at once, or ask the person to raise it.]`;
  const { tail } = ending;
  const notes: string[] = [];
  if (endedBy(ending, "SIGXCPU"))
    notes.push(reached("seconds of processor time of one process", "cpuSeconds", `${limits.cpuSeconds}`));
  if (endedBy(ending, "SIGXFSZ") || (failed(ending) && /File too large|EFBIG/.test(tail)))
    notes.push(reached("mebibytes of one file", "fileMegabytes", `${limits.fileMegabytes}`));
  if (
    failed(ending) &&
    /fork: (?:retry: )?Resource temporarily unavailable|EAGAIN.*(?:spawn|fork)|spawn.*EAGAIN/.test(tail)
  )
    notes.push(reached("processes and threads", "processes", `${limits.processes}`));
  if (
    failed(ending) &&
    /Cannot allocate memory|ENOMEM|\bMemoryError\b|std::bad_alloc|Array buffer allocation failed|\bOut of memory\b/.test(
      tail,
    )
  )
    notes.push(reached("mebibytes of memory of one process", "memoryMegabytes", `${limits.memoryMegabytes}`));
  return notes;
}

const askFor = "If the command needs it, call again with outside_sandbox set; a person is asked then.";
const askInManifest =
  "If the tool needs it, ask for it in the permissions of its tool.json; a person has to approve it again then.";

const writing = /Read-only file system|\bEROFS\b|Device or resource busy|\bEBUSY\b/;
const network =
  /Network is unreachable|\bENETUNREACH\b|Could not resolve host|Temporary failure in name resolution|\bEAI_AGAIN\b|Name or service not known|getaddrinfo|Failed to connect to|Couldn't connect to server/;
const rights = /Operation not permitted|\bEPERM\b/;

const writable = (program: Program | undefined): string =>
  program?.permissions.writes === "none"
    ? "the tool write in /tmp only, because its tool.json asks for nothing more"
    : "commands write in the workspace folders and /tmp only, and not to protected files such as .git/hooks, .git/config or .vscode";

const reachable = (program: Program | undefined): string =>
  program
    ? "the hosts that its tool.json names and toolcrib.web.allowedHosts lists"
    : "the hosts of toolcrib.web.allowedHosts";

/**
 * What the sandbox refused.
 * @param refused hosts that the proxy refused, with the reason.
 * @param program what ran, when it was a tool that an agent made.
 */
export function refusalNotes(ending: Ending, refused: ReadonlyMap<string, string>, program?: Program): string[] {
  const advice = program ? askInManifest : askFor;
  const notes = [...refused].map(
    ([host, reason]) => `[The sandbox refused a connection to ${host}: ${reason}. ${advice}]`,
  );
  if (!failed(ending)) return notes;
  const { tail } = ending;
  if (writing.test(tail)) notes.push(`[The sandbox lets ${writable(program)}. ${advice}]`);
  if (notes.length === 0 && network.test(tail))
    notes.push(`[The sandbox has no network but to ${reachable(program)}. ${advice}]`);
  if (notes.length === 0 && rights.test(tail))
    notes.push(
      `[The sandbox gives no rights beyond those of a plain user, and no way to other processes. ${program ? "Do without." : askFor}]`,
    );
  return notes;
}
