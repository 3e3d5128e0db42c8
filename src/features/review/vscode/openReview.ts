import * as vscode from "vscode";
import type { Journal } from "../../undo/journal";
import { JournalImages, journalScheme } from "../../undo/vscode/journalImages";
import type { UnansweredProposal } from "../unanswered";
import { AppliedChanges } from "./appliedChanges";
import type { TextQuestions } from "./askForText";
import { ChangeActions, type Undoing } from "./changeActions";
import type { ChangeNode } from "./changeNode";
import { ChangesView } from "./changesView";
import { keepOnlyThisChange, rejectThisChange } from "./hunkCommands";
import { Proposals } from "./proposals";
import { Review } from "./review";
import type { ReviewCommands } from "./reviewCommands";
import { type proposeAgain, UnansweredActions } from "./unansweredActions";
import type { UnansweredProposals } from "./unansweredProposals";
import { inFront, WaitingEditors } from "./waitingEditors";

/** Where a person looks at changes: diff editors, before they are made; the tree and the multi-diff editor, also afterwards. */
export interface ReviewParts {
  readonly review: Review;
  readonly texts: TextQuestions;
  readonly view: ChangesView;
  readonly commands: ReviewCommands;
  /** Shows what one call changed; false when the journal does not have it. */
  openCall(id: string): Promise<boolean>;
  /** Shows all files of the call that was asked about last in one editor, when they are several. */
  showAllProposed(): Promise<void>;
}

/** Puts them together. @param keep takes what must be released. */
export function openReview(
  keep: <T extends vscode.Disposable>(part: T) => T,
  journal: Journal,
  onJournal: vscode.Event<void>,
  memory: vscode.Memento,
  undoing: Undoing,
  unanswered: UnansweredProposals,
  propose: (proposal: UnansweredProposal) => ReturnType<typeof proposeAgain>,
): ReviewParts {
  const proposals = new Proposals(unanswered.contentOf);
  const images = new JournalImages(journal);
  const options = { isCaseSensitive: true, isReadonly: true };
  keep(vscode.workspace.registerFileSystemProvider(journalScheme, images, options));
  const waiting = keep(new WaitingEditors());
  const review = keep(new Review(proposals, waiting, unanswered));
  const applied = new AppliedChanges(journal, memory);
  const view = keep(new ChangesView(review, unanswered, applied, onJournal));
  const leftActions = new UnansweredActions(unanswered, proposals, propose);
  const actions = new ChangeActions({ view, review, applied, undoing, unanswered: leftActions });
  return {
    review,
    texts: { proposals, waiting },
    view,
    async openCall(id) {
      const entry = (await journal.list()).find((one) => one.id === id);
      if (!entry) return false;
      const { title, time } = entry;
      await actions.openAll({ kind: "turn", turn: { id, title, time, entries: [entry] } });
      return true;
    },
    async showAllProposed() {
      const last = review.pending.at(-1);
      if (last && last.files.length > 1) await actions.openAll({ kind: "pending", review: last });
    },
    commands: {
      "review.accept": (uri?: vscode.Uri) => waiting.decide("accept", uri),
      "review.reject": (uri?: vscode.Uri) => waiting.decide("reject", uri),
      "review.rejectWithComment": (uri?: vscode.Uri) => {
        const proposal = inFront(uri);
        const pending = proposal && review.reviewOf(proposal);
        return pending ? review.rejectWithComment(pending) : waiting.decide("reject", uri);
      },
      "review.keepOnlyThisChange": () => keepOnlyThisChange(review),
      "review.rejectThisChange": () => rejectThisChange(review),
      "changes.open": (node: ChangeNode) => actions.open(node),
      "changes.openAll": (node: ChangeNode) => actions.openAll(node),
      "changes.accept": (node: ChangeNode) => actions.accept(node),
      "changes.reject": (node: ChangeNode) => actions.reject(node),
      "changes.rejectWithComment": (node: ChangeNode) => actions.rejectWithComment(node),
      "changes.undo": (node: ChangeNode) => actions.undo(node),
      "changes.keep": (node: ChangeNode) => actions.keep(node),
      "changes.keepAll": () => actions.keepAll(),
      "changes.undoAll": () => actions.undoAll(),
      "changes.proposeAgain": (node: ChangeNode) => actions.proposeAgain(node),
      "changes.dismiss": (node: ChangeNode) => actions.dismiss(node),
    },
  };
}
