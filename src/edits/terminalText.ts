/** What a terminal would show of a program's output, as plain text for a model. */

/** CSI; OSC and the other strings, which end at BEL, ST or at the latest with their line; the two-character escapes. */
const escapes =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\)?|[ -/][0-~]|[0-OQ-WYZ\\`-~])/g;

/** Removes escape codes and folds lines that were overwritten after a carriage return to what was left standing. */
export const plainOutput = (output: string): string =>
  output
    .replace(escapes, "")
    .replace(/\r\n/g, "\n")
    .split("\n")
    .map((line) => (line.includes("\r") ? (line.split("\r").findLast((part) => part !== "") ?? "") : line))
    .join("\n");
