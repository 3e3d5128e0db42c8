/** Which dialect @crib speaks with a model (D-2): that of the tools its family is used to. */

import type { Settings } from "../core/settings/settings";
import { type DialectName, dialectNames } from "../core/vocabulary/dialectNames";

/** What is known of a chat model, as VS Code has it. */
export interface ModelFacts {
  readonly id: string;
  readonly family: string;
  readonly vendor: string;
  readonly name: string;
}

/** A pattern of families and ids, and why that dialect. */
interface FamilyRow {
  readonly models: string;
  readonly dialect: DialectName;
  /** For people, one clause. */
  readonly because: string;
}

/** What `auto` goes by; a person's own rows come before these. */
export const familyTable: readonly FamilyRow[] = [
  { models: "*qwen*", dialect: "qwen", because: "Qwen Code is made for these models" },
  { models: "*qwq*", dialect: "qwen", because: "a Qwen model by another name" },
  { models: "*gemini*", dialect: "qwen", because: "Qwen Code took its file tools over from Gemini CLI" },
  {
    models: "*claude*",
    dialect: "standard",
    because: "edits by `old_string` and `new_string`, as these models write them",
  },
  { models: "*gpt*", dialect: "standard", because: "has `apply_patch`, in the form that these models write" },
  { models: "*codex*", dialect: "standard", because: "has `apply_patch`, in the form that these models write" },
];

/** `*` stands for anything, also for nothing and for `/`; case does not count. Linear, whatever the pattern. */
function fits(pattern: string, text: string): boolean {
  const [start = "", ...later] = pattern.toLowerCase().split("*");
  const name = text.toLowerCase();
  const end = later.pop();
  if (end === undefined) return name === start;
  if (!name.startsWith(start)) return false;
  let at = start.length;
  for (const part of later) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - end.length >= at && name.endsWith(end);
}

/**
 * The dialect for a model: the person's choice or, by its family or id, the person's table, the built-in one, and
 * `toolcrib.dialect`; of those only what is allowed.
 * @param isAllowed whether an administrator lets a dialect be used; what a person chose by name is theirs to change.
 */
export function dialectFor(
  { family, id }: ModelFacts,
  settings: Pick<Settings, "dialect" | "chat.dialect" | "chat.dialects">,
  isAllowed: (dialect: DialectName) => boolean = () => true,
): DialectName {
  const chosen = settings["chat.dialect"];
  if (chosen !== "auto") return chosen;
  const rows = [
    ...Object.entries(settings["chat.dialects"]),
    ...familyTable.map(({ models, dialect }) => [models, dialect] as const),
  ];
  const fitting = rows.filter(([models]) => fits(models, family) || fits(models, id)).map(([, dialect]) => dialect);
  return [...fitting, settings.dialect, ...dialectNames].find(isAllowed) ?? settings.dialect;
}
