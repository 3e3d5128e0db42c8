/** What a tool is: a validated input, a plan of effects, and a run that may do just what was planned. */
import type * as z from "zod";
import type { AgentJobs } from "../jobs/jobs";
import type { UndoInfo } from "../journal/journalEntry";
import type { ReachedHost } from "../ports/confinement";
import type { EditorTests } from "../ports/editor/editorTests";
import type { CellRun } from "../ports/editor/notebooks";
import type { DirectoryEntry, EntryFacts, FileStat } from "../ports/files";
import type { UsableRuntimes } from "../ports/runtimes";
import type { SearchPort } from "../ports/search";
import type { CommandOutcome, CommandRequest } from "../ports/shell";
import type { FetchWish, WebAnswer } from "../ports/web";
import type { Session } from "../session/session";
import type { CarriedLineage } from "../session/taint";
import type { Settings } from "../settings/settings";
import type { GoingWhole } from "../vocabulary/changes/wholeChange";
import type { Decision, Refusal } from "../vocabulary/decision";
import type {
  DelegateEffect,
  Effect,
  EffectKind,
  FetchEffect,
  PresentEffect,
  QuestionAnswer,
  ResolvedPath,
  WriteEffect,
} from "../vocabulary/effect";
import type { ShellLanguage } from "../vocabulary/shellLanguage";
import type { ToolError } from "../vocabulary/toolError";
import type { AgentDebugger } from "./agentDebugger";
import type { AgentWish, Subagent } from "./delegation";
import type { KnownCode } from "./knownCode";
import type { Traits } from "./traits";

/** Facts for schedulers, pickers and other agents (IFC-3, IFC-7). */
export interface ToolMetadata {
  /** May run beside other calls. */
  readonly concurrencySafe: boolean;
  readonly readOnly: boolean;
  /** May do damage that cannot be taken back. */
  readonly destructive: boolean;
  /** A second equal call changes nothing more. */
  readonly idempotent: boolean;
  /** Words that should find the tool when it is deferred. */
  readonly searchHint?: string;
}

/** Facts of a tool that only looks. */
export const looking: ToolMetadata = { concurrencySafe: true, readOnly: true, destructive: false, idempotent: true };

/** Something a model sees beside the text: a picture, or a file's bytes (IFC-10). */
export interface ResultPart {
  readonly kind: "image" | "file";
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}

/** What came of a call (IFC-4). Failures are results too. */
export interface ToolResult {
  /** What the model reads. */
  readonly text: string;
  readonly parts?: readonly ResultPart[];
  readonly isError: boolean;
  /** The end of the text, where that stays as it is in a dialect that words the result itself. */
  readonly afterwards?: string;
  /** The same as facts, for dialects that word it themselves and for other programs. */
  readonly data?: unknown;
  /** Set when the policy refused it; not for models. */
  readonly refusal?: Refusal;
  /** Set when it changed files. */
  readonly undo?: UndoInfo;
  /** What went into it beside what its plan's effects read, as into another agent's words (PO-6). */
  readonly lineage?: readonly CarriedLineage[];
  /** Hosts that a run apart, which was made for this call, talked to (PO-7). */
  readonly reached?: readonly ReachedHost[];
}

/** Reading while a call is planned: each read is judged first, so a plan cannot look where the call may not (D-6). */
export interface PlanHost {
  /** @param path as a caller gave it, who may have copied it from a result; see meantPath. */
  resolve(path: string, base?: string): Promise<ResolvedPath>;
  stat(target: ResolvedPath): Promise<FileStat | undefined>;
  read(target: ResolvedPath): Promise<Uint8Array>;
  /** See FilePort.encodingOf. */
  encodingOf(target: ResolvedPath): Promise<string | undefined>;
  /** The language that commands have to be written in here. */
  shellLanguage(): ShellLanguage;
  /** What runs files here, and which of it the agent may use (EX-10, EN-2). */
  runtimes(): Promise<UsableRuntimes>;
  /** Absent where no editor knows the files. */
  readonly code?: KnownCode;
  /** False where no editor runs notebooks. */
  readonly runsNotebooks: boolean;
  /** False where no editor runs the tests of its extensions. */
  readonly runsEditorTests: boolean;
  /** False where no editor debugs programs. */
  readonly debugs: boolean;
  /** For a tool that is about to look at what it would change. @throws ToolError `denied` where nothing may be written. */
  mayWrite(target: ResolvedPath): Promise<void>;
  /** How the policy judges an effect, for a plan that leaves out what it would refuse. */
  verdict(effect: Effect): Promise<Decision>;
  /** See JournalStore.canKeep. */
  canKeep(going: readonly GoingWhole[]): Promise<readonly boolean[]>;
  /** Up to three files that a path to nothing may mean, by their names: such as the call may read without a question. */
  alike(missing: ResolvedPath): Promise<readonly ResolvedPath[]>;
  /** Real paths of the files whose text in an editor is not what is on the disk. */
  unsaved(): Promise<ReadonlySet<string>>;
}

