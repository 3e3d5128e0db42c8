/** How a session's taint and where it came from are told to people (PO-7). */
import type { Exchanged, LineageEntry, Taint } from "../../core/session/taint";

/** One clause: the level, and what first raised the session to it. */
export function whatRaised({ level, raisedBy }: Pick<Taint, "level" | "raisedBy">): string {
  return raisedBy ? `${level} since ${raisedBy.source} was read (${raisedBy.reason})` : level;
}

/** Everything but letters and digits is written as a character reference, so that no name draws anything. */
const literal = (text: string): string =>
  text.replace(/[^\p{L}\p{N} ./:,;-]/gu, (character) => `&#${character.codePointAt(0)};`);

/** Methods as far as they were seen, and bytes in both directions. */
export const exchangedText = ({ methods, sent, received }: Exchanged): string =>
  [...methods, `${sent} bytes sent`, `${received} received`].join(", ");

/** Why an entry counts, and what was exchanged with it, one clause. */
export const whyText = ({ reason, exchanged }: LineageEntry): string =>
  exchanged ? `${reason} (${exchangedText(exchanged)})` : reason;

const row = (entry: LineageEntry): string =>
  `| ${[new Date(entry.time).toISOString(), entry.level, entry.source, whyText(entry), entry.call].map(literal).join(" | ")} |`;

/** One line of plain text: when, how confidential, from where and why. */
export const lineageText = (entry: LineageEntry): string =>
  `${new Date(entry.time).toISOString()}  ${entry.level}  ${entry.source}: ${whyText(entry)}`;

/** A table of what came in, the oldest first. @param owner whose session it is. */
export function lineageMarkdown(owner: string, taint: Pick<Taint, "level" | "raisedBy" | "lineage">): string {
  const head = `# ${literal(owner)}\n\n${literal(whatRaised(taint))}.`;
  if (taint.lineage.length === 0) return head;
  const table = [
    "| When | Level | Source | Why | Call |",
    "| --- | --- | --- | --- | --- |",
    ...taint.lineage.map(row),
  ];
  return `${head}\n\n${table.join("\n")}`;
}
