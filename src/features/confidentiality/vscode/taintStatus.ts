import * as vscode from "vscode";
import type { Session, SessionPlaces } from "../../../core/session/session";
import type { SessionState } from "../../../core/session/sessionState";
import { isSavedTaint, type LineageEntry, type Taint, unknownTaint } from "../../../core/session/taint";
import { highest, isAbove, type Level, levels } from "../../../core/vocabulary/level";
import { messageOf } from "../../../core/vocabulary/toolError";
import { localReason } from "../../../vscode/ui/localReason";
import { showInformation, showWarning } from "../../../vscode/ui/notifications";
import type { StatusPart, StatusSource } from "../../status/statusParts";
import { lineageMarkdown, whatRaised, whyText } from "../lineage";

/** A session, and whose calls it holds. */
export interface ShownSession {
  readonly session: Session;
  /** For people: `Agents in chat`. */
  readonly owner: string;
}

/** Keeps what sessions have taken in. */
export interface TaintStore {
  /** Has a session take on what counts where it works now. Its taint never falls by it. Never throws. */
  takeOn(session: Session): void;
  /** Keeps what a session has taken in. @throws Error when it cannot be kept. */
  save(session: Session): void;
  /** A person's word that what counts for a session no longer matters. @throws Error when that cannot be kept. */
  reset(session: Session): void;
}

/** What the status needs of the extension. */
export interface TaintPorts {
  /** Where a window kept what was taken in, before it was kept for its folders. */
  readonly memory: SessionState;
  /** Keeps what was taken in, for these folders and all windows. */
  readonly taints: TaintStore;
  /** The folders in which the sessions work now. */
  places(): SessionPlaces;
  /** Tells a person what could not be kept. */
  warn(text: string): void;
  /** Puts a reset on record. Never rejects. */
  note(event: string, agent: string, detail: string): Promise<void>;
  /** Forgets what was put into the agent's own workspace. */
  resetWorkspace(agent: string): Promise<void>;
  /** Opens Markdown as a preview. */
  showMarkdown(title: string, text: string): Promise<void>;
}

const keyOf = ({ session }: ShownSession) => `toolcrib.taint.${session.agent}`;

/** Ordinary work: nothing is shown of it. */
const ordinary: Level = "INTERNAL";

const icons: Readonly<Record<Level, string>> = {
  PUBLIC: "circle-outline",
  INTERNAL: "circle-outline",
  CONFIDENTIAL: "shield",
  RESTRICTED: "lock",
};

interface EntryItem extends vscode.QuickPickItem {
  readonly entry?: LineageEntry;
  readonly does?: "report" | "reset";
}

/** Shows in the status bar how confidential what sessions have read is, tells where it came from, and lets a person reset it (PO-6). */
export class TaintStatus implements StatusSource, vscode.Disposable {
  readonly #listeners = new Set<() => void>();
  readonly #subscriptions: readonly vscode.Disposable[];

