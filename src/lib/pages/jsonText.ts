import { shownText } from "./body/shownText";

/** A string, a sign of structure, or anything else that is one value. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/gs;

/** Levels that are indented; what is nested deeper would be blanks for the most part. */
const maxIndented = 40;

/** Blanks that indentation may add: so many, or so many times the length of the text. */
const [alwaysAdded, mostTimes] = [1_000_000, 8];

/**
 * Valid JSON with two spaces a level; every number, string and key as it was written, and in its order. Undefined where it
 * would be blanks for the most part.
 */
function indented(json: string): string | undefined {
  const pieces: string[] = [];
  let left = Math.max(alwaysAdded, mostTimes * json.length);
  let depth = 0;
  let last = "";
  const newLine = () => {
    const blanks = 2 * Math.min(depth, maxIndented);
    left -= blanks;
    pieces.push("\n", " ".repeat(blanks));
  };
  for (const [piece] of json.matchAll(token)) {
    const isOpen = last === "{" || last === "[";
    if (piece === "}" || piece === "]") {
      if (!isOpen) {
        depth--;
        newLine();
      }
    } else if (isOpen) {
      depth++;
      newLine();
    }
    if (left < 0) return undefined;
    pieces.push(piece);
    if (piece === ",") newLine();
    if (piece === ":") pieces.push(" ");
    last = piece;
  }
  return pieces.join("");
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** One value on each line. */
function isJsonLines(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.length > 1 && lines.every(isJson);
}

const tooDeep = "It is nested so deeply that it is shown as it was sent.";

/** JSON as it is shown, and what is to be said of it (WF-3). The text is formatted, never parsed and written anew. */
export function formattedJson(text: string): { readonly text: string; readonly notes: readonly string[] } {
  const shown = shownText(text).trim();
  if (isJson(shown)) {
    const text = indented(shown);
    return text === undefined ? { text: shown, notes: [tooDeep] } : { text, notes: [] };
  }
  if (shown === "" || isJsonLines(shown)) return { text: shown, notes: [] };
  return { text: shown, notes: ["It is not the JSON it claims to be, so it is shown as it was sent."] };
}

/** Whether JSON says that it is a feed; what it holds is then for people, and partly HTML. */
export const isJsonFeed = (text: string): boolean =>
  /^\s*\{[\s\S]{0,2000}?"version"\s*:\s*"https?:(?:\\?\/){2}jsonfeed\.org(?:\\?\/)version/.test(text.slice(0, 4096));
