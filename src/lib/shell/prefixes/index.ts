/** The table of programs of which a prefix may be allowed for good (D-13). Of all others only the exact command is offered. */
import type { PrefixRow } from "./prefixRow";
import { projectPrefixes } from "./projects";
import { servicePrefixes } from "./services";
import { versionControlPrefixes } from "./versionControl";

/** Every row. */
export const prefixRows: readonly PrefixRow[] = [...versionControlPrefixes, ...projectPrefixes, ...servicePrefixes];

/** The same, to ask what holds a word. */
export interface PrefixWords {
  readonly whole: boolean;
  readonly verbs: ReadonlySet<string>;
  readonly scripts: ReadonlySet<string>;
  readonly groups: ReadonlyMap<string, ReadonlySet<string>>;
  readonly further: ReadonlyMap<string, ReadonlySet<string>>;
}

const setOf = (text = ""): ReadonlySet<string> => new Set(text.split(" ").filter((word) => word !== ""));
const setsOf = (lists: Readonly<Record<string, string>> = {}) =>
  new Map(Object.entries(lists).map(([group, text]) => [group, setOf(text)]));

const wordsOf = ({ whole, verbs, scripts, groups, further }: PrefixRow): PrefixWords => ({
  whole: whole === true,
  verbs: setOf(verbs),
  scripts: setOf(scripts),
  groups: setsOf(groups),
  further: setsOf(further),
});

const byName = new Map(prefixRows.flatMap((row) => row.names.map((name) => [name, wordsOf(row)] as const)));

/** What the table has of a program. */
export const prefixWordsOf = (name: string): PrefixWords | undefined => byName.get(name);
