/** The notes of a workspace: a Markdown file with a list for each topic, which people read and change as well. */

/** Where they are, below the workspace folder. */
export const memoryFile = ".toolcrib/memory.md";

/** Bytes of the file at most: it is handed to a model with every chat. */
export const maxMemoryBytes = 32_000;

const opening = "# Memory\n\nNotes that agents keep about this workspace. Change or delete what is wrong.\n";

/** A note where it stands in the file. */
interface Line {
  readonly topic: string;
  readonly note: string;
  /** From 0. */
  readonly at: number;
}

const heading = /^##\s+(.+?)\s*$/;
const item = /^[-*+]\s+(.+?)\s*$/;

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

function notesIn(lines: readonly string[]): Line[] {
  let topic = "";
  return lines.flatMap((line, at) => {
    topic = heading.exec(line)?.[1] ?? topic;
    const note = item.exec(line)?.[1];
    return note === undefined ? [] : [{ topic, note, at }];
  });
}

/** What is to be kept. */
export interface NoteWish {
  /** One line. */
  readonly note: string;
  readonly topic: string;
  /** The note whose place it takes; absent: it is added. */
  readonly replaces?: string | undefined;
}

/** The file with a note added, or why it is not, as one sentence for a model. */
export type Noted = { readonly text: string } | { readonly refusal: "known" | "not_found"; readonly reason: string };

/** Puts a note into the file. Everything else in it stays as it is, its line endings included. @param text empty for a new file. */
export function withNote(text: string, { note, topic, replaces }: NoteWish): Noted {
  const ending = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = (text.trim() === "" ? opening : text).split(/\r?\n/);
  const notes = notesIn(lines);
  const known = notes.find((line) => line.note === note);
  if (known) return { refusal: "known", reason: `${memoryFile} already has this note, in line ${known.at + 1}` };
  if (replaces !== undefined) {
    const old = notes.find((line) => line.note === replaces);
    if (!old)
      return {
        refusal: "not_found",
        reason: `${memoryFile} has no note "${replaces}": recall shows the notes as they are`,
      };
    lines[old.at] = `- ${note}`;
  } else addTo(lines, notes, topic, `- ${note}`);
  return { text: lines.join(ending) };
}

/** Adds a line below the last note of its topic, or with a new topic at the end. */
function addTo(lines: string[], notes: readonly Line[], topic: string, line: string): void {
  const last = notes.filter((one) => same(one.topic, topic)).at(-1);
  const head = lines.findIndex((one) => same(heading.exec(one)?.[1] ?? "", topic));
  if (last) lines.splice(last.at + 1, 0, line);
  else if (head >= 0) lines.splice(head + 1, 0, "", line);
  else {
    while (lines.at(-1)?.trim() === "") lines.pop();
    lines.push("", `## ${topic}`, "", line, "");
  }
}

/** The notes that hold all words of a query, under their topics; the file as it is where the query has none. */
export function notesFor(text: string, query: string): { readonly text: string; readonly count: number } {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ topic, note }: Line) => words.every((word) => `${topic} ${note}`.toLowerCase().includes(word));
  const all = notesIn(text.split(/\r?\n/));
  if (words.length === 0) return { text: text.trim(), count: all.length };
  const found = all.filter(fits);
  const topics = [...new Set(found.map(({ topic }) => topic))];
  const parts = topics.map((topic) => {
    const own = found.filter((line) => line.topic === topic).map(({ note }) => `- ${note}`);
    return [...(topic === "" ? [] : [`## ${topic}`]), ...own].join("\n");
  });
  return { text: parts.join("\n\n"), count: found.length };
}
