/** How a session's taint and where it came from are told to people (PO-7). */
import type { LineageEntry, Taint } from "../../core/session/taint";

/** One clause: the level, and what first raised the session to it. */
export function whatRaised({ level, raisedBy }: Pick<Taint, "level" | "raisedBy">): string {
  return raisedBy ? `${level} since ${raisedBy.source} was read (${raisedBy.reason})` : level;
}

/** Everything but letters and digits is written as a character reference, so that no name draws anything. */
const literal = (text: string): string =>
  text.replace(/[^\p{L}\p{N} ./:,;-]/gu, (character) => `&#${character.codePointAt(0)};`);

const row = ({ time, level, source, reason, call }: LineageEntry): string =>
  `| ${[new Date(time).toISOString(), level, source, reason, call].map(literal).join(" | ")} |`;

/** One line of plain text: when, how confidential, from where and why. */
export const lineageText = ({ time, level, source, reason }: LineageEntry): string =>
  `${new Date(time).toISOString()}  ${level}  ${source}: ${reason}`;

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
