import * as vscode from "vscode";
import { messageOf } from "../../../core/vocabulary/toolError";
import { AnyKey } from "../../../vscode/ui/anyKey";
import { closeMultiDiffs } from "../../../vscode/ui/multiDiff";
import { showInformation, showWarning } from "../../../vscode/ui/notifications";
import { tabContent } from "../../../vscode/ui/tabContent";
import { askForComment } from "../../needsYou/vscode/commentQuestion";
import type { AnsweredIn, WaitingKind, WaitingSource, WaitingThing, WaitingThings } from "../../needsYou/waitingThings";
import { knownAs } from "../approvedFolder";

const approve = vscode.l10n.t("Approve");
const review = vscode.l10n.t("Review…");

/** What is shown beside it in the list of all that waits. */
export interface WaitingFacts {
  readonly label: string;
  readonly facts: readonly string[];
  /** Who made it, where that is known. */
  readonly agent?: string;
  /** Milliseconds since 1970, where that is known. */
  readonly since?: number;
}

/** Things that agents made and that wait for a person's word, and how they are spoken of. */
export interface ReviewedFolder<T> {
  readonly items: {
    all(): readonly T[];
    refresh(): Promise<void>;
    onChange(listener: () => void): () => void;
  };
  /** Names one among all of them. */
  key(item: T): string;
  /** Name of the context key, without the part that all share: the view is there while there are any. */
  readonly anyKey: string;
  /** Id of the view. */
  readonly view: string;
  isWaiting(item: T): boolean;
  /** False for what belongs to another project alone. */
  isHere(item: T): boolean;
  /** A sentence that says what is waiting; never of none. */
  waits(news: readonly T[]): string;
  /** What it is listed as where everything is that waits. */
  readonly kind: WaitingKind;
  /** How it is listed there. */
  facts(item: T): WaitingFacts;
  /** Said where there is none at all. */
  readonly none: string;
  /** The question before what was shown earlier is approved. */
  confirmation(item: T): { readonly message: string; readonly detail: string };
  /** Shows all of it. @returns the address of the document, or the title of the editor for several files. */
  show(item: T): Promise<string>;
  approve(item: T): Promise<unknown>;
  /** @param comment what the person wants instead. */
  reject(item: T, comment?: string): Promise<unknown>;
  /** What it is, in words for a model: `the tool "count"`. */
  about(item: T): string;
  /** True for an agent, by its session's name, that made it or handed out the work. */
  isOf(item: T, agent: string): boolean;
}

/** Lists what waits, shows a person all of it, and takes their word on exactly what was shown (CT-2, EX-8). */
export class ApprovalReviews<T extends { readonly digest: string }> implements WaitingSource, vscode.Disposable {
  /** Digests that were told of in this window. */
  readonly #told = new Set<string>();
  /** Where those that were shown whole in this window are shown, by digest. */
  readonly #shown = new Map<string, string>();
  readonly #listeners = new Set<() => void>();
  readonly #endings: readonly (() => void)[];
  readonly #any: AnyKey;

  /** @param things takes what waits. */
  constructor(
    private readonly reviewed: ReviewedFolder<T>,
    private readonly things: WaitingThings,
  ) {
    this.#any = new AnyKey(reviewed.anyKey);
    this.#endings = [reviewed.items.onChange(() => this.#onChange()), things.add(this)];
    this.#onChange();
  }

  /** See WaitingSource. */
  waiting(): readonly WaitingThing[] {
    return this.#waiting().map((item) => this.#thing(item));
  }

