/** How commands are run. */
import type { ResolvedPath } from "../vocabulary/effect";
import type { ExtraAccess } from "../vocabulary/extraAccess";
import type { GivenSecrets } from "../vocabulary/program";
import type { ShellChoice, ShellLanguage } from "../vocabulary/shellLanguage";
import type { CheckpointPort } from "./changes/checkpoint";
import type { CommandLayer } from "./changes/layer";
import type { CommandHold, Confinement, ReachedHost, SandboxName } from "./confinement";
import type { OutputStream } from "./outputLog";
import type { ReachedLimit } from "./reachedLimit";
import type { Repositories } from "./repository";

/** How a command ended. Exactly one of `exitCode` and `signal` is set unless it could not be started. */
export interface CommandOutcome {
  readonly exitCode: number | undefined;
  readonly signal: string | undefined;
  /** Milliseconds from start to end. */
  readonly durationMs: number;
  readonly endedBy: "itself" | "timeout" | "cancellation" | "limit";
  /** Limits that it met, as far as that shows; `notes` says so too (HB-6). */
  readonly limits?: readonly ReachedLimit[];
  /** True when processes that the command left running had to be stopped. */
  readonly stoppedLeftovers: boolean;
  /** What held it (D-15). */
  readonly sandbox: SandboxName;
  /** What a model should know of what the sandbox or a limit refused, one sentence each. */
  readonly notes: readonly string[];
  /** Set when it seems to have failed because it was held to only read: a person is asked the next time (D-13). */
  readonly needsMore?: true;
  /** What it was after that it could be given by itself, each as its own thing: a person is asked about that alone. */
  readonly missed?: ExtraAccess;
  /** Hosts that its proxy let it talk to; absent where it talked to none, or nothing tells. */
  readonly reached?: readonly ReachedHost[];
  /** Absolute path of the folder in which its shell ended, where that was asked for and the shell told; not to be trusted. */
  readonly folder?: string;
  /** What it changed, where it ran on a layer; to be discarded when it has been looked at. */
  readonly layer?: CommandLayer;
}

/** How much a terminal shows. */
export interface TerminalSize {
  readonly rows: number;
  readonly columns: number;
}

/** The terminal that a person sees and types into. */
export interface CommandTerminal {
  readonly size: TerminalSize;
  /**
   * Listens until the returned function is called.
   * @param wires `onKeys` hears what is typed, as a terminal sends it; `onResize` hears each change of the size.
   */
  connect(wires: { onKeys(keys: string): void; onResize(size: TerminalSize): void }): () => void;
}

/** A port on which a command's processes listen. */
export interface ListeningPort {
  readonly port: number;
  /** As `127.0.0.1`; `0.0.0.0` and `::` mean every address of the machine. */
  readonly address: string;
  /** False where a sandbox has a network of its own, so that nothing outside of it can connect. */
  readonly isReachable: boolean;
}

/** A command that runs. */
export interface RunningCommand {
  /** The TCP ports on which its processes listen now, lowest first; none where the system does not tell. Never rejects. */
  listening(): Promise<readonly ListeningPort[]>;
  /**
   * The HTTP status with which one of these ports answers; undefined while it does not. Never rejects.
   * @param port one that its processes listen on; nothing else is asked. @param path begins with `/`.
   */
  answers(port: number, path: string): Promise<number | undefined>;
}

/** A command to run in a shell, in its own process group. */
export interface CommandRequest {
  readonly command: string;
  /** What it is written in, which decides on the shell; absent: bash. */
  readonly language?: ShellLanguage;
  readonly cwd: ResolvedPath;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Names of variables that the command does not get (SH-9). */
  readonly hiddenVariables: readonly string[];
  /** Texts that are in no output that anybody sees: whoever shows it before its caller does takes them out. */
  readonly hiddenTexts?: readonly string[];
  /** Variables that this command alone gets: secrets, which nobody else may read. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Secrets that this command alone gets as files, by their names; the variable `NAME_FILE` has the path of each. */
  readonly secretFiles?: Readonly<Record<string, string>>;
  /**
   * True when nobody was asked and no rule of the person's frees git, and while the agent only plans: then what could make it do more than its words say
   * (git's configured programs) is switched off.
   */
  readonly unasked: boolean;
  /** Whose command this is: for the person's eyes, and for the temporary folder that is kept between its commands. */
  readonly agent: string;
  /** What holds it besides its process group; absent: nothing does. */
  readonly hold?: CommandHold;
  /** What it reads on its standard input; absent: nothing, and an end at once. */
  readonly input?: string;
  /** True when it goes on after the call that began it (SH-8). */
  readonly background?: boolean;
  /** True when it runs in a terminal, so that both its streams are one; it reads what is typed there and has no `input`. */
  readonly tty?: boolean;
  /** For a command with `tty`, brought by the surface that shows it. */
  readonly terminal?: CommandTerminal;
  /**
   * Hears of each host before the command first talks to it, where a proxy tells; the connection waits for the promise.
   * Must not reject.
   */
  onReached?(host: string): Promise<void>;
  /** True when the folder in which its shell ends is wanted. */
  readonly tellsFolder?: boolean;
  /**
   * Receives output as it is printed, the two streams apart; the bytes stay as they are.
   * @returns a promise when no more should come before it is fulfilled.
   */
  onOutput(stream: OutputStream, chunk: Uint8Array): Promise<void> | undefined;
  /** Called once it runs; again where it had to be started again. */
  onStarted?(running: RunningCommand): void;
}

/** Secrets that people give to integrations (EX-1). */
export interface SecretPort {
  /**
   * The value of one; undefined where nobody gave it.
   * @throws ToolError `unavailable` where the store cannot be read.
   */
  get(of: Pick<GivenSecrets, "workspace" | "integration">, name: string): Promise<string | undefined>;
}

/** Runs commands. */
export interface ShellPort {
  /** @throws ToolError `unavailable` where commands cannot run at all, `command_failed` when this one cannot be started. */
  run(request: CommandRequest): Promise<CommandOutcome>;
  /** The language of the shell that runs commands, by a person's choice; absent: bash. */
  languageFor?(choice: ShellChoice): ShellLanguage;
  /** What will hold a command, as one sentence for the person who is asked (D-15). */
  describeHold?(confinement: Confinement, outsideSandbox: boolean): Promise<string>;
  /** True when a sandbox will hold it; absent: none does. */
  isHeld?(confinement: Confinement, outsideSandbox: boolean): Promise<boolean>;
  /** Why no command can run on a layer here, as one clause; undefined when it can. Absent: there are no layers here. */
  whyNoLayer?(confinement: Confinement): Promise<string | undefined>;
  /** Keeps files as they were before a command that changes them in their place; absent: nothing does. */
  readonly checkpoints?: CheckpointPort;
  /** True where what is written in bash is run by a shell that knows less (`sh`). */
  isPlain?(choice: ShellChoice): boolean;
  /** The git repositories that a command finds which is started in a folder. @param folder absolute path. */
  repositoriesAt(folder: string): Promise<Repositories>;
}
