import * as vscode from "vscode";
import type { Answer } from "../../../core/calls/approvals/answer";
import type { JudgedCall } from "../../../core/calls/call";
import { sameBytes } from "../../../core/text/changedBytes";
import { type FileChange, fileChanges } from "../../../core/vocabulary/changes/fileChanges";
import { shortDiff, unifiedDiff } from "../../../lib/edits/diff/unifiedDiff";
import { detectEncoding, textOf } from "../../../lib/edits/text/encoding";
import { isNotebookName } from "../../../lib/notebooks/notebookName";
import { bringsNotebookScripts } from "../../../policy/files/obeyed/notebookScripts";
import { fileUri } from "../../../vscode/files/fileUri";
import { localPlan, localTitle } from "../../../vscode/ui/localReason";
import { closeMultiDiffs } from "../../../vscode/ui/multiDiff";
import { showWarning } from "../../../vscode/ui/notifications";
import { askForComment } from "../../needsYou/vscode/commentQuestion";
import { lineCounts } from "../../preview/lineCounts";
import { fromShown, shownText, toShown } from "../shownText";
import { type AskedIn, PendingReview, type Reviewed } from "./pendingReview";
import { emptyUri, type Proposals, proposalScheme } from "./proposals";
import type { UnansweredProposals } from "./unansweredProposals";
import { type Verdict, type WaitingEditors, whileWaiting } from "./waitingEditors";

/** Stands in the title of a diff editor. */
export const proposedHint = vscode.l10n.t("proposed by Toolcrib");

/** The title of the editor with all changes of a call. */
export const proposedTitle = ({ title }: PendingReview): string => vscode.l10n.t("{0}: proposed by Toolcrib", title);

/** Shows writes in the native diff editor and takes the person's answer (D-16). */
export class Review implements vscode.Disposable {
  readonly #pending = new Set<PendingReview>();
  /** The file of each call that is asked about one after the other: closing its editor is an answer. */
  readonly #inFront = new Map<PendingReview, Reviewed>();
  readonly #changed = new vscode.EventEmitter<void>();
  /** A call is asked about, partly answered, or no longer there. */
  readonly onDidChange = this.#changed.event;

  constructor(
    private readonly proposals: Proposals,
    private readonly waiting: WaitingEditors,
    private readonly unanswered: Pick<UnansweredProposals, "begin" | "end">,
  ) {}

  /** The calls that are asked about, oldest first. */
  get pending(): readonly PendingReview[] {
    return [...this.#pending];
  }

  /** Lays out a call's writes and takes answers to them; the contents are held until `drop`. */
  begin(call: JudgedCall, askedIn: AskedIn): PendingReview {
    const { plan } = call;
    const files = fileChanges(plan.effects).map((change) => this.#layOut(change));
    const review = new PendingReview(localTitle(plan.title), files, askedIn, call.context.caller.agent);
    if (files.length === 0) return review;
    this.#pending.add(review);
    this.unanswered.begin(call, review);
    for (const file of files) this.waiting.expect(file.proposal, (verdict) => this.#answer(review, file, verdict));
    review.onDidChange(() => this.#onAnswer(review));
    this.#changed.fire();
    return review;
  }

  #layOut({ kind, effect, from }: FileChange): Reviewed {
    const { target, before, after, encoding } = effect;
    const { path } = fileUri(target);
    const old = from ?? (before ? target : undefined);
    const { isBinary, storedAs } = shownText(effect);
    // VS Code would write a notebook that was typed into as it likes, cells that stay included.
    const isWhole = after === undefined || isNotebookName(path) || isBinary;
    const left = from ? after : before;
    const hold = (bytes: Uint8Array, isFixed: boolean) =>
      this.proposals.add(path, storedAs ? toShown(bytes, storedAs) : bytes, isFixed);
    const title = from
      ? `${from.shown} → ${target.shown}`
      : kind === "delete"
        ? vscode.l10n.t("{0}, to be deleted", target.shown)
        : target.shown;
    return {
      kind,
      effect,
      title,
      ...(old && { old }),
      before: !old ? emptyUri(path) : left && storedAs ? hold(left, true) : fileUri(old),
      proposal: hold(after ?? new Uint8Array(), isWhole),
      isWhole,
      ...(storedAs && { storedAs }),
      counts: from ? { added: 0, removed: 0 } : lineCounts(before, after, encoding),
    };
  }

  #answer(review: PendingReview, file: Reviewed, verdict: Verdict): void {
    if (verdict === "accept") review.accept([file]);
    else if (verdict === "reject" || this.#inFront.get(review) === file) review.end(verdict);
  }

  #onAnswer(review: PendingReview): void {
    this.waiting.forget(review.files.filter((file) => !review.waitsFor(file)).map(({ proposal }) => proposal));
    this.#changed.fire();
  }

  /**
   * Opens the diff editors.
   * @param focus whether the last one gets it, so that the keys for an answer work at once. Not where nobody asked for the
   * editor: it would take the focus from what the person types in.
   */
  async show({ files }: Pick<PendingReview, "files">, hint: string, focus = false): Promise<void> {
    for (const { title, before, proposal, effect } of files) {
      await vscode.commands.executeCommand("vscode.diff", before, proposal, `${title} (${hint})`, {
        preserveFocus: !focus,
        preview: false,
        // As text: shown as cells it would run what nobody has said yes to yet.
        ...(bringsNotebookScripts(effect) && { override: true }),
      });
    }
  }

  /** A no with what the person types; without a text a plain one. Escape leaves the question open. */
  async rejectWithComment(review: PendingReview): Promise<void> {
    const comment = await askForComment(review.title);
    if (comment !== undefined) review.end("reject", comment);
  }

  /**
   * What the person made of the proposals so far, and how to tell the model.
   * @throws ToolError `invalid_input` when they typed letters that a file's encoding has not; they get their text in an editor
   * of its own.
   */
  async changes({ files }: PendingReview): Promise<Pick<Extract<Answer, { approved: true }>, "edits" | "note">> {
    const edits = new Map<string, Uint8Array>();
    const notes: string[] = [];
    for (const file of files) {
      const { effect } = file;
      const now = await this.#edited(file).catch((error) => this.#handBack(file, error));
      if (now === undefined || effect.after === undefined) continue;
      edits.set(effect.target.real, now);
      notes.push(
        `The person changed your proposal for ${effect.target.shown} before accepting it; compared to what you proposed:\n${unifiedDiff(effect.after, now, shortDiff, effect.encoding)}`,
      );
    }
    return edits.size > 0 ? { edits, note: notes.join("\n\n") } : {};
  }

  /** Whether the person changed a proposal, also into what cannot be stored. */
  async isEdited({ files }: PendingReview): Promise<boolean> {
    for (const file of files) {
      const now = await this.#edited(file).catch(() => "unstorable");
      if (now !== undefined) return true;
    }
    return false;
  }

  /** What a person made of a proposal, as it is to be stored; undefined where that is what was proposed. */
  async #edited({ effect, proposal, storedAs }: Reviewed): Promise<Uint8Array | undefined> {
    const held = await this.proposals.current(proposal);
    if (held === undefined || effect.after === undefined || sameBytes(held, effect.after)) return undefined;
    const now = fromShown(held, effect, storedAs);
    return sameBytes(now, effect.after) ? undefined : now;
  }

  /** The proposal goes with its question, and nothing that a person typed is lost. */
  async #handBack({ effect, proposal }: Reviewed, error: unknown): Promise<never> {
    const held = await this.proposals.current(proposal);
    const content = held && textOf(held, detectEncoding(held));
    const document = await vscode.workspace.openTextDocument({ content: content ?? "" });
    await vscode.window.showTextDocument(document);
    const { shown } = effect.target;
    void showWarning(
      vscode.l10n.t(
        "Toolcrib: {0} was not changed, because its encoding has no place for some of the letters that you typed. Your text is in a new editor.",
        shown,
      ),
    );
    throw error;
  }