  #here(): readonly T[] {
    return this.reviewed.items.all().filter((item) => this.reviewed.isHere(item));
  }

  #waiting(): readonly T[] {
    return this.#here().filter((item) => this.reviewed.isWaiting(item));
  }

  #thing(item: T): WaitingThing {
    const { kind, key, facts } = this.reviewed;
    const shownIn = this.#shown.get(item.digest);
    return {
      ...{ id: `${kind} ${key(item)}`, kind, ...facts(item) },
      shownIn: shownIn === undefined ? [] : [shownIn],
      acts: {
        open: () => this.show(item),
        accept: (answeredIn) => this.approve(item, answeredIn),
        reject: () => this.reject(item),
        rejectWithComment: () => this.#rejectWithComment(item),
      },
    };
  }

  /** See WaitingSource. */
  onWaitingChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #onChange(): void {
    this.#any.set(this.#here().length > 0);
    const news = this.#waiting().filter(({ digest }) => !this.#told.has(digest));
    for (const { digest } of news) this.#told.add(digest);
    // Whoever looks at the window sees it in the list.
    if (news.length > 0 && !vscode.window.state.focused) void this.#tell(news);
    this.#redraw();
  }

  #redraw(): void {
    for (const listener of this.#listeners) listener();
  }

  async #tell(news: readonly T[]): Promise<void> {
    const answer = await showInformation(`Toolcrib: ${this.reviewed.waits(news)}`, review);
    if (answer !== review) return;
    const [only] = news;
    if (news.length === 1 && only) await this.show(only);
    else await this.#focusView();
  }

  /** What this window itself read, for what a command was given: VS Code hands over whatever its caller likes. */
  known(given: T | undefined): T | undefined {
    const { items, key } = this.reviewed;
    return knownAs(items.all(), given, key);
  }

  /** Shows all of one; the answers are in the title of its editor. */
  async show(item: T): Promise<void> {
    this.#shown.set(item.digest, await this.reviewed.show(item));
    this.#redraw();
  }

  /** Nobody approves what they have not been shown. @param answeredIn above what shows all of it nothing more is asked. */
  async approve(item: T, answeredIn: AnsweredIn = "list"): Promise<void> {
    if (!this.#shown.has(item.digest)) return this.show(item);
    if (answeredIn === "editor") return this.#answer(item, () => this.reviewed.approve(item));
    const { message, detail } = this.reviewed.confirmation(item);
    const answer = await showWarning(`Toolcrib: ${message}`, { modal: true, detail }, approve);
    if (answer === approve) await this.#answer(item, () => this.reviewed.approve(item));
  }

  /** Takes a no, without a question. */
  reject(item: T): Promise<void> {
    return this.#answer(item, () => this.reviewed.reject(item));
  }

  /** A no with what the person types; without a text a plain one. Escape leaves the question open. */
  async #rejectWithComment(item: T): Promise<void> {
    const { reviewed, things } = this;
    const said = await askForComment(reviewed.facts(item).label);
    if (said === undefined) return;
    const comment = said.trim() || undefined;
    await this.#answer(item, async () => {
      await reviewed.reject(item, comment);
      if (comment === undefined) return;
      things.comments.add({ about: reviewed.about(item), comment, isFor: (agent) => reviewed.isOf(item, agent) });
    });
  }

  /** Takes an answer. What shows that it waits is closed as soon as that is no longer so. */
  #answer(item: T, act: () => Promise<unknown>): Promise<void> {
    return this.doing(async () => {
      await act();
      const now = this.known(item);
      const shownIn = this.#shown.get(item.digest);
      if (shownIn !== undefined && !(now && this.reviewed.isWaiting(now))) await closeShown(shownIn);
    });
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
    const { items, none } = this.reviewed;
    await items.refresh();
    const [first, ...others] = this.#waiting();
    if (first && others.length === 0) await this.show(first);
    else if (this.#here().length > 0) await this.#focusView();
    else void showInformation(`Toolcrib: ${none}`);
  }

  #focusView(): Thenable<unknown> {
    return vscode.commands.executeCommand(`${this.reviewed.view}.focus`);
  }

  dispose(): void {
    for (const end of this.#endings) end();
  }
}

/** @param place see {@link ReviewedFolder.show}. */
async function closeShown(place: string): Promise<void> {
  const tabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter((tab) => tabContent(tab)?.uri.toString() === place);
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
  else await closeMultiDiffs([place]);
}

/** Calls for each change of files below a pattern. */
export function onFileChanges(pattern: vscode.GlobPattern, act: () => void): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  return vscode.Disposable.from(watcher, watcher.onDidCreate(act), watcher.onDidChange(act), watcher.onDidDelete(act));
}