/** What a running tool may use. Every member refuses what was not planned and judged. */
export interface PlannedHost {
  stat(target: ResolvedPath): Promise<FileStat | undefined>;
  read(target: ResolvedPath): Promise<Uint8Array>;
  /** See FilePort.stream. */
  stream(target: ResolvedPath, signal: AbortSignal, from?: number): AsyncIterable<Uint8Array>;
  encodingOf(target: ResolvedPath): Promise<string | undefined>;
  list(target: ResolvedPath): Promise<DirectoryEntry[]>;
  examine(folder: ResolvedPath, names: readonly string[]): Promise<EntryFacts[]>;
  /**
   * Applies planned writes in their order; what is written is what was approved. When one fails, those before it are
   * taken back and the failure is thrown: all or nothing.
   */
  write(...effects: readonly WriteEffect[]): Promise<void>;
  exec(
    request: Omit<CommandRequest, "hiddenVariables" | "agent" | "unasked" | "hold" | "terminal"> & {
      /** Called once what it changes can be asked for while it runs; see LiveCommand.look. */
      onLive?(look: () => Promise<string | undefined>): void;
    },
  ): Promise<CommandOutcome>;
  readonly search: SearchPort;
  /** Absent where no editor knows the files. */
  readonly code?: KnownCode;
  /** Makes a planned request; a redirect is an answer, and where it leads is a call of its own. @throws see WebPort. */
  fetch(effect: FetchEffect, wish: FetchWish): Promise<WebAnswer>;
  /** Runs the cell of a notebook that a planned effect hands to its kernel. @throws see NotebookPort.run; `unavailable` without one. */
  runCell(effect: DelegateEffect, file: ResolvedPath, cell: number, signal: AbortSignal): Promise<CellRun>;
  /** Runs the tests that a planned effect hands to the editor. @throws see EditorTestsPort.run; `unavailable` without one. */
  runEditorTests(effect: DelegateEffect, tests: EditorTests, signal: AbortSignal): Promise<string>;
  /** Absent where no editor debugs programs. */
  readonly debugging?: AgentDebugger;
  /** The text of a planned effect as the person who was asked left it. */
  presented(effect: PresentEffect): string;
  /** What the person answered to the questions of a planned effect, in their order; empty where nobody was asked. */
  answers(effect: PresentEffect): readonly QuestionAnswer[];
}

/** What planning may know beside the input. */
export interface PlanContext {
  readonly host: PlanHost;
  readonly session: Session;
  readonly settings: Settings;
  /** Real paths of the roots, the first being the base of relative paths. */
  readonly roots: readonly string[];
  /** The ways of the dialect the call is made in. */
  readonly traits: Traits;
  /** Asks a model, when there is one and the person lets it be asked; undefined when it gave no answer (ED-10). */
  readonly askModel?: AskModel;
  readonly tools: KnownTools;
  /** Real paths of the person's own roots, for a call that works apart from them. */
  readonly workspace?: readonly string[];
  /** Real path of the agent's own workspace, for a call that works elsewhere: it is searched only when it is named (EX-3). */
  readonly ownWorkspace?: string;
  /** What the call that this one is part of handed to it; see RunContext.call. */
  readonly privateInput?: unknown;
  readonly signal: AbortSignal;
}

/** One question to a chat model, without tools. Never throws; a failure is no answer. */
export type AskModel = (question: string, signal: AbortSignal) => Promise<string | undefined>;

/** What running may know. */
export interface RunContext {
  readonly host: PlannedHost;
  readonly session: Session;
  readonly settings: Settings;
  /** Real paths of the roots, the first being the base of relative paths. */
  readonly roots: readonly string[];
  /** The ways of the dialect the call is made in. */
  readonly traits: Traits;
  readonly signal: AbortSignal;
  /** Globs that no search looks into, because the files hold secrets. */
  readonly hiddenGlobs: readonly string[];
  /** The agent's own commands. */
  readonly jobs: AgentJobs;
  readonly tools: KnownTools;
  /** Hands work to another agent; absent where no model is to be had. */
  startAgent?(wish: AgentWish): Promise<Subagent>;
  /** The agents to which this one handed work, as far as they are remembered. */
  ownAgents(): readonly Subagent[];
  /**
   * Makes another call as part of this one, for tools that are made of others; it is judged, asked about and recorded like any.
   * @param tool its name in the dialect `standard`, whatever dialect this call is made in.
   * @param handed reaches the tool's plan beside the input, and nothing else does: no model can write it.
   */
  call(tool: string, input: unknown, handed?: unknown): Promise<ToolResult>;
  /** Live progress for the person watching, one line at a time (IFC-2). */
  progress(line: string): void;
}

/** A person's no, or nobody's yes. */
export interface Declined {
  /** `person` for a person. */
  readonly by: string;
  /** What they said, or why nobody could be asked. */
  readonly feedback?: string;
}

