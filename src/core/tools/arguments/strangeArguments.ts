/** Arguments of a call that mean no parameter of its tool: refused where they could have meant another deed, else told of (C-02). */
import type * as z from "zod";
import type { DialectTool } from "../tool";
import {
  brief,
  invalid,
  isGiven,
  isRecord,
  itemObject,
  itemsIn,
  listed,
  meantBy,
  type Names,
  namesIn,
  namesOf,
  type Shape,
} from "./argumentNames";
import { migratedArguments } from "./migratedArguments";
import { isNothing, meansOtherDeed } from "./otherDeeds";

/** An argument that means no parameter. */
interface StrangeArgument {
  /** In a list of objects `edits[0].name`. */
  readonly name: string;
  readonly value: unknown;
  /** Those that there are in its place. */
  readonly known: readonly string[];
}

/** The entries of an object that mean no parameter. */
const strangeEntries = (object: Record<string, unknown>, names: Names): [string, unknown][] =>
  Object.entries(object).filter(([key, value]) => isGiven(value) && meantBy(key, names) === undefined);

/** The arguments of a call that its tool has no parameter for (C-02). */
function strangeArguments(tool: DialectTool, given: Record<string, unknown>): StrangeArgument[] {
  const args = migratedArguments(tool, given);
  const names = namesOf(tool);
  const shape: Shape = { ...tool.tool.input.shape, ...tool.input.shape };
  const inItems = Object.entries(args).flatMap(([key, value]) => {
    const object = itemObject(shape[meantBy(key, names) ?? ""] as z.ZodType | undefined);
    const items = (object && itemsIn(value)) ?? [];
    return items.flatMap((item, at) => {
      if (!object || !isRecord(item)) return [];
      const own = namesIn(object);
      return strangeEntries(item, own).map(([name, value]) => ({
        ...{ name: `${key}[${at}].${name}`, value },
        known: own.known,
      }));
    });
  });
  const known = Object.keys(tool.input.shape);
  return [...strangeEntries(args, names).map(([name, value]) => ({ name, value, known })), ...inItems];
}

/**
 * Tools that change something and that the requirements name (D-3): an unknown argument of theirs is ignored (C-02), as the
 * systems do that they are taken from, unless it means another deed. Any other tool that changes something refuses one.
 */
const lenient: ReadonlySet<string> = new Set([
  ...["write_file", "edit_file", "gitignore", "run_command", "job_stop", "run_agent", "task_create", "task_update"],
  ...["submit_plan", "exec_write", "exec_run"],
]);

/** What models add to the calls of every tool; it never changes what is done. */
const remarks: ReadonlySet<string> = new Set([
  ...["description", "explanation", "justification", "purpose", "rationale", "reason", "reasoning", "summary"],
  ...["thinking", "thought", "thoughts", "toolAction", "toolSummary", "tool_summary", "task_progress"],
  ...["requires_approval", "security_risk"],
]);

function mayChangeTheDeed({ tool, metadata = tool.metadata }: DialectTool, { name, value }: StrangeArgument): boolean {
  if (metadata.readOnly) return false;
  if (meansOtherDeed(tool.name, name, value)) return true;
  return !isNothing(value) && !lenient.has(tool.name) && !remarks.has(name.replace(/^.*\./, ""));
}

const refusedOf = (tool: DialectTool, given: Record<string, unknown>): StrangeArgument[] =>
  strangeArguments(tool, given).filter((argument) => mayChangeTheDeed(tool, argument));

/** Names that a sentence about such arguments lists at most. */
const maxNamed = 5;

/** They, and what there is in their place, as a sentence can hold them. */
function named(strange: readonly StrangeArgument[]): { readonly what: string; readonly advice: string } {
  const shown = strange.slice(0, maxNamed).map(({ name }) => brief(name));
  const more = strange.length > shown.length ? ` and ${strange.length - shown.length} more` : "";
  const own = [...new Set(strange.flatMap(({ known }) => known))];
  return {
    what: `${strange.length === 1 ? "parameter" : "parameters"} ${shown.join(", ")}${more}`,
    advice: own.length === 0 ? "it takes none" : `use ${listed(own)}`,
  };
}

/** What a model should know of arguments that were ignored; undefined when none was, or when the call was refused for them (C-02). */
export function ignoredNote(tool: DialectTool, given: unknown): string | undefined {
  if (!isRecord(given) || refusedOf(tool, given).length > 0) return undefined;
  const strange = strangeArguments(tool, given);
  if (strange.length === 0) return undefined;
  const { what, advice } = named(strange);
  return `[${tool.name} has no ${what}, which ${strange.length === 1 ? "was" : "were"} ignored: ${advice}.]`;
}

/**
 * Refuses what may have been meant to change what is done, before anything is planned: a word afterwards would come too late.
 * @throws ToolError `invalid_input` with one sentence that names what there is in its place.
 */
export function refuseStrange(tool: DialectTool, given: Record<string, unknown>): void {
  const strange = refusedOf(tool, given);
  if (strange.length === 0) return;
  const { what, advice } = named(strange);
  const { elsewhere } = tool.tool;
  const more = elsewhere === undefined ? "" : `; ${elsewhere}`;
  throw invalid(tool, `has no ${what}, so nothing was done: ${advice}${more}`, {
    parameter: strange[0]?.name,
    problem: "unknown",
  });
}
