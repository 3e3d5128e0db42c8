/** What a terminal would show of a program's output, as plain text for a model. */

/** CSI, OSC (to BEL or ST) and the two-character escapes. */
const escapes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\^_]|[ -/][0-~])/g;

/** Removes escape codes and folds lines that were overwritten after a carriage return to what was left standing. */
export const plainOutput = (output: string): string =>
  output
    .replace(escapes, "")
    .replace(/\r\n/g, "\n")
    .split("\n")
    .map((line) => (line.includes("\r") ? (line.split("\r").findLast((part) => part !== "") ?? "") : line))
    .join("\n");
