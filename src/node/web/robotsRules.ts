/** What a robots.txt says (RFC 9309). A hostile one takes no longer than a moment. */

/** A path that is open or closed to programs. */
interface Rule {
  readonly pattern: string;
  readonly isOpen: boolean;
}

/** Who has to follow a number of rules. */
interface Group {
  /** Product tokens in small letters; `*` for everybody else. */
  readonly agents: string[];
  readonly rules: Rule[];
}

/** The same path always in the same letters: escapes that need not be are undone, others are in capitals. */
const normal = (path: string) =>
  encodeURI(path)
    .replaceAll("%25", "%")
    .replace(/%[\da-f]{2}/gi, (written) => {
      const letter = String.fromCharCode(Number.parseInt(written.slice(1), 16));
      return /[\w.~-]/.test(letter) ? letter : written.toUpperCase();
    });

function parse(text: string): Group[] {
  const groups: Group[] = [];
  let isNaming = false;
  for (const line of text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/)) {
    const [, key = "", value = ""] = /^\s*([A-Za-z-]+)\s*:\s*([^#]*)/.exec(line) ?? [];
    const name = key.toLowerCase();
    if (name === "user-agent") {
      if (!isNaming) groups.push({ agents: [], rules: [] });
      groups.at(-1)?.agents.push(productToken(value) || value.trim());
      isNaming = true;
    } else if (name === "allow" || name === "disallow") {
      const pattern = value.trim();
      if (pattern !== "") groups.at(-1)?.rules.push({ pattern: normal(pattern), isOpen: name === "allow" });
      isNaming = false;
    }
  }
  return groups;
}

/** The name of a program as robots.txt means it: what a User-Agent begins with, in small letters. */
export const productToken = (userAgent: string): string =>
  /^\s*([A-Za-z_-]*)/.exec(userAgent)?.[1]?.toLowerCase() ?? "";

/** Rules with a wildcard that are tried at most: each takes as long as the path, and nobody writes more. */
const maxWildcards = 5000;

/** Whether a rule is about a path: `*` is any text, `$` at the end is the end. */
function isAbout(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith("$");
  const [first = "", ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split("*");
  if (!path.startsWith(first)) return false;
  const last = isWhole ? parts.pop() : undefined;
  let at = first.length;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  if (!isWhole) return true;
  return last === undefined ? at === path.length : path.endsWith(last) && path.length - last.length >= at;
}

/**
 * Whether a program may fetch a path. The longest rule about it decides, and of two equal ones that which opens.
 * @param text of robots.txt.
 * @param agent a product token in small letters.
 * @param path with its query.
 */
export function isOpenTo(text: string, agent: string, path: string): boolean {
  const groups = parse(text);
  const own = groups.filter(({ agents }) => agents.includes(agent));
  const meant = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes("*"));
  const where = normal(path);
  if (where === "/robots.txt") return true;
  let decisive: Rule | undefined;
  let wildcards = 0;
  for (const rule of meant.flatMap(({ rules }) => rules)) {
    if (rule.pattern.includes("*") && ++wildcards > maxWildcards) continue;
    const weight = rule.pattern.length - (decisive?.pattern.length ?? -1);
    if ((weight > 0 || (weight === 0 && rule.isOpen)) && isAbout(rule.pattern, where)) decisive = rule;
  }
  return decisive?.isOpen ?? true;
}
