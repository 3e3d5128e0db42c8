/**
 * Effects: what a call would do to the world. Policy, previews, undo, audit and the sandbox judge and record
 * effects, never tool names, so a new tool needs none of their code.
 */

import type { ChangeFacts } from "./changes/fileEntry";
import type { WholeMove } from "./changes/wholeChange";
import type { AccessWish, ExtraAccess } from "./extraAccess";
import type { Program } from "./program";
import type { SearchProvider } from "./searchProviderName";
import type { ShellLanguage } from "./shellLanguage";

/** Where a path leads once `~`, relative parts and symbolic links are resolved (D-6). */
export interface ResolvedPath {
  /** Absolute path as it was named: `..` collapsed, links kept. */
  readonly path: string;
  /** Every link followed; for a file that is not there yet, its nearest existing ancestor's real path plus the rest. */
  readonly real: string;
  /** Real path of the root that contains `real`, when one does. */
  readonly root?: string;
  /**
   * For people and models: relative to the root with `/`, prefixed with the root's name when there are several; else absolute.
   * What would break a line or hide in it is written as shownPath does.
   */
  readonly shown: string;
}

/** Reads one file's content. */
export interface ReadEffect {
  readonly kind: "read";
  readonly target: ResolvedPath;
}

/** Enumerates a folder, or searches names or contents below it. */
export interface ListEffect {
  readonly kind: "list";
  readonly target: ResolvedPath;
}

/**
 * Replaces one file's bytes. `before` undefined: the file is created; `after` undefined: it is deleted. A symbolic link or a
 * folder is changed in the same way (see ChangeFacts): then the target is the name itself, and no link is followed.
 */
export interface WriteEffect extends ChangeFacts {
  readonly kind: "write";
  readonly target: ResolvedPath;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
  /** Label of the encoding its text is stored in, for showing it; by default what its bytes look like. */
  readonly encoding?: string;
  /** Permission bits: of a created file (by default the system's), of a deleted one for bringing it back. */
  readonly mode?: number;
  /** When the content of a file was written, in milliseconds since 1970, where that is not now; see {@link isTouch}. */
  readonly mtimeMs?: number;
  /** Real paths of folders to remove after it when they are empty, outermost first. */
  readonly emptied?: readonly string[];
  /**
   * Set where a command made the change on its layer, and a person is not asked about each. `held`: nobody was asked about the
   * command; `allowed`: a rule or an earlier answer allows its words, whatever the files hold by now that it runs;
   * `installing`: the same of a package manager's own command; `approved`: a person said yes to it in the call that ran it.
   */
  readonly fromLayer?: "held" | "allowed" | "installing" | "approved";
  /** Set for what is moved as it is: then `before` and `after` only say, by no bytes, on which sides there is something. */
  readonly whole?: WholeMove;
  /** Set for a file in what is moved as it is, whose bytes nobody has looked at either. */
  readonly isUnread?: true;
}

/** True for a write that gives a file another time and leaves all else: nobody has to look at it, or take it back. */
export const isTouch = ({ before, after, mtimeMs, kinds, modes }: WriteEffect): boolean =>
  mtimeMs !== undefined && before !== undefined && before === after && !kinds && !modes;

/** Runs a shell command line. */
export interface ExecEffect {
  readonly kind: "exec";
  readonly command: string;
  /** What the host's shell reads it as, which no model chooses; absent: bash. */
  readonly language?: ShellLanguage;
  readonly cwd: ResolvedPath;
  /** Milliseconds until it is stopped. */
  readonly timeoutMs: number;
  /** What it reads on its standard input; absent: nothing. */
  readonly input?: string;
  /** True when it goes on after the call (SH-8). */
  readonly background?: boolean;
  /** True when it asks to run without the sandbox (D-15). */
  readonly outsideSandbox?: boolean;
  /** True when it runs in a terminal that a person types into. */
  readonly tty?: boolean;
  /** True when what it changes in the workspace stays on a layer, to be proposed as changes of files afterwards. */
  readonly onLayer?: boolean;
  /** Set when it is the run of a tool that an agent made, which is held to what that asked for (CT-2). */
  readonly program?: Program;
  /** Set when it is held as one that runs unasked, but for this, which a person is asked about. */
  readonly extra?: ExtraAccess;
  /** What it may reach beside what all commands may, by its integration's manifest; a person is asked once (EX-1). */
  readonly wish?: AccessWish;
  /** Name of the integration in whose folder it runs, where that may ask for more; for what is said of refusals. */
  readonly integration?: string;
}

/** Sends a request to a host. */
export interface FetchEffect {
  readonly kind: "fetch";
  /** As given, not normalised: the policy must see what a lenient parser would hide. */
  readonly url: string;
  readonly method: "GET" | "POST" | "HEAD";
  /** What is sent; absent: nothing. */
  readonly body?: string;
  /** Set when it asks the search service that a person has set up (WS-1). */
  readonly search?: SearchProvider;
  /** The address whose server led there, in words of its own; absent: no server did. */
  readonly redirectedFrom?: string;
}

/** Hands work to another agent, or to a tool whose doing nobody here sees. */
export interface DelegateEffect {
  readonly kind: "delegate";
  readonly to: string;
  readonly prompt: string;
  /** Name of the tool, where whoever it goes to may have several. */
  readonly tool?: string;
  /** True when whoever takes it says that it changes nothing. */
  readonly readOnly?: boolean;
  /** True when VS Code asks the person about it by its own rules. */
  readonly asksItself?: boolean;
}

/** Puts a text before a person and waits for their answer; changes nothing by itself (section 17). */
export interface PresentEffect {
  readonly kind: "present";
  /** For people, in a few words. */
  readonly title: string;
  /** Markdown. */
  readonly text: string;
  /** Set when they are asked questions, which are answered one by one; absent: the text as a whole is approved or not. */
  readonly questions?: readonly Question[];
}

/** One answer that a person may choose. */
export interface QuestionOption {
  /** One line; no two of a question are equal. */
  readonly label: string;
  /** What choosing it means; one line. */
  readonly description?: string;
}

/** A question to a person, who may always answer in words of their own. */
export interface Question {
  /** A word or two, for titles. */
  readonly header: string;
  /** One line. */
  readonly question: string;
  readonly options: readonly QuestionOption[];
  /** Whether several options may be chosen. */
  readonly multiple: boolean;
}

/** What a person answered to one question. */
export interface QuestionAnswer {
  /** Labels of the options they chose, in the order in which they were offered. */
  readonly chosen: readonly string[];
  /** Words of their own; absent where they gave none. */
  readonly text?: string;
}

/** One thing a call would do. */
export type Effect = ReadEffect | ListEffect | WriteEffect | ExecEffect | FetchEffect | DelegateEffect | PresentEffect;

/** The name of a kind of effect. */
export type EffectKind = Effect["kind"];
