import * as vscode from "vscode";
import { AnyKey } from "../../../vscode/ui/anyKey";
import type { WaitingThings } from "../../needsYou/waitingThings";
import type { Journal } from "../../undo/journal";
import { JournalImages, journalScheme } from "../../undo/vscode/journalImages";
import type { UnansweredProposal } from "../unanswered";
import { AppliedChanges } from "./appliedChanges";
import type { TextQuestions } from "./askForText";
import { ChangeActions, type Undoing } from "./changeActions";
import type { ChangeNode } from "./changeNode";
import { ChangesView } from "./changesView";
import { offerHunkActions } from "./hunks/hunkActions";
import { keepOnlyThisChange, rejectThisChange } from "./hunks/hunkCommands";
import { Proposals } from "./proposals";
import { Review } from "./review";
import type { ReviewCommands } from "./reviewCommands";
import { type proposeAgain, UnansweredActions } from "./unansweredActions";
import type { UnansweredProposals } from "./unansweredProposals";
import { inFront, WaitingEditors } from "./waitingEditors";
import { openReviewed, reviewsWaiting, unansweredWaiting } from "./waitingReviews";

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

/** What it stands on. */
export interface ReviewSources {
  readonly journal: Journal;
  readonly onJournal: vscode.Event<void>;
  readonly memory: vscode.Memento;
  readonly undoing: Undoing;
  /** Takes what waits for an answer. */
  readonly things: WaitingThings;
  readonly unanswered: UnansweredProposals;
  propose(proposal: UnansweredProposal): ReturnType<typeof proposeAgain>;
}

/** Puts them together. @param keep takes what must be released. */
export function openReview(
  keep: <T extends vscode.Disposable>(part: T) => T,
  { journal, onJournal, memory, undoing, things, unanswered, propose }: ReviewSources,
): ReviewParts {
  const proposals = new Proposals(unanswered.contentOf);
  const images = new JournalImages(journal);
  const options = { isCaseSensitive: true, isReadonly: true };
  keep(vscode.workspace.registerFileSystemProvider(journalScheme, images, options));
  const waiting = keep(new WaitingEditors());
  const review = keep(new Review(proposals, waiting, unanswered));
  keep(offerHunkActions(review));
  const applied = new AppliedChanges(journal, memory);
  const view = keep(new ChangesView(applied, onJournal));
  const follows = (look: () => void) => void keep(onJournal(look));
  const shows = (look: () => void) => void keep(view.onDidChangeTreeData(look));
  new AnyKey("anyRedo").follow(follows, async () => (await journal.redoable()).length > 0);
  new AnyKey("anyChanges").follow(shows, async () => (await view.turns()).length > 0);
  const actions = new ChangeActions({ view, applied, undoing });
  things.add(reviewsWaiting(review));
  things.add(unansweredWaiting(unanswered, new UnansweredActions(unanswered, proposals, propose)));
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
      if (last && last.files.length > 1) await openReviewed(review, last);
    },
    commands: {
      "review.accept": (uri?: vscode.Uri) => waiting.decide("accept", uri),
      "review.reject": (uri?: vscode.Uri) => waiting.decide("reject", uri),
      "review.rejectWithComment": (uri?: vscode.Uri) => {
        const proposal = inFront(uri);
        const pending = proposal && review.reviewOf(proposal);
        return pending ? review.rejectWithComment(pending) : waiting.decide("reject", uri);
      },
      "review.keepOnlyThisChange": (place?: unknown) => keepOnlyThisChange(review, place),
      "review.rejectThisChange": (place?: unknown) => rejectThisChange(review, place),
      "changes.open": (node: ChangeNode) => actions.open(node),
      "changes.openAll": (node: ChangeNode) => actions.openAll(node),
      "changes.undo": (node: ChangeNode) => actions.undo(node),
      "changes.keep": (node: ChangeNode) => actions.keep(node),
      "changes.keepAll": () => actions.keepAll(),
      "changes.undoAll": () => actions.undoAll(),
    },
  };
}