/** What a call would do, and how. */
export interface Plan {
  /** A short line for people: `Edit src/a.ts`. */
  readonly title: string;
  /** Everything the call would do, and nothing else. */
  readonly effects: readonly Effect[];
  /** Facts a person should know before saying yes, one line each. */
  readonly notes?: readonly string[];
  run(context: RunContext): Promise<ToolResult>;
  /** The command line of which it makes the changes. */
  readonly ofCommand?: string;
  /** Tells the model of a no, where that is an answer to work with; by default that nothing was done. */
  declined?(answer: Declined): string;
}

/** A tool, once, for every host and dialect (IFC-1). */
export interface Tool<I = never> {
  /** Name in the standard dialect. */
  readonly name: string;
  /** Name for people. */
  readonly displayName: string;
  /** For people, in a few words: pickers show one line. */
  readonly summary: string;
  /** For the model: what it does, when to use it, what it returns. */
  readonly description: string;
  readonly input: z.ZodObject;
  /** Optional parameters that hardly a call goes without: a person is asked for them as for the others. */
  readonly usual?: readonly string[];
  readonly metadata: ToolMetadata;
  /** What it does not do, and what does, or where that is given: a clause for the refusal of an argument that it has no parameter for. */
  readonly elsewhere?: string;
  /** Set when it works in the agent's own workspace, whatever folder the person has open (C-41). */
  readonly place?: "workspace";
  /** Set when it is offered only where an editor knows the files, runs notebooks, or debugs programs. */
  readonly needs?: "code" | "notebooks" | "debugging";
  /** The kinds of effect its plans may hold; a plan with another kind is refused. */
  readonly effectKinds: readonly EffectKind[];
  /**
   * Says what a call would do, without doing it. Only reads, and only through `context.host`.
   * @throws ToolError when the call cannot succeed.
   */
  plan(input: I, context: PlanContext): Promise<Plan>;
}

/** A tool whose input type no longer matters to its holder. */
export type AnyTool = Tool<never>;

/** Declares a tool; exists so that the input's type follows from its schema. */
export const defineTool = <S extends z.ZodObject>(
  definition: Omit<Tool<z.infer<S>>, "input"> & { readonly input: S },
): AnyTool => definition as unknown as AnyTool;

/** One tool as one dialect names, describes and words it, over the shared tool. */
export interface DialectTool {
  /** Name the model calls. */
  readonly name: string;
  /** Other names that reach it, exactly as this one (IFC-8). */
  readonly aliases: readonly string[];
  readonly displayName: string;
  readonly description: string;
  /** Parameters as this dialect names them. */
  readonly input: z.ZodObject;
  /** The same as the JSON Schema that they were made from, where they were. */
  readonly parameters?: Record<string, unknown>;
  readonly tool: AnyTool;
  /** Where this dialect states other facts than the tool does (IFC-7). */
  readonly metadata?: ToolMetadata;
  /** Lists that it takes no single text for, because it refuses that in words of its own (LS-4). */
  readonly strictLists?: readonly string[];
  /** Older shapes of its arguments made into the present one, before anything is checked (DIA-4). */
  migrateArguments?(given: Record<string, unknown>): Record<string, unknown>;
  /**
   * This dialect's arguments as the tool's own input.
   * @param base see translate. @throws ToolError when this dialect is stricter than the tool.
   */
  toInput(args: Record<string, unknown>, base?: string): Record<string, unknown>;
  /** This dialect's words for a success; the tool's own when absent. */
  present?(result: ToolResult, args: Record<string, unknown>): string;
  /** This dialect's words for a failure that the tool returned with its result, such as a command that was stopped. */
  presentFailure?(result: ToolResult, args: Record<string, unknown>): string;
  /** This dialect's words for a failure; the tool's own when absent. */
  presentError?(error: ToolError, args: Record<string, unknown>): string;
}

/** The tools as one session sees them (DF-3). */
export interface KnownTools {
  /** Whether there are more tools than are shown at once (DF-1). */
  readonly isDeferring: boolean;
  /** Every tool there is. */
  all(): readonly DialectTool[];
  /** By name, alias, or the name that VS Code knows it by; deferred or not. */
  find(name: string): DialectTool | undefined;
  /** True for a tool that is not shown before it was searched for. */
  isDeferred(name: string): boolean;
  /** What a model is given (DF-2b). */
  activeTools(): readonly DialectTool[];
  /** Names of the tools that a name which there is not may have meant. */
  closestNames(name: string): readonly string[];
  /** False for a tool that could only fail now. */
  isOfUse(tool: DialectTool): boolean;
  /** The tools that fit a query about as well as the best; best first (TS-1, C-38). */
  searchTools(query: string): readonly DialectTool[];
  /** Whether a model may not be offered a tool that is active, because its host listed the tools before. */
  mayBeUnlisted(name: string): boolean;
  /** Whether a tool that is activated now is offered only from the next turn on. */
  readonly listsPerTurn: boolean;
  /** Offers tools for the rest of the session; nothing happens for a name that there is not. */
  activateTool(...names: readonly string[]): void;
}
