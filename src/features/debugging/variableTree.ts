/** Variables as an adapter hands them out, level by level; nothing is expanded that would run code of the program. */
import type { DebugScope, DebugVariable } from "../../core/ports/editor/debugging";
import { ToolError } from "../../core/vocabulary/toolError";
import type { ScopesBody, VariableBody, VariablesBody } from "./protocol";

/** Variables of one level that are read at most. */
const maxOfLevel = 200;

/** Characters of a value that are kept. */
const maxValue = 2000;

type Ask = (command: string, args: object) => Promise<unknown>;

async function level(ask: Ask, variablesReference: number): Promise<readonly VariableBody[]> {
  const { variables = [] } = (await ask("variables", { variablesReference })) as VariablesBody;
  return variables;
}

/** Internals of the language, which make long lists of short objects. */
const isInternal = ({ name }: VariableBody) => name === "[[Prototype]]" || name === "[[Scopes]]";

/** @param depth levels below these; 0 for these alone. */
export async function readVariables(ask: Ask, reference: number, depth: number): Promise<readonly DebugVariable[]> {
  const found = (await level(ask, reference)).filter((one) => !isInternal(one));
  const left = found.length - maxOfLevel;
  const shown = await Promise.all(found.slice(0, maxOfLevel).map((one) => variableOf(ask, one, depth)));
  if (left <= 0) return shown;
  return [...shown, { name: "…", value: `${left} more`, expandable: false, lazy: false }];
}

async function variableOf(ask: Ask, found: VariableBody, depth: number): Promise<DebugVariable> {
  const { name, value, type, variablesReference, presentationHint } = found;
  const lazy = presentationHint?.lazy === true;
  const expandable = variablesReference > 0 && !lazy;
  const children = expandable && depth > 0 ? await readVariables(ask, variablesReference, depth - 1) : undefined;
  const text = value.length > maxValue ? `${value.slice(0, maxValue)}… (${value.length} characters)` : value;
  return { name, value: text, expandable, lazy, ...(type && { type }), ...(children && { children }) };
}

/**
 * What lies at a path of names. @returns it alone, in the scope in which its first name was found.
 * @throws ToolError `not_found` for a name that is not there, with those that are.
 */
export async function variableAt(
  ask: Ask,
  scopes: NonNullable<ScopesBody["scopes"]>,
  path: readonly string[],
  depth: number,
): Promise<DebugScope> {
  const [first = "", ...rest] = path;
  const names: string[] = [];
  for (const { name, variablesReference } of scopes) {
    const found = await level(ask, variablesReference);
    const start = found.find((one) => one.name === first);
    names.push(...found.map((one) => one.name));
    if (!start) continue;
    const end = await inside(ask, start, [first], rest);
    return { name, variables: [{ ...(await variableOf(ask, end, depth)), name: shownPath(path) }] };
  }
  throw missing(first, "in this frame", names);
}

async function inside(
  ask: Ask,
  from: VariableBody,
  walked: readonly string[],
  [name, ...rest]: readonly string[],
): Promise<VariableBody> {
  if (name === undefined) return from;
  if (from.presentationHint?.lazy)
    throw new ToolError("unavailable", `${shownPath(walked)} is a getter, which runs code: use debug_evaluate for it.`);
  const found = from.variablesReference > 0 ? await level(ask, from.variablesReference) : [];
  const next = found.find((one) => one.name === name);
  const names = found.map((one) => one.name);
  if (!next) throw missing(name, `in ${shownPath(walked)}, which is ${from.value.slice(0, 200)}`, names);
  return inside(ask, next, [...walked, name], rest);
}

function missing(name: string, where: string, names: readonly string[]): ToolError {
  const known = names.slice(0, 30).join(", ");
  const there = known === "" ? "" : ` (there are ${known}${names.length > 30 ? ", …" : ""})`;
  return new ToolError("not_found", `There is no ${JSON.stringify(name)} ${where}${there}: check the name.`);
}

const shownPath = (path: readonly string[]) =>
  path.map((name, at) => (at === 0 ? name : /^\d+$/.test(name) ? `[${name}]` : `.${name}`)).join("");

/** Names from a variable inwards: `cart.items[0]["unit price"]`. @throws ToolError for a text that is no such path. */
export function variablePath(text: string): string[] {
  const names: string[] = [];
  let rest = text.trim();
  while (rest !== "") {
    const found =
      /^\[\s*(\d+)\s*\]/.exec(rest) ?? /^\[\s*"([^"]*)"\s*\]/.exec(rest) ?? /^\[\s*'([^']*)'\s*\]/.exec(rest);
    const step = found ?? (names.length > 0 ? /^\.([^.[\]]+)/ : /^([^.[\]]+)/).exec(rest);
    if (!step)
      throw new ToolError(
        "invalid_input",
        `${JSON.stringify(text)} is not the name of a variable: write it like cart.items[0], or use debug_evaluate.`,
      );
    names.push((step[1] ?? "").trim());
    rest = rest.slice(step[0].length);
  }
  return names;
}
