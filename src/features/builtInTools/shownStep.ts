import { shownAddress } from "../../core/text/addresses/shownAddress";
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
      return `Run ${short(oneLine(step.command))}`;
    case "edit":
    case "change":
      return `Change ${shownPath(step.path)}`;
    case "write":
      return `Write ${shownPath(step.path)}`;
    case "patch":
      return "Apply a patch";
    case "read":
      return `Read ${shownPath(step.path)}`;
    case "list":
      return `List ${shownPath(step.path)}`;
    case "find":
      return `Find ${short(oneLine(step.pattern))} in ${shownPath(step.path)}`;
    case "fetch":
      return `Fetch ${shownAddress(step.url)}`;
    case "delegate":
      return `Use the ${short(oneLine(step.to))}`;
  }
}