  constructor(
    private readonly sessions: readonly ShownSession[],
    private readonly ports: TaintPorts,
  ) {
    this.follow();
    const listening = sessions.map((shown) => ({ dispose: shown.session.taint.onChange(() => this.#onChange(shown)) }));
    this.#subscriptions = listening;
  }

  /** Has the sessions work in the folders that there are now: what counts there counts for them. */
  follow(): void {
    for (const { session } of this.sessions) {
      session.places = this.ports.places();
      this.ports.taints.takeOn(session);
    }
    // All are known before any is kept: one that is new in these folders takes on what the others have taken in.
    for (const shown of this.sessions) {
      const kept = this.ports.memory.get(keyOf(shown));
      if (kept !== undefined) shown.session.taint.restore(isSavedTaint(kept) ? kept : unknownTaint);
      this.#keep(shown);
    }
  }

  #keep(shown: ShownSession): void {
    try {
      this.ports.taints.save(shown.session);
      if (this.ports.memory.get(keyOf(shown)) !== undefined) this.ports.memory.set(keyOf(shown), undefined);
    } catch (error) {
      this.ports.memory.set(keyOf(shown), shown.session.taint.saved());
      this.ports.warn(
        vscode.l10n.t("the record of what this session has read could not be saved: {0}", messageOf(error)),
      );
    }
  }

  #onChange(shown: ShownSession): void {
    this.#keep(shown);
    for (const listener of this.#listeners) listener();
  }

  get #level(): Level {
    return highest(this.sessions.map(({ session }) => session.taint.level));
  }

  /** See StatusSource. */
  onStatusChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** See StatusSource. */
  statusPart(): StatusPart | undefined {
    const level = this.#level;
    if (!isAbove(level, ordinary)) return undefined;
    const raised = this.#tainted().map((shown) => `${shown.owner}: ${whatRaised(localTaint(shown.session.taint))}`);
    return {
      text: `$(${icons[level]}) ${level}`,
      about: vscode.l10n.t(
        "{0} data has been read, so sending data needs your approval or is refused. {1}.",
        level,
        raised.join(". "),
      ),
      weight: level === "RESTRICTED" ? "error" : "warning",
      actions: [
        { icon: "list-unordered", label: vscode.l10n.t("Show What Was Read"), command: "toolcrib.taint.show" },
        { icon: "discard", label: vscode.l10n.t("Forget What Agents Have Read…"), command: "toolcrib.taint.reset" },
      ],
    };
  }

  #tainted(): ShownSession[] {
    return this.sessions.filter(({ session }) => isAbove(session.taint.level, ordinary));
  }

  /** Lists what was read, the most confidential first; a file opens, everything else is told in a report. */
  async show(): Promise<void> {
    const items = this.sessions.flatMap(itemsOf);
    if (items.length === 0) {
      void showInformation(vscode.l10n.t("Toolcrib: nothing has been read in this window yet."));
      return;
    }
    const last: EntryItem[] = [
      { label: "", kind: vscode.QuickPickItemKind.Separator },
      { label: `$(list-unordered) ${vscode.l10n.t("Show as Text")}`, does: "report" },
      ...(this.#tainted().length > 0
        ? [{ label: `$(discard) ${vscode.l10n.t("Forget What Agents Have Read…")}`, does: "reset" } as const]
        : []),
    ];
    const chosen = await vscode.window.showQuickPick([...items, ...last], {
      title: vscode.l10n.t("Toolcrib: What Agents Have Read ({0})", this.#level),
      placeHolder: vscode.l10n.t("Data that was read, most confidential first. Select a file to open it."),
      matchOnDescription: true,
      matchOnDetail: true,
    });
    if (chosen?.does === "reset") await this.reset();
    else if (chosen?.does === "report" || (chosen?.entry && !(await openPlace(chosen.entry)))) await this.#report();
  }

  #report(): Promise<void> {
    const parts = this.sessions.map(({ owner, session }) => lineageMarkdown(owner, localTaint(session.taint)));
    return this.ports.showMarkdown(vscode.l10n.t("What Agents Have Read"), parts.join("\n\n"));
  }

  /** Asks a person, who sees what raised it, and forgets what was read. */
  async reset(): Promise<void> {
    const tainted = this.#tainted();
    if (tainted.length === 0) {
      void showInformation(vscode.l10n.t("Toolcrib: agents have read nothing confidential."));
      return;
    }
    const detail = tainted
      .map(({ owner, session }) => `${owner}: ${whatRaised(localTaint(session.taint))}.`)
      .join("\n");
    const warning = vscode.l10n.t(
      "The model still remembers what it read and may send it afterwards. Start a new chat instead. Files in the agents' own workspaces count as ordinary again, too.",
    );
    const button = vscode.l10n.t("Forget");
    const answer = await showWarning(
      vscode.l10n.t("Forget what agents have read ({0})?", this.#level),
      { modal: true, detail: `${detail}\n\n${warning}` },
      button,
    );
    if (answer !== button) return;
    for (const { session } of tainted) {
      const { level } = session.taint;
      session.taint.reset();
      this.ports.taints.reset(session);
      await this.ports.resetWorkspace(session.agent);
      await this.ports.note("taint reset", session.agent, `from ${level}`);
    }
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

const localEntry = (entry: LineageEntry): LineageEntry => ({ ...entry, reason: localReason(entry.reason) });

/** With its reasons in the person's language. */
const localTaint = ({ level, raisedBy, lineage }: Pick<Taint, "level" | "raisedBy" | "lineage">) => ({
  level,
  raisedBy: raisedBy && localEntry(raisedBy),
  lineage: lineage.map(localEntry),
});

function itemsOf({ owner, session }: ShownSession): EntryItem[] {
  const { level, lineage } = session.taint;
  if (lineage.length === 0) return [];
  const entries = byWeight(lineage).map((entry): EntryItem => {
    const { level, source, time } = entry;
    return {
      label: `$(${icons[level]}) ${source}`,
      description: level,
      detail: `${whyText(localEntry(entry))} · ${new Date(time).toLocaleString()}`,
      entry,
    };
  });
  return [{ label: `${owner}: ${level}`, kind: vscode.QuickPickItemKind.Separator }, ...entries];
}

/** The most confidential first, of these the newest. */
const byWeight = (lineage: readonly LineageEntry[]): LineageEntry[] =>
  [...lineage].sort((a, b) => levels.indexOf(b.level) - levels.indexOf(a.level) || b.time - a.time);

/** @returns false for what is no file that can be opened. */
async function openPlace({ path }: LineageEntry): Promise<boolean> {
  if (path === undefined) return false;
  const uri = vscode.Uri.file(path);
  const stat = await vscode.workspace.fs.stat(uri).then(undefined, () => undefined);
  if (stat?.type !== vscode.FileType.File) return false;
  await vscode.commands.executeCommand("vscode.open", uri);
  return true;
}
