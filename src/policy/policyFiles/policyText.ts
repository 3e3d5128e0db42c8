/** From the text of a policy file to what it says, and to what is wrong with it, with lines. */
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { type ManagedPolicy, managedPolicy } from "../../core/settings/managedPolicy";
import { type PolicyRule, workspacePolicy } from "../../core/settings/sections/policyRule";
import { messageOf } from "../../core/vocabulary/toolError";
import { nodeValue } from "./nodeValue";
import { policyRuleProblem } from "./policyRuleCheck";
import { lineAt } from "./settingsText";

/** Something wrong in a policy file. */
export interface TextProblem {
  /** One clause without a final period. */
  readonly text: string;
  /** From 1. */
  readonly line: number;
  /** Half-open range in UTF-16 units. */
  readonly range: readonly [start: number, end: number];
}

/** What a text says; without `content` it cannot be used, and the first problem says why. */
export interface ReadPolicy<T> {
  readonly content?: T;
  readonly problems: readonly TextProblem[];
  /** Of each rule, from 1. */
  readonly ruleLines?: readonly number[];
  /** Of each entry of each list in a section, by the list's path (`settings.protectedPaths`), from 1. */
  readonly entryLines?: Readonly<Record<string, readonly number[]>>;
}

type Schema<T> = {
  safeParse(value: unknown): {
    readonly data?: T | undefined;
    readonly error?: { readonly issues: readonly Issue[] } | undefined;
  };
};
interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
}

const problemAt = (text: string, [start, end]: readonly [number, number], what: string): TextProblem => ({
  text: what,
  line: lineAt(text, start),
  range: [start, end],
});

const rangeOf = ({ offset, length }: Node) => [offset, offset + length] as const;

/** A key that stands twice hides what the first said; `__proto__` is no key to a reader of plain objects. */
function doubtfulKey(node: Node): Node | undefined {
  const keys = (node.type === "object" ? (node.children ?? []) : []).flatMap(
    (property) => property.children?.[0] ?? [],
  );
  const found = keys.find(
    (key, at) => key.value === "__proto__" || keys.findIndex(({ value }) => value === key.value) < at,
  );
  if (found) return found;
  for (const child of node.children ?? []) {
    const below = doubtfulKey(child);
    if (below) return below;
  }
  return undefined;
}

/** The node of a path, or the nearest above it. */
function nearest(root: Node, path: readonly PropertyKey[]): Node {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(root, path.slice(0, length) as (string | number)[]);
    if (node) return node;
  }
  return root;
}

const shownPath = (path: readonly PropertyKey[]) =>
  path.reduce<string>(
    (shown, part) =>
      typeof part === "number" ? `${shown}[${part}]` : shown === "" ? String(part) : `${shown}.${String(part)}`,
    "",
  );

function issueProblem(text: string, root: Node, { path, message, keys }: Issue): TextProblem {
  const [unknown] = keys ?? [];
  const whole = unknown === undefined ? path : [...path, unknown];
  const node = nearest(root, whole);
  const isKey = unknown !== undefined && node.parent?.type === "property";
  const where = shownPath(whole);
  const what = unknown === undefined ? message : "the key does not exist";
  return problemAt(text, rangeOf(isKey ? (node.parent as Node) : node), where === "" ? what : `${where}: ${what}`);
}

function readTree<T>(text: string, schema: Schema<T>): { root?: Node; content?: T; problems: TextProblem[] } {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) {
    const what = `it is not valid JSON (${printParseErrorCode(first.error)})`;
    return { problems: [problemAt(text, [first.offset, first.offset + first.length], what)] };
  }
  if (!root) return { problems: [problemAt(text, [0, text.length], "it is empty")] };
  const doubtful = doubtfulKey(root);
  if (doubtful) {
    const what = `the key ${JSON.stringify(doubtful.value)} is duplicated or not allowed here`;
    return { problems: [problemAt(text, rangeOf(doubtful), what)] };
  }
  const { data, error } = schema.safeParse(nodeValue(root));
  if (error) return { problems: error.issues.map((issue) => issueProblem(text, root, issue)) };
  return { root, ...(data !== undefined && { content: data }), problems: [] };
}

/** The lines of the lists that stand in a section. */
function linesIn(text: string, root: Node, section: string): [list: string, lines: number[]][] {
  const properties = findNodeAtLocation(root, [section])?.children ?? [];
  return properties.flatMap(({ children: [key, value] = [] }): [string, number[]][] =>
    key && value?.type === "array"
      ? [[`${section}.${key.value}`, (value.children ?? []).map(({ offset }) => lineAt(text, offset))]]
      : [],
  );
}

/** Never throws, whatever the text is. */
function read<T extends { readonly rules?: readonly PolicyRule[] | undefined }>(
  text: string,
  schema: Schema<T>,
  check: (rule: PolicyRule) => string | undefined,
): ReadPolicy<T> {
  try {
    const { root, content, problems } = readTree(text.replace(/^\uFEFF/, " "), schema);
    if (!root || !content) return { problems };
    const rules = (content.rules ?? []).map((rule, at) => ({ rule, place: rangeOf(nearest(root, ["rules", at])) }));
    const found = rules.flatMap(({ rule, place }, at) => {
      const problem = check(rule);
      return problem === undefined ? [] : [problemAt(text, place, `rules[${at}]: ${problem}`)];
    });
    const entryLines = Object.fromEntries(["settings", "exec"].flatMap((section) => linesIn(text, root, section)));
    return { content, problems: found, ruleLines: rules.map(({ place: [start] }) => lineAt(text, start)), entryLines };
  } catch (error) {
    // Lists in lists in lists: the parser calls itself for each.
    return { problems: [problemAt(text, [0, 0], `it cannot be read (${messageOf(error)})`)] };
  }
}

const stillHolds = (problem: string | undefined) => problem && `${problem}; the rule still applies`;

/** Reads the text of a managed policy. A rule that its examples contradict holds and is told. */
export const readManagedPolicy = (text: string): ReadPolicy<ManagedPolicy> =>
  read(text, managedPolicy, (rule) => stillHolds(policyRuleProblem(rule)));

/** Reads the text of `.toolcrib/policy.jsonc`. */
export const readWorkspacePolicy = (text: string): ReadPolicy<{ readonly rules: readonly PolicyRule[] }> =>
  read(text, workspacePolicy, (rule) =>
    rule.decision === "allow"
      ? "a workspace policy cannot allow anything; the rule is ignored"
      : stillHolds(policyRuleProblem(rule)),
  );
