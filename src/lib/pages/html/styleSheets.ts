/** What the style sheets within a page hide with `display: none`; sheets of other files are not read. */
import { attributeOf, classesOf, type HtmlElement, type HtmlParent, isElement, textBelow, walk } from "./htmlTree";
import { declarationsOf, plainStyle } from "./inlineStyle";

/** Characters of a page's sheets that are read, and rules on `display` that are kept. */
const maxText = 500_000;
const maxRules = 2000;
/** Elements that are held against parts of selectors; after these nothing more is hidden, as if there were no sheets. */
const maxComparisons = 1_000_000;

/** A part of a selector between blanks: what one element is like. */
interface Compound {
  readonly tag: string;
  readonly id: string | undefined;
  readonly classes: readonly string[];
  /** True where it is the child of what stands before it, not only somewhere in it. */
  readonly isChild: boolean;
}

/** One selector with what it says of `display`. */
interface DisplayRule {
  readonly compounds: readonly Compound[];
  readonly isNone: boolean;
  /** The larger one wins, and of equals the later. */
  readonly weight: number;
}

const compoundText = /^(\*|[a-z][\w-]*)?((?:[.#][\w-]+)*)$/i;

/** Undefined for a selector with more in it than names, classes, ids, blanks and `>`. */
function compoundsOf(selector: string): Compound[] | undefined {
  const found: Compound[] = [];
  let isChild = false;
  for (const part of selector.replace(/>/g, " > ").trim().split(/\s+/)) {
    if (part === ">") {
      isChild = true;
      continue;
    }
    const [, tag = "*", marks = ""] = compoundText.exec(part) ?? [];
    if (part === "" || (tag === "*" && marks === "" && part !== "*")) return undefined;
    const names = marks.match(/[.#][\w-]+/g) ?? [];
    const ids = names.filter((name) => name.startsWith("#"));
    const classes = names.filter((name) => name.startsWith(".")).map((name) => name.slice(1));
    found.push({ tag: tag.toLowerCase(), id: ids[0]?.slice(1), classes, isChild });
    isChild = false;
  }
  return found;
}

const weightOf = (compounds: readonly Compound[], isImportant: boolean) =>
  compounds.reduce(
    (sum, { tag, id, classes }) => sum + (id === undefined ? 0 : 10_000) + 100 * classes.length + (tag === "*" ? 0 : 1),
    isImportant ? 1_000_000 : 0,
  );

/** Rules outside of any `@media` and its like, which may not hold for a screen. */
function* plainRules(sheet: string): Generator<[selectors: string, block: string]> {
  let from = 0;
  for (let open = sheet.indexOf("{"); open >= 0; open = sheet.indexOf("{", from)) {
    const head = sheet.slice(from, open).replace(/^(?:[^;]*;)+/, "");
    let end = open + 1;
    for (let depth = 1; depth > 0 && end < sheet.length; end++)
      if (sheet[end] === "{") depth++;
      else if (sheet[end] === "}") depth--;
    if (!/^\s*@/.test(head)) yield [head, sheet.slice(open + 1, end - 1)];
    from = end;
  }
}

function rulesIn(sheet: string): DisplayRule[] {
  const rules: DisplayRule[] = [];
  for (const [selectors, block] of plainRules(plainStyle(sheet))) {
    const display = declarationsOf(block).get("display");
    if (display === undefined) continue;
    const isImportant = /display\s*:[^;]*!\s*important/i.test(block);
    for (const selector of selectors.split(",")) {
      const compounds = compoundsOf(selector);
      if (compounds) rules.push({ compounds, isNone: display === "none", weight: weightOf(compounds, isImportant) });
      if (rules.length >= maxRules) return rules;
    }
  }
  return rules;
}

/** How many comparisons are left. */
interface Budget {
  left: number;
}

const isLike = (element: HtmlElement, { tag, id, classes }: Compound, budget: Budget) =>
  budget.left-- > 0 &&
  (tag === "*" || element.tagName === tag) &&
  (id === undefined || attributeOf(element, "id") === id) &&
  (classes.length === 0 || classes.every((name) => classesOf(element).includes(name)));

/** The element that one is directly in. */
const above = ({ parentNode }: HtmlElement) => (parentNode && isElement(parentNode) ? parentNode : undefined);

function fits(element: HtmlElement, compounds: readonly Compound[], budget: Budget): boolean {
  const last = compounds.at(-1);
  if (!last || !isLike(element, last, budget)) return false;
  const before = compounds.slice(0, -1);
  if (before.length === 0) return true;
  for (let outer = above(element); outer; outer = above(outer)) {
    if (fits(outer, before, budget)) return true;
    if (last.isChild || budget.left <= 0) return false;
  }
  return false;
}

/** Tells whether the sheets of a page hide an element. A rule hides only by a class or an id, never all of a kind. */
export function hiddenBySheets(root: HtmlParent): (element: HtmlElement) => boolean {
  const sheets: string[] = [];
  walk(root, (node) => {
    if (!isElement(node)) return undefined;
    if (node.tagName === "noscript") return "skip";
    const media = attributeOf(node, "media")?.trim().toLowerCase();
    if (node.tagName === "style" && (!media || media === "all" || media === "screen")) sheets.push(textBelow(node));
    return undefined;
  });
  const rules = rulesIn(sheets.join("\n").slice(0, maxText));
  const names = new Set(
    rules
      .filter(({ isNone }) => isNone)
      .flatMap(({ compounds }) => {
        const { id, classes = [] } = compounds.at(-1) ?? {};
        return id === undefined ? classes : [id, ...classes];
      }),
  );
  if (names.size === 0) return () => false;
  const budget = { left: maxComparisons };
  return (element) => {
    const id = attributeOf(element, "id");
    if (!(id !== undefined && names.has(id)) && !classesOf(element).some((name) => names.has(name))) return false;
    let winner: DisplayRule | undefined;
    for (const rule of rules)
      if ((!winner || rule.weight >= winner.weight) && fits(element, rule.compounds, budget)) winner = rule;
    return winner?.isNone === true && budget.left > 0;
  };
}
