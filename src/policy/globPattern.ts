/** The glob patterns of `protectedPaths` and `secretPaths`: `*`, `?`, `**`, `[…]` and `{a,b}`, compared without case. */

const compiled = new Map<string, (path: string) => boolean>();
/** Longer patterns and more alternatives than these match everything, which only ever tightens. */
const longest = 500;
const mostAlternatives = 200;

function alternatives(pattern: string): string[] {
  const open = pattern.indexOf("{");
  if (open < 0) return [pattern];
  let depth = 0;
  const cuts = [open];
  for (let at = open; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === "{") depth++;
    else if (character === "," && depth === 1) cuts.push(at);
    else if (character === "}" && --depth === 0) {
      const before = pattern.slice(0, open);
      const rests = alternatives(pattern.slice(at + 1));
      const choices = [...cuts, at].slice(1).map((end, index) => pattern.slice((cuts[index] ?? open) + 1, end));
      return choices
        .flatMap((choice) => alternatives(choice))
        .flatMap((choice) => rests.map((rest) => before + choice + rest));
    }
  }
  return [pattern];
}

function toExpression(pattern: string): string {
  let expression = "";
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] ?? "";
    if (pattern.startsWith("**/", at)) {
      expression += "(?:[^/]+/)*";
      at += 2;
    } else if (pattern.startsWith("**", at)) {
      expression += ".*";
      at += 1;
    } else if (character === "*") expression += "[^/]*";
    else if (character === "?") expression += "[^/]";
    else if (character === "[") {
      const close = pattern.indexOf("]", at + 2);
      const inside = close < 0 ? "" : pattern.slice(at + 1, close);
      expression += close < 0 ? "\\[" : `[${inside.replace(/^[!^]/, "^").replace(/[\\\]]/g, "\\$&")}]`;
      if (close >= 0) at = close;
    } else expression += character.replace(/[\\^$.|+()[\]{}]/g, "\\$&");
  }
  return expression;
}

/** A pattern without `/` means that name in any folder; a matched folder stands for everything in it. */
function normalise(pattern: string): string {
  const trimmed = pattern.replace(/^(?:\.?\/)+/, "").replace(/\/+$/, "");
  return trimmed.includes("/") || trimmed === "" ? trimmed : `**/${trimmed}`;
}

function compile(pattern: string): (path: string) => boolean {
  const all = pattern.length > longest ? [] : alternatives(normalise(pattern).toLowerCase());
  if (all.length === 0 || all.length > mostAlternatives) return () => true;
  try {
    const expression = new RegExp(`^(?:${all.map(toExpression).join("|")})(?:/.*)?$`, "su");
    return (path) => expression.test(path);
  } catch {
    // A range such as [z-a] cannot be compiled; the pattern then protects too much rather than nothing.
    return () => true;
  }
}

/** True when a path below a root, with `/`, matches a pattern or lies in a folder that does. */
export function matchesGlob(pattern: string, path: string): boolean {
  let matches = compiled.get(pattern);
  if (!matches) {
    matches = compile(pattern);
    compiled.set(pattern, matches);
  }
  return matches(path.toLowerCase());
}
