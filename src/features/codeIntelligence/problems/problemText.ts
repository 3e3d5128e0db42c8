/** What a model reads of problems. */
import type { severities } from "../../../core/ports/editor/codeIntelligence";
import { fittingLines } from "../../../core/text/fittingLines";
import { oneLine } from "../../../core/text/oneLine";
import type { FoundCode, FoundProblem } from "../../../core/tools/knownCode";
import type { RunContext, ToolResult } from "../../../core/tools/tool";
import { ToolError } from "../../../core/vocabulary/toolError";
import { readLines, type TextLines } from "../../../lib/edits/text/textLines";
import { counted } from "../../../tools/search/searchedText";
import { named, unreadText } from "../codeText";
import { codeOf, silentText, waitOf } from "../codeWait";

/** Characters of a message and of a line of code shown at most. */
const maxCharacters = 500;

/** Related places of a problem shown at most. */
const maxRelated = 5;

/** Problems whose quick fixes are looked up at most, for each takes a question. */
const maxFixed = 25;

/** Which problems are listed, and how. */
export interface ProblemList {
  readonly severity: (typeof severities)[number];
  readonly since: "all" | "session" | "last_call";
  /** Whose problems are listed; undefined: everybody's. */
  readonly source?: string | undefined;
  readonly quick_fixes: boolean;
  readonly limit: number;
  readonly offset: number;
  /** For a sentence, with a blank before it. */
  readonly where: string;
  readonly isFile: boolean;
  /** What there is besides. */
  readonly besides: {
    /** Problems that are less severe than asked for. */
    readonly milder: number;
    /** The sources of problems that are severe enough and come from others. */
    readonly otherSources: readonly string[];
  };
  /** Real paths of files of which it cannot be told what is older. */
  readonly unsure: ReadonlySet<string>;
}

/** What the tool found, as facts. */
export interface ProblemsData {
  readonly problems: readonly (Pick<FoundProblem, "severity" | "message" | "source" | "code"> & {
    readonly shown: string;
    readonly line: number;
  })[];
  readonly total: number;
}

/** `src/a.ts:3:7`, in the order of files and places. */
const placeText = ({ place: { target, range } }: Pick<FoundProblem, "place">) =>
  `${target.shown}:${range.start.line + 1}:${range.start.character + 1}`;

function byPlace(a: FoundProblem, b: FoundProblem): number {
  const [one, other] = [a.place.target.shown, b.place.target.shown];
  if (one !== other) return one < other ? -1 : 1;
  const [start, end] = [a.place.range.start, b.place.range.start];
  return start.line - end.line || start.character - end.character;
}

/** What a language wrote, on one line of ours. */
const flat = (text: string) => oneLine(text).slice(0, maxCharacters);

async function fixesOf({ place }: FoundProblem, run: RunContext): Promise<string[]> {
  const actions = await codeOf(run).actions(place.target, place.range, { kind: "quickfix" }, waitOf(run));
  return [...new Set(actions.found.filter(({ disabled }) => disabled === undefined).map(({ title }) => title))];
}

function linesFor(problem: FoundProblem, text: TextLines, fixes: readonly string[]): string[] {
  const { severity, message, source, code, place, related } = problem;
  const name = [source, code].filter((part) => part !== "").join(" ");
  const line = text.line(place.range.start.line)?.trim();
  return [
    `${placeText(problem)}: ${severity}: ${flat(message)}${name ? ` (${flat(name)})` : ""}`,
    ...(line ? [`    ${line.slice(0, maxCharacters)}`] : []),
    ...related.slice(0, maxRelated).map((one) => `    related: ${placeText(one)}: ${flat(one.message)}`),
    ...fixes.map((title) => `    quick fix: ${flat(title)}`),
  ];
}

