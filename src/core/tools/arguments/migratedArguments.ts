/** Arguments in the shape and under the names that a tool has for them, before anything is checked (C-02). */
import { bridgeName } from "../deferral";
import type { DialectTool } from "../tool";
import { isGiven, meantBy, namesOf } from "./argumentNames";
import { withLineRange } from "./lineRange";
import { isNothing } from "./otherDeeds";
import { inSearchNames } from "./searchNames";

type Given = Record<string, unknown>;

/** Arguments in the present shape, and under the names of the tool where other systems have other words for them. */
export function migratedArguments(tool: DialectTool, given: Given): Given {
  const { args } = withLineRange(tool, tool.migrateArguments?.(given) ?? given);
  return inSearchNames(inBridge(tool, args), namesOf(tool).known);
}

/** What a call of the bridge has beside the tool's name, as that tool's arguments: it is all that they can be where it has none. */
function inBridge(tool: DialectTool, given: Given): Given {
  if (tool.tool.name !== bridgeName) return given;
  const names = namesOf(tool);
  const called = Object.entries(given).filter(([, value]) => isGiven(value));
  const meaning = (parameter: string) => called.filter(([key]) => meantBy(key, names) === parameter);
  const rest = called.filter(([key]) => meantBy(key, names) === undefined);
  const hasOwn = meaning("arguments").some(([, value]) => !isNothing(value) && value !== "{}");
  if (hasOwn || rest.length === 0 || meaning("name").length === 0) return given;
  return { ...Object.fromEntries(meaning("name")), arguments: Object.fromEntries(rest) };
}
