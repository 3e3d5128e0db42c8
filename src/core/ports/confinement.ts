/** What may hold a command while it runs: facts of the policy, for the host that knows how (D-15, HB-6, C-43). */
import type { ClosedFiles } from "../vocabulary/closedFiles";
import type { ExecEffect } from "../vocabulary/effect";
import type { ExtraAccess } from "../vocabulary/extraAccess";
import type { Program } from "../vocabulary/program";
import type { RunQuota } from "./diskQuota";

/** What holds a command. `none`: it runs with the rights of whoever started the host. */
export type SandboxName = "bubblewrap" | "seatbelt" | "none";

/** Limits on a command; they hold with and without a sandbox (HB-6). Those of all of its processes are watched on Linux. */
export interface CommandLimits {
  /** Seconds of processor time of one process, of all its threads together. */
  readonly cpuSeconds: number;
  /** The same of all processes together. */
  readonly runCpuSeconds: number;
  /** Mebibytes of one file that is written. */
  readonly fileMegabytes: number;
  /** Processes and threads at once; the system counts them beyond those that the machine has when the command starts. */
  readonly processes: number;
  /** Mebibytes of private memory of one process; 0 for no limit. */
  readonly memoryMegabytes: number;
  /** Mebibytes of memory that is held of all processes together; 0 for no limit. */
  readonly runMemoryMegabytes: number;
}

/** The verdict on one address. */
export interface AddressVerdict {
  /** Why it may not be reached, as one clause; undefined when it may. */
  readonly refused?: string;
  /** It was allowed as a server of this machine or network, so its address need not be on the open internet (WF-6). */
  readonly isLocal: boolean;
  /** It is refused only because nobody was asked. */
  readonly mayBeAsked?: true;
}

/** A host that a command was let talk to, as far as its proxy saw (PO-7). */
export interface ReachedHost {
  /** With its port where that is not 443. */
  readonly host: string;
  /** HTTP methods, each once; empty where all was encrypted. */
  readonly methods: readonly string[];
  /** Bytes from the command to the host, and back. */
  readonly sent: number;
  readonly received: number;
}

/** Which addresses a command may reach (HB-4). */
export interface Reach {
  /** True when there are none. */
  readonly isEmpty: boolean;
  /** Ports of this machine whose servers may be reached. */
  readonly localPorts: readonly number[];
  /** @param url with `http:` or `https:`, whatever is spoken there. */
  judge(url: string): AddressVerdict;
  /** True for an IP address on the open internet: the one that a name led to is judged again (WF-6). */
  isPublic(ip: string): boolean;
  /** True for an IP address of this machine or of a private network; metadata services are neither (WF-6). */
  isPrivate(ip: string): boolean;
}

/** What a command takes of the folders that it names without reading what lies in them. */
export interface TakenFolders {
  /** True for all that lies in them, false for their entries alone. */
  readonly isDeep: boolean;
  /** True when a part of it names none, and so takes the one that it works in. */
  readonly isHere: boolean;
}

/** What the policy wants a command held by. Paths are real. */
export interface Confinement {
  readonly mode: "auto" | "required" | "off";
  /** Folders that commands may change. */
  readonly roots: readonly string[];
  /** Names the set of folders that are open: temporary files are kept for each of them. */
  readonly project: string;
  /** True for an agent that works apart: of the repository that its worktree belongs to, commands may change nothing (AG-2). */
  readonly isolated: boolean;
  /** The person's own folders, for an agent that works apart: what is closed there and secrets are hidden. */
  readonly workspace: readonly string[];
  /** The agent's own workspace: nothing in it is kept from its commands but what is Toolcrib's (EX-1). */
  readonly ownWorkspace?: string;
  /** True for work in that workspace alone: of the person's own folders nothing can be seen (HB-1). */
  readonly alone: boolean;
  readonly home: string;
  /** Folders that commands may not even see. */
  readonly closed: readonly string[];
  readonly limits: CommandLimits;
  readonly reach: Reach;
  /** True for a command that is known to talk to the network: where nothing can be reached, it learns so at once. */
  readonly talksToNetwork: boolean;
  /** Names that are kept from coming to be at the top of a root. */
  readonly unplantable: readonly string[];
  /** Paths below each of the person's roots, without wildcards, where programs of theirs lie. */
  readonly programPlaces: readonly string[];
  /** Paths below each root, without wildcards, that a person protected by a setting. */
  readonly protectedPlaces: readonly string[];
  /** True for a command that runs unasked because it is held to only read: it can change nothing and reach nobody, in case that is wrong. */
  readonly onlyReads: boolean;
  /** True when it may change nothing in the roots, whatever it is: a tool asked for no more, or its agent only plans. */
  readonly changesNothing: boolean;
  /** What it is given all the same. */
  readonly extra?: ExtraAccess;
  /** True when its exit code may be that of one part of it, so that another one may have failed. */
  readonly hasParts: boolean;
  /** True when its text names the temporary folder of its agent, which the sandbox puts in the place of /tmp. */
  readonly namesTemporary: boolean;
  /** True when it may work on a clone of the roots where no layer can be had (macOS). */
  readonly clonesWorkspace: boolean;
  /** Set when all of it is narrowed to what a tool that an agent made asked for (CT-2). */
  readonly program?: Program;
  /** True when a person is asked, or was, for hosts beside those of the settings. */
  readonly asksForHosts?: true;
  /** Name of the integration whose manifest may ask for hosts that it is refused. */
  readonly integration?: string;
  /** True when git is among what it runs, which would take a hidden file that it keeps for a changed one. */
  readonly usesGit: boolean;
  /** Set for a command about processes or ports: it lists them, or only sends them signals, maybe to its own shell. */
  readonly looksAtMachine?: "lists" | "signals" | "signalsItself";
  /** Set when curl in it asks a server of this machine: the server's port. */
  readonly asksPort?: string;
  /** True when it reads the files of whole folders, so that it may come by some that are hidden. */
  readonly goesThroughFolders: boolean;
  /** Set when it copies, packs or measures what lies in folders. */
  readonly takesFolders?: TakenFolders;
  /** Name the tests below: while they stay the same, so do their answers. */
  readonly secretTest: string;
  readonly protectedTest: string;
  /** True for a file that may hold secrets. @param root the folder that its patterns count from. */
  isSecret(path: string, root?: string): boolean;
  /** True for what lies in a root and may be read but not changed. */
  isProtected(root: string, path: string): boolean;
}

/** What is known of a command before it is held; nothing for the confinement of commands in general. */
export type ConfinedCommand = Partial<
  Pick<ExecEffect, "command" | "language" | "program" | "extra" | "wish" | "integration">
> & {
  /** See Confinement. */
  readonly onlyReads?: boolean;
};

/** What a command is run with. */
export interface CommandHold {
  readonly confinement: Confinement;
  readonly closedFiles: ClosedFiles;
  /** A person let this very command run outside the sandbox; the limits hold all the same. */
  readonly outsideSandbox: boolean;
  /** The agent's own workspace, where there is one whose files are counted. */
  readonly quota?: RunQuota;
  /**
   * What it changes in the workspace stays on a layer of its own; see CommandOutcome.layer. `open`: what belongs to the
   * workspace and lies beside it (the repository of a worktree) can be changed as it is.
   */
  readonly onLayer?: "held" | "open" | "tried";
}