async function pageText(page: readonly FoundProblem[], list: ProblemList, run: RunContext): Promise<string[]> {
  const texts = new Map<string, TextLines>();
  const blocks: string[] = [];
  for (const [index, problem] of page.entries()) {
    const { target } = problem.place;
    const text = texts.get(target.real) ?? (await readLines(run.host, target));
    texts.set(target.real, text);
    const fixes = list.quick_fixes && index < maxFixed ? await fixesOf(problem, run) : [];
    blocks.push(linesFor(problem, text, fixes).join("\n"));
  }
  return blocks;
}

const sinceText = {
  all: "",
  session: " new since the session first looked",
  last_call: " new since the last look",
} as const;

function nothing(list: ProblemList, answer: FoundCode<FoundProblem>): string {
  const { severity, since, source, where, isFile } = list;
  const from = source === undefined ? "" : ` from ${JSON.stringify(source)}`;
  const none = `No problems of severity ${severity} or worse${from}${sinceText[since]}${where}`;
  return isFile && answer.isSilent
    ? `${none} were reported. ${silentText(answer)}`
    : [`${none}.`, ...besidesTexts(list)].join(" ");
}

/** What a narrower question has left out, and how to see it. */
function besidesTexts({ besides: { milder, otherSources } }: ProblemList): string[] {
  const names = [...new Set(otherSources)].map((name) => name || "without a source").sort();
  const [count, be] = [otherSources.length, otherSources.length === 1 ? "is" : "are"];
  return [
    ...(milder > 0
      ? [`${counted(milder, "milder problem")} ${milder === 1 ? "is" : "are"} left out: give severity hint for all.`]
      : []),
    ...(count > 0 ? [`${counted(count, "problem")} ${be} from others (${named(names)}): leave source out.`] : []),
  ];
}

/** Files of which it is not known what is older, as far as they are listed. */
function unsureFiles(found: readonly FoundProblem[], { unsure }: ProblemList): string[] {
  return [
    ...new Set(found.filter(({ place }) => unsure.has(place.target.real)).map(({ place }) => place.target.shown)),
  ];
}

/** The result of a call. */
export async function problemsResult(
  answer: FoundCode<FoundProblem>,
  list: ProblemList,
  run: RunContext,
): Promise<ToolResult> {
  const { limit, offset, since, isFile } = list;
  const found = [...answer.found].sort(byPlace);
  if (offset > 0 && offset >= found.length)
    throw new ToolError("invalid_input", `There are only ${counted(found.length, "problem")}: give a smaller offset.`);
  const page = found.slice(offset, offset + limit);
  const blocks = await pageText(page, list, run);
  const room = fittingLines(blocks, run.traits.listCharacters);
  const end = offset + Math.min(room, page.length);
  const files = new Set(found.map(({ place }) => place.target.real)).size;
  const first = unsureFiles(found, list);
  const kind = `${first.length > 0 ? " that may be" : ""}${sinceText[since]}`;
  const isPart = offset > 0 || end < found.length;
  const head =
    found.length === 0
      ? nothing(list, answer)
      : `${counted(found.length, "problem")}${kind} in ${counted(files, "file")}${isPart ? `, ${offset + 1} to ${end}` : ""}:`;
  const text = [
    head,
    ...blocks.slice(0, room),
    ...(end < found.length ? [`[There are more: call again with offset ${end}.]`] : []),
    ...(list.quick_fixes && page.length > maxFixed
      ? [`[Quick fixes are listed for ${maxFixed} problems at once.]`]
      : []),
    ...(first.length > 0 ? [`[First look at ${named(first)}: new and older problems cannot be told apart.]`] : []),
    ...unreadText(answer.unread),
    ...(isFile ? [] : ["[Many languages check open files only: give the path of a file to have it checked.]"]),
  ].join("\n");
  return { text, isError: false, data: dataOf(page.slice(0, room), found.length) };
}

const dataOf = (page: readonly FoundProblem[], total: number): ProblemsData => ({
  problems: page.map(({ severity, message, source, code, place }) => ({
    ...{ severity, message, source, code, shown: place.target.shown, line: place.range.start.line + 1 },
  })),
  total,
});
