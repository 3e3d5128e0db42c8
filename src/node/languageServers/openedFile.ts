import type { CodeWait } from "../../core/ports/editor/codeIntelligence";
import type { LanguageServer } from "./languageServer";

/** A file that a server knows, and how long it loaded before that. */
export interface Opened {
  readonly server: LanguageServer;
  readonly uri: string;
  readonly text: string;
  readonly waitedMs: number;
  /** What is left of the time of the call. */
  readonly left: CodeWait;
}
