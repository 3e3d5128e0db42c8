/** What a window or host and the thread that keeps an index say to each other. */
import type { Requirement } from "./patternLiterals";

/** What the thread is started with. */
export interface IndexStart {
  /** Real path of the folder. */
  readonly root: string;
  /** Real path of a folder that is for this index alone. */
  readonly folder: string;
  /** Globs of secret files. */
  readonly secret: readonly string[];
  /** The file in the root that says which files are closed to tools. */
  readonly closing: string;
  /** The program that makes the index. */
  readonly builder: string;
  /** What Node is started with for it. */
  readonly execArgv: readonly string[];
  /** Bytes of the index at most. */
  readonly maxBytes: number;
  /** Milliseconds between two looks at whether so much has changed that the index is to be made again. */
  readonly restMs: number;
}

/** Which files a search may be about. */
export type IndexQuestion = {
  /** Below the root, with `/`; an empty text for all of it. */
  readonly below: string;
} & (
  | { readonly kind: "text"; readonly required: Requirement }
  /** Texts of which a path holds one, folded. */
  | { readonly kind: "name"; readonly literals: readonly string[] }
);

/** Files that ripgrep has to look at; or all of them, as too many may be meant, or because not all is known. */
export type IndexAnswer = readonly string[] | "too many" | "unknown";

/** Another text than before as soon as ripgrep may name other files; undefined when that is not known. */
export interface IndexStructure {
  readonly structure: string | undefined;
}

export type ToIndex =
  | { readonly kind: "structure"; readonly id: number }
  | { readonly kind: "ask"; readonly id: number; readonly question: IndexQuestion }
  /** Of the files that were named, those closed to tools. */
  | { readonly kind: "closed"; readonly closed: readonly string[] };

export type FromIndex =
  | { readonly kind: "answer"; readonly id: number; readonly answer: IndexAnswer | IndexStructure }
  /** Which of these are closed to tools? */
  | { readonly kind: "judge"; readonly paths: readonly string[] }
  | { readonly kind: "state"; readonly state: IndexState };

/** What an index is doing. */
export type IndexState =
  | { readonly is: "starting" | "building" | "comparing" }
  | { readonly is: "ready"; readonly files: number; readonly bytes: number; readonly folders: number }
  /** It will not answer again, or not before it has begun again. */
  | { readonly is: "off"; readonly reason: string };
