import * as vscode from "vscode";
import { messageOf } from "../../../core/vocabulary/toolError";
import { showInformation, showWarning } from "../../../vscode/ui/notifications";
import { knownAs } from "../approvedFolder";

const approve = vscode.l10n.t("Approve");
const reject = vscode.l10n.t("Reject");
const review = vscode.l10n.t("Review…");

/** Things that agents made and that wait for a person's word, and how they are spoken of. */
export interface ReviewedFolder<T> {
  readonly items: {
    all(): readonly T[];
    refresh(): Promise<void>;
    onChange(listener: () => void): () => void;
  };
  /** Names one among all of them. */
  key(item: T): string;
  /** Context key: the view is there while there are any. */
  readonly anyKey: string;
  /** Id of the view. */
  readonly view: string;
  isWaiting(item: T): boolean;
  /** A sentence that says what is waiting; never of none. */
  waits(news: readonly T[]): string;
  /** The question beside what is shown. */
  question(item: T): string;
  /** Said where there is none at all. */
  readonly none: string;
  /** The question before what was shown earlier is approved. */
  confirmation(item: T): { readonly message: string; readonly detail: string };
  show(item: T): Promise<void>;
  approve(item: T): Promise<unknown>;
  reject(item: T): Promise<unknown>;
}

/** Tells a person that something waits, shows them all of it, and takes their word on exactly what was shown (CT-2, EX-8). */
export class ApprovalReviews<T extends { readonly digest: string }> implements vscode.Disposable {
  /** Digests that were told of, and those that were shown whole, in this window. */
  readonly #told = new Set<string>();
  readonly #shown = new Set<string>();
  readonly #endListening: () => void;

  constructor(private readonly reviewed: ReviewedFolder<T>) {
    this.#endListening = reviewed.items.onChange(() => this.#onChange());
    this.#onChange();
  }

  #onChange(): void {
    const all = this.reviewed.items.all();
    void vscode.commands.executeCommand("setContext", this.reviewed.anyKey, all.length > 0);
    const news = all.filter((item) => this.reviewed.isWaiting(item) && !this.#told.has(item.digest));
    for (const { digest } of news) this.#told.add(digest);
    if (news.length > 0) void this.#tell(news);
  }

  async #tell(news: readonly T[]): Promise<void> {
    const answer = await showInformation(`Toolcrib: ${this.reviewed.waits(news)}`, review);
    if (answer !== review) return;
    const [only] = news;
    if (news.length === 1 && only) await this.review(only);
    else await this.#focusView();
  }

  /** What this window itself read, for what a command was given: VS Code hands over whatever its caller likes. */
  known(given: T | undefined): T | undefined {
    const { items, key } = this.reviewed;
    return knownAs(items.all(), given, key);
  }

  /** Shows all of one, and asks beside it. */
  async review(item: T): Promise<void> {
    await this.show(item);
    const answer = await showInformation(`Toolcrib: ${this.reviewed.question(item)}`, approve, reject);
    if (answer === approve) await this.doing(() => this.reviewed.approve(item));
    if (answer === reject) await this.reject(item);
  }

  /** Shows all of one. */
  async show(item: T): Promise<void> {
    await this.reviewed.show(item);
    this.#shown.add(item.digest);
  }

  /** Nobody approves what they have not been shown. */
  async approve(item: T): Promise<void> {
    if (!this.#shown.has(item.digest)) return this.review(item);
    const { message, detail } = this.reviewed.confirmation(item);
    const answer = await showWarning(`Toolcrib: ${message}`, { modal: true, detail }, approve);
    if (answer === approve) await this.doing(() => this.reviewed.approve(item));
  }

  /** Takes a no, without a question. */
  reject(item: T): Promise<void> {
    return this.doing(() => this.reviewed.reject(item));
  }

  /** Does something, and tells the person when it fails. */
  async doing(act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch (error) {
      void showWarning(`Toolcrib: ${messageOf(error)}`);
    }
  }

  /** The palette's command: the one that waits, else the view. */
  async open(): Promise<void> {
    const { items, isWaiting, none } = this.reviewed;
    await items.refresh();
    const [first, ...others] = items.all().filter(isWaiting);
    if (first && others.length === 0) await this.review(first);
    else if (items.all().length > 0) await this.#focusView();
    else void showInformation(`Toolcrib: ${none}`);
  }

  #focusView(): Thenable<unknown> {
    return vscode.commands.executeCommand(`${this.reviewed.view}.focus`);
  }

  dispose(): void {
    this.#endListening();
  }
}

/** Calls for each change of files below a pattern. */
export function onFileChanges(pattern: vscode.GlobPattern, act: () => void): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  return vscode.Disposable.from(watcher, watcher.onDidCreate(act), watcher.onDidChange(act), watcher.onDidDelete(act));
}
