import { shownAddress } from "../../core/text/addresses/shownAddress";
import { actionTitle } from "../../core/text/clauses/clause";
import { oneLine } from "../../core/text/oneLine";
import { shownPath } from "../../core/vocabulary/shownPath";
import type { Step } from "./steps";

/** Characters of a command in a title at most. */
const maxShown = 200;

const short = (text: string) => (text.length > maxShown ? `${text.slice(0, maxShown)}…` : text);

/** A step in a few words, as the title of a call. */
export function shownStep(step: Step): string {
  switch (step.does) {
    case "run":
      return actionTitle`Run ${short(oneLine(step.command))}`;
    case "edit":
    case "change":
      return actionTitle`Change ${shownPath(step.path)}`;
    case "write":
      return actionTitle`Write ${shownPath(step.path)}`;
    case "patch":
      return actionTitle`Apply a patch`;
    case "read":
      return actionTitle`Read ${shownPath(step.path)}`;
    case "list":
      return actionTitle`List ${shownPath(step.path)}`;
    case "find":
      return actionTitle`Find ${short(oneLine(step.pattern))} in ${shownPath(step.path)}`;
    case "fetch":
      return actionTitle`Fetch ${shownAddress(step.url)}`;
    case "delegate":
      return actionTitle`Use the ${short(oneLine(step.to))}`;
  }
}