  /** Opens each diff in turn with ✓ and ✗ in its title, and waits; the tree and the multi-diff editor may answer first. */
  async ask(call: JudgedCall, signal: AbortSignal): Promise<Answer> {
    const review = this.begin(call, "editor");
    const leave = () => review.end("closed");
    signal.addEventListener("abort", leave, { once: true });
    if (signal.aborted) leave();
    try {
      const { notes = [] } = localPlan(call.plan);
      for (const file of review.files) await this.#askFor(review, file, notes);
      if (review.verdict === "accept") return { approved: true, by: "person", ...(await this.changes(review)) };
      return review.refusal(review.verdict === "closed" ? "the review was closed without accepting" : undefined);
    } finally {
      signal.removeEventListener("abort", leave);
      await this.drop(review);
    }
  }

  async #askFor(review: PendingReview, file: Reviewed, notes: readonly string[]): Promise<void> {
    if (!review.waitsFor(file)) return;
    this.#inFront.set(review, file);
    await this.show({ files: [file] }, proposedHint);
    const how = vscode.l10n.t(
      "{0}: accept (✓) or reject (✗) in the diff editor of {1}",
      review.title,
      file.effect.target.shown,
    );
    const title = [how, ...notes].join(". ");
    await whileWaiting(title, review.answered(file), () => review.end("reject"), notes.length > 0);
  }

  /** The file under review whose proposal this is. */
  fileOf(proposal: vscode.Uri): Reviewed | undefined {
    return this.reviewOf(proposal)?.files.find((file) => file.proposal.toString() === proposal.toString());
  }

  /** The call under review that has this proposal. */
  reviewOf(proposal: vscode.Uri): PendingReview | undefined {
    const address = proposal.toString();
    return this.pending.find(({ files }) => files.some((file) => file.proposal.toString() === address));
  }

  /** Forgets a call's proposals and closes their editors. */
  async drop(review: PendingReview): Promise<void> {
    const { files } = review;
    this.waiting.forget(files.map(({ proposal }) => proposal));
    this.#inFront.delete(review);
    if (this.#pending.delete(review)) this.#changed.fire();
    review.dispose();
    await closeMultiDiffs([proposedTitle(review)]);
    this.unanswered.end(review, review.verdict === "accept" || review.verdict === "reject");
    const shown = files.flatMap(({ before, proposal }) => [before, proposal]);
    await this.proposals.drop(shown.filter(({ scheme }) => scheme === proposalScheme));
  }

  dispose(): void {
    for (const review of this.pending) review.end("closed");
    this.#changed.dispose();
  }
}
