import * as vscode from "vscode";
import type { Declined } from "../../../core/tools/tool";
import type { FileChange } from "../../../core/vocabulary/changes/fileChanges";
import type { ResolvedPath, WriteEffect } from "../../../core/vocabulary/effect";
import type { Encoding } from "../../../lib/edits/text/encoding";
import type { LineCounts } from "../../preview/lineCounts";
import type { Verdict } from "./waitingEditors";

/** One write under review: what the diff editor shows on its left and on its right. */
export interface Reviewed {
  readonly kind: FileChange["kind"];
  readonly effect: WriteEffect;
  /** The file's name, and what becomes of it where that is not a change. */
  readonly title: string;
  readonly before: vscode.Uri;
  /** The file on the left; absent for one that is created. */
  readonly old?: ResolvedPath;
  readonly proposal: vscode.Uri;
  /** True for what a person can only accept or reject as it is: a deletion, a notebook, and what is no text. */
  readonly isWhole: boolean;
  /** How the file is stored, where both sides are shown as UTF-8 instead. */
  readonly storedAs?: Encoding;
  /** Of what was proposed. */
  readonly counts: LineCounts | undefined;
}

/** Where a call is asked about besides the diff editor and the tree. */
export type AskedIn = "chat" | "editor";

/** The writes of one call until a person has decided on them, on whichever surface: the first answer counts. */
export class PendingReview implements vscode.Disposable {
  readonly #accepted = new Set<Reviewed>();
  readonly #changed = new vscode.EventEmitter<void>();
  /** Each file that is accepted, and the end. */
  readonly onDidChange = this.#changed.event;
  /** An address that can be guessed could be answered by anybody. */
  readonly id = crypto.randomUUID();
  /** Since when it waits, in milliseconds since 1970. */
  readonly since = Date.now();
  #verdict: Verdict | undefined;
  #comment = "";

  constructor(
    readonly title: string,
    readonly files: readonly Reviewed[],
    readonly askedIn: AskedIn,
    /** Whose call it is. */
    readonly agent: string,
  ) {}

  /** Undefined until it is decided. */
  get verdict(): Verdict | undefined {
    return this.#verdict;
  }

  /** Whether a file has still to be answered for. */
  waitsFor(file: Reviewed): boolean {
    return this.#verdict === undefined && !this.#accepted.has(file);
  }

  /** Says yes to some of the files; the call is accepted once all of them are. */
  accept(files: readonly Reviewed[] = this.files): void {
    if (this.#verdict !== undefined) return;
    for (const file of files) this.#accepted.add(file);
    if (this.#accepted.size === this.files.length) this.#verdict = "accept";
    this.#changed.fire();
  }

  /** Ends it without a yes: a call is made as a whole or not at all. @param comment what the person wants instead. */
  end(verdict: Exclude<Verdict, "accept">, comment = ""): void {
    if (this.#verdict !== undefined) return;
    this.#verdict = verdict;
    this.#comment = comment.trim();
    this.#changed.fire();
  }

  /** The person's no with their comment. @param otherwise what the model hears where they gave none. */
  refusal(otherwise?: string): { approved: false } & Declined {
    const feedback = this.#comment || otherwise;
    return { approved: false, by: "person", ...(feedback !== undefined && { feedback }) };
  }

  /** Fulfilled when a file was answered for, by itself or with the others. */
  answered(file: Reviewed): Promise<void> {
    return this.#whenNot(() => this.waitsFor(file));
  }

  /** Fulfilled when it is decided. */
  decided(): Promise<void> {
    return this.#whenNot(() => this.#verdict === undefined);
  }

  #whenNot(waits: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (waits()) return;
        subscription.dispose();
        resolve();
      };
      const subscription = this.onDidChange(look);
      look();
    });
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
