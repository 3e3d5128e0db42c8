/** Finds the place in a settings file of what cannot be used there (D-13). */
import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import { readSettings, type SettingProblem } from "../../core/settings/readSettings";
import { checkRule } from "./commandRules";
import { nodeValue } from "./nodeValue";

/** A problem with its place in a text. */
export interface PlacedProblem extends SettingProblem {
  /** From 1. */
  readonly line: number;
  /** Half-open range in UTF-16 units: the entry or, where it is the whole value, the key and the value. */
  readonly range: readonly [start: number, end: number];
}

const prefix = /^toolcrib\./;

const keyOf = (property: Node): string => String(property.children?.[0]?.value);

/** The last one counts where a key stands twice, as it does for VS Code and `JSON.parse`. */
const propertiesOf = (object: Node | undefined): ReadonlyMap<string, Node> =>
  new Map((object?.type === "object" ? (object.children ?? []) : []).map((property) => [keyOf(property), property]));

function entryOf(value: Node | undefined, at: SettingProblem["at"]): Node | undefined {
  if (at === undefined) return undefined;
  return typeof at === "string" ? propertiesOf(value).get(at) : value?.children?.[at];
}

function nodeOf({ setting, at }: SettingProblem, properties: ReadonlyMap<string, Node>): Node | undefined {
  const property = properties.get(`toolcrib.${setting}`) ?? properties.get(setting);
  return entryOf(property?.children?.[1], at) ?? property;
}

/** The line of an offset, from 1. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

function place(
  text: string,
  problems: readonly SettingProblem[],
  properties: ReadonlyMap<string, Node>,
): PlacedProblem[] {
  return problems.flatMap((problem) => {
    const node = nodeOf(problem, properties);
    if (!node) return [];
    return [{ ...problem, line: lineAt(text, node.offset), range: [node.offset, node.offset + node.length] as const }];
  });
}

/** Gives problems that were found in the values of a flat settings file their places in it. */
export const placeProblems = (text: string, problems: readonly SettingProblem[]): PlacedProblem[] =>
  place(text, problems, propertiesOf(parseTree(text)));

/**
 * What cannot be used of the `toolcrib.*` settings in one of VS Code's settings files or a `.code-workspace` file, as far
 * as it can be read.
 */
export function problemsInSettings(text: string): PlacedProblem[] {
  const root = parseTree(text);
  const properties = propertiesOf((root && findNodeAtLocation(root, ["settings"])) ?? root);
  const ours = new Map([...properties].filter(([key]) => prefix.test(key)));
  const values = [...ours].map(([key, property]) => {
    const value = property.children?.[1];
    return [key, value && nodeValue(value)];
  });
  return place(text, readSettings(Object.fromEntries(values), checkRule).problems, ours);
}
