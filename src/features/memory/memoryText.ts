/** The notes of a workspace: a Markdown file with a list for each topic, which people read and change as well. */

/** Where they are, below the workspace folder. */
export const memoryFile = ".toolcrib/memory.md";

/** Bytes of the file at most: it is handed to a model with every chat. */
export const maxMemoryBytes = 32_000;

const about = "Notes that agents keep about this workspace. Change or delete what is wrong.";

const opening = `# Memory\n\n${about}\n`;

/** A note where it stands in the file: an item of a list, or a paragraph that a person wrote, with code between fences in it. */
interface Kept {
  readonly topic: string;
  /** The heading below the topic that it stands under. */
  readonly subtopic: string;
  /** What makes it an item of a list, with what it is indented by; empty for a paragraph. */
  readonly mark: string;
  /** Line of its beginning, from 0. */
  readonly at: number;
  /** As they stand in the file. */
  readonly lines: string[];
}

const heading = /^(#{1,6})\s+(.+?)\s*$/;
const item = /^\s*(?:[-*+]|\d+[.)])\s+(?=\S)/;

const fence = /^\s*(`{3,}|~{3,})(.*)$/;

/** Lines that belong to the fenced block above them, its end included. What begins and has no end is text like any other. */
function codeIn(lines: readonly string[]): ReadonlySet<number> {
  const code = new Set<number>();
  let open: { readonly at: number; readonly mark: string } | undefined;
  for (const [at, line] of lines.entries()) {
    const own = open ? line : line.replace(item, "");
    const [, mark = "", rest = ""] = fence.exec(own) ?? [];
    if (mark === "") continue;
    // With backticks behind them they are code within a line.
    if (!open) open = mark.startsWith("`") && rest.includes("`") ? undefined : { at, mark };
    else if (mark.startsWith(open.mark) && rest.trim() === "") {
      for (let inner = open.at + 1; inner <= at; inner++) code.add(inner);
      open = undefined;
    }
  }
  return code;
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

const topicIn = (line: string): string | undefined => {
  const [, level, name] = heading.exec(line) ?? [];
  return level === "##" ? name : undefined;
};

/** What a note says, as one line. */
const said = ({ mark, lines }: Kept): string =>
  lines
    .join("\n")
    .slice(mark.length)
    .trim()
    .replace(/\s*\n\s*/g, " ");

function notesIn(lines: readonly string[]): Kept[] {
  const notes: Kept[] = [];
  const code = codeIn(lines);
  let [topic, subtopic] = ["", ""];
  let open: Kept | undefined;
  for (const [at, line] of lines.entries()) {
    const [, level = "", name = ""] = heading.exec(line) ?? [];
    const mark = item.exec(line)?.[0] ?? "";
    if (open && code.has(at)) open.lines.push(line);
    else if (level !== "") {
      if (level.length > 1) subtopic = level === "##" ? "" : name;
      topic = topicIn(line) ?? topic;
      open = undefined;
    } else if (line.trim() === "" || line === about) open = undefined;
    else if (open && mark === "") open.lines.push(line);
    else {
      open = { topic, subtopic, mark, at, lines: [line] };
      notes.push(open);
    }
  }
  return notes;
}

/** What is to be kept. */
export interface NoteWish {
  /** One line. */
  readonly note: string;
  readonly topic: string;
  /** The note whose place it takes; absent: it is added. */
  readonly replaces?: string | undefined;
}

/**
 * The file with a note added, and the topic that it stands under then, empty above the first; or why it is not, as one sentence
 * for a model.
 */
export type Noted =
  | { readonly text: string; readonly topic: string }
  | { readonly refusal: "known" | "not_found"; readonly reason: string };

/** Puts a note into the file. Everything else in it stays as it is, its line endings included. @param text empty for a new file. */
export function withNote(text: string, { note, topic, replaces }: NoteWish): Noted {
  const ending = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = (text.trim() === "" ? opening : text).split(/\r?\n/);
  const notes = notesIn(lines);
  const known = notes.find((kept) => said(kept) === note);
  if (known) return { refusal: "known", reason: `${memoryFile} already has this note, in line ${known.at + 1}` };
  if (replaces === undefined) {
    addTo(lines, notes, topic, `- ${note}`);
    return { text: lines.join(ending), topic };
  }
  const old = notes.find((kept) => [said(kept), `${kept.mark.trim()} ${said(kept)}`].includes(replaces));
  if (!old)
    return {
      refusal: "not_found",
      reason: `${memoryFile} has no note "${replaces}": recall shows the notes as they are`,
    };
  lines.splice(old.at, old.lines.length, `${old.mark}${note}`);
  return { text: lines.join(ending), topic: old.topic };
}

/** Adds a line below the last list of its topic, or with a new topic at the end. */
function addTo(lines: string[], notes: readonly Kept[], topic: string, line: string): void {
  const last = notes.filter((one) => one.mark !== "" && same(one.topic, topic)).at(-1);
  const code = codeIn(lines);
  const head = lines.findIndex((one, at) => !code.has(at) && same(topicIn(one) ?? "", topic));
  if (last) lines.splice(last.at + last.lines.length, 0, line);
  else if (head >= 0) lines.splice(head + 1, 0, "", line);
  else {
    while (lines.at(-1)?.trim() === "") lines.pop();
    lines.push("", `## ${topic}`, "", line, "");
  }
}

/** The notes that hold all words of a query, under their topics; the file as it is where the query has none. */
export function notesFor(text: string, query: string): { readonly text: string; readonly count: number } {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ topic, subtopic, lines }: Kept) => {
    const all = [topic, subtopic, ...lines].join("\n").toLowerCase();
    return words.every((word) => all.includes(word));
  };
  const all = notesIn(text.split(/\r?\n/));
  if (words.length === 0) return { text: text.trim(), count: all.length };
  const found = all.filter(fits);
  const topics = [...new Set(found.map(({ topic }) => topic))];
  const parts = topics.map((topic) => {
    const own = found
      .filter((note) => note.topic === topic)
      .flatMap(({ lines }) => lines.map((line) => line.trimEnd()));
    return [...(topic === "" ? [] : [`## ${topic}`]), ...own].join("\n");
  });
  return { text: parts.join("\n\n"), count: found.length };
}
