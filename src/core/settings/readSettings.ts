/** Settings as they are given, to settings that hold. */
import type * as z from "zod";
import type { SettingDefinition } from "./sections/defineSetting";
import { type SettingName, type Settings, settingDefinitions, settingNames } from "./settings";

/** Why a value of a setting is not used as it was given. */
export interface SettingProblem {
  /** The setting's name as it was given, without the prefix. */
  readonly setting: string;
  /** Which entry it is: of a list from 0, of an object its key; absent when it is the value as a whole. */
  readonly at?: number | string;
  /** One sentence that names setting and entry. */
  readonly text: string;
}

/** What is wrong with an entry of a list beyond its type; `isUsed`: it counts all the same. */
export type EntryCheck = (
  name: SettingName,
  entry: unknown,
) => { readonly text: string; readonly isUsed: boolean } | undefined;

interface ReadValue {
  readonly value: unknown;
  readonly problems: readonly SettingProblem[];
}

const messageOf = (error: z.ZodError) => error.issues[0]?.message ?? "invalid value";

/** Where in an entry it is, and what. */
const entryMessageOf = (error: z.ZodError) => {
  const inside = error.issues[0]?.path.slice(1) ?? [];
  return [...(inside.length > 0 ? [inside.join(".")] : []), messageOf(error)].join(": ");
};

/** One broken entry must not switch off the denials and protections beside it. */
function readList(name: SettingName, entries: readonly unknown[], check: EntryCheck): ReadValue {
  const { schema, standIn }: SettingDefinition = settingDefinitions[name];
  const problems: SettingProblem[] = [];
  const tell = (at: number, text: string) =>
    problems.push({ setting: name, at, text: `toolcrib.${name}[${at}]: ${text}.` });
  const used = entries.flatMap((entry, at) => {
    const { data, error } = schema.safeParse([entry]);
    if (error) {
      const message = entryMessageOf(error);
      tell(
        at,
        `${message}; ${standIn ? "until it is corrected, every call that it may apply to fails" : "that entry is left out"}`,
      );
      return standIn ? [standIn(entry, message)] : [];
    }
    const problem = check(name, entry);
    if (problem) tell(at, problem.text);
    return problem?.isUsed === false ? [] : (data as unknown[]);
  });
  return { value: used, problems };
}

/** As in a list, one broken entry spoils no other. The parts of a setting that has some are named as settings are. */
function readRecord(name: SettingName, entries: Readonly<Record<string, unknown>>): ReadValue {
  const { schema } = settingDefinitions[name];
  const parts = schema.parse({}) as object;
  const problems: SettingProblem[] = [];
  const problemOf = (key: string, error: z.ZodError) => {
    if (Object.keys(parts).length === 0)
      return `toolcrib.${name}["${key}"]: ${messageOf(error)}; that entry is left out.`;
    return Object.hasOwn(parts, key)
      ? `toolcrib.${name}.${key}: ${messageOf(error)}; its default is used.`
      : `toolcrib.${name}.${key} is not a setting of Toolcrib.`;
  };
  const used = Object.entries(entries).filter(([key, entry]) => {
    const { error } = schema.safeParse({ [key]: entry });
    if (error) problems.push({ setting: name, at: key, text: problemOf(key, error) });
    return !error;
  });
  return { value: { ...parts, ...Object.fromEntries(used) }, problems };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function readValue(name: SettingName, value: unknown, check: EntryCheck): ReadValue {
  const { schema, standIn }: SettingDefinition = settingDefinitions[name];
  if (Array.isArray(value) && schema.safeParse([]).success) return readList(name, value, check);
  if (isRecord(value) && schema.safeParse({}).success) return readRecord(name, value);
  if (standIn && value !== undefined) return readList(name, [value], check);
  const { data, error } = schema.safeParse(value);
  if (!error) return { value: data, problems: [] };
  const text = `toolcrib.${name}: ${messageOf(error)}; its default is used.`;
  return { value: schema.parse(undefined), problems: [{ setting: name, text }] };
}

/**
 * Fills in defaults and checks types.
 * @param values flat keys, with or without the `toolcrib.` prefix.
 * @param check looks at entries of lists whose type is right.
 * @returns the settings and what of the values is not used: such a value takes its default, such an entry is left out.
 */
export function readSettings(
  values: Readonly<Record<string, unknown>>,
  check: EntryCheck = () => undefined,
): { settings: Settings; problems: SettingProblem[] } {
  const given = new Map(Object.entries(values).map(([key, value]) => [key.replace(/^toolcrib\./, ""), value]));
  const settings: Record<string, unknown> = {};
  const problems = settingNames.flatMap((name) => {
    const read = readValue(name, given.get(name), check);
    settings[name] = read.value;
    return read.problems;
  });
  const unknown = [...given.keys()].filter((name) => !Object.hasOwn(settings, name));
  problems.push(...unknown.map((name) => ({ setting: name, text: `toolcrib.${name} is not a setting of Toolcrib.` })));
  return { settings: settings as Settings, problems };
}
