/** What grep, ripgrep and other agents call the parameters of a search, in the words of a tool that searches (C-02). */

type Given = Readonly<Record<string, unknown>>;

const caseNames = ["-i", "ignore_case", "ignoreCase", "case_insensitive", "caseInsensitive"];
const contextNames = ["-A", "-B", "-C", "after_context", "before_context", "context_lines"];
const patternNames = ["query", "regex"];
const globNames = ["glob", "glob_pattern", "file_pattern"];
/** Lines come with their numbers anyway. */
const numberNames = ["-n", "line_numbers"];

/** Kinds of file as ripgrep calls them, with the endings that it means. */
const endings: Readonly<Record<string, string>> = {
  ...{ c: "c,h", cpp: "cpp,cc,cxx,hpp,hh,hxx,h", cs: "cs", css: "css", go: "go", html: "html,htm", java: "java" },
  ...{ js: "js,jsx,mjs,cjs", json: "json", kotlin: "kt,kts", lua: "lua", markdown: "md,markdown", md: "md,markdown" },
  ...{ php: "php", py: "py,pyi", python: "py,pyi", ruby: "rb", rust: "rs", scala: "scala", sh: "sh,bash,zsh" },
  ...{ sql: "sql", swift: "swift", toml: "toml", ts: "ts,tsx,mts,cts", txt: "txt", xml: "xml", yaml: "yaml,yml" },
};

const numberOf = (value: unknown): number =>
  typeof value === "number" || (typeof value === "string" && /^\d+$/.test(value)) ? Number(value) : 0;

/** Whether a value says yes; undefined when it says neither. */
function yesOrNo(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  return value === "true" || value === "false" ? value === "true" : undefined;
}

/** What one name given means here: under the tool's own name, or nothing at all; undefined when it says nothing of the kind. */
function meaning(name: string, value: unknown, known: readonly string[]): Given | undefined {
  const said = yesOrNo(value);
  if (caseNames.includes(name) && said !== undefined)
    return known.includes("case_insensitive") ? { case_insensitive: said } : { case_sensitive: !said };
  if (patternNames.includes(name) && typeof value === "string") return { pattern: value };
  if (globNames.includes(name) && typeof value === "string" && !known.some(isFilter)) return { pattern: value };
  if (known.includes("context") && contextNames.includes(name) && numberOf(value) > 0)
    return { context: numberOf(value) };
  if (known.includes("context") && numberNames.includes(name) && said) return {};
  const filter = known.find(isFilter);
  const kind =
    name === "type" && typeof value === "string" && Object.hasOwn(endings, value) ? endings[value] : undefined;
  return filter && kind !== undefined ? { [filter]: kind.includes(",") ? `*.{${kind}}` : `*.${kind}` } : undefined;
}

/**
 * The arguments of a search in the tool's own names, as far as it has them; of several sizes of the context the largest.
 * What is given under its own name stands, and what contradicts it is left as it is.
 * @param known names that the tool knows; without a pattern and a case it is no search, and its arguments are as they were.
 */
export function inSearchNames(given: Record<string, unknown>, known: readonly string[]): Record<string, unknown> {
  if (!known.includes("pattern") || !known.includes("case_sensitive")) return given;
  const entries = Object.entries(given).map(([name, value]) => ({
    ...{ name, value },
    meant: known.includes(name) ? undefined : meaning(name, value, known),
  }));
  const held = new Map(entries.flatMap(({ name, value, meant }) => (meant ? [] : [[name, value] as const])));
  const sizes = entries.map(({ meant }) => numberOf(meant?.context));
  for (const { name, value, meant } of entries) {
    const [parameter, wish] = Object.entries(meant ?? {})[0] ?? [];
    if (parameter === undefined) continue;
    const size = parameter === "context" && !given.context ? Math.max(...sizes) : wish;
    const stands = (isFilter(parameter) ? filters : [parameter]).map((one) => held.get(one)).find(isSaid);
    if (!isSaid(stands)) held.set(parameter, size);
    else if (stands !== size) held.set(name, value);
  }
  return Object.fromEntries(held);
}

const filters = ["include", "glob"];
const isFilter = (name: string): boolean => filters.includes(name);
const isSaid = (value: unknown): boolean => value !== undefined && value !== null;
