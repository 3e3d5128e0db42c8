/** What an extension says of its tool, before anything is loaded that could look closer. */
import type { ToolDefinition, ToolFacts } from "../../toolcrib-api";

/** Characters of a title and of a description at most: pickers show one line, and a model reads every description. */
const mostOf = { title: 100, description: 20_000, searchHint: 1000 } as const;

const flags = ["concurrencySafe", "readOnly", "destructive", "idempotent"] as const;

/**
 * A copy that nobody can change any more.
 * @throws Error with a sentence on the first thing that is wrong.
 */
export function checkDefinition(given: ToolDefinition): ToolDefinition {
  if (typeof given !== "object" || given === null)
    throw new Error("The tool is no object: give what defineTool takes.");
  const { name, title, description, input, metadata = {} } = given;
  const wrong = (what: string) => new Error(`The tool ${JSON.stringify(name)} cannot be used: ${what}.`);
  if (typeof name !== "string") throw wrong("its name is no text");
  if (!isText(title, mostOf.title) || /[\r\n]/.test(title))
    throw wrong(`its title has to be a line of 1 to ${mostOf.title} characters`);
  if (!isText(description, mostOf.description))
    throw wrong(`its description has to be a text of 1 to ${mostOf.description} characters`);
  if (typeof input !== "object" || input === null) throw wrong("its input is no JSON Schema");
  if (typeof given.run !== "function") throw wrong("its run is no function");
  if (given.effects !== undefined && typeof given.effects !== "function") throw wrong("its effects is no function");
  const problem = problemIn(metadata);
  if (problem !== undefined) throw wrong(problem);
  return Object.freeze({
    ...{ name, title, description, input },
    metadata: Object.freeze({ ...metadata, aliases: Object.freeze([...(metadata.aliases ?? [])]) }),
    ...(given.effects && { effects: given.effects.bind(given) }),
    run: given.run.bind(given),
  });
}

const isText = (value: unknown, most: number): value is string =>
  typeof value === "string" && value.trim() !== "" && value.length <= most;

function problemIn(metadata: ToolFacts): string | undefined {
  if (typeof metadata !== "object" || metadata === null) return "its metadata is no object";
  const odd = flags.find((flag) => metadata[flag] !== undefined && typeof metadata[flag] !== "boolean");
  if (odd) return `${odd} in its metadata is neither true nor false`;
  const { searchHint = "-", aliases = [] } = metadata;
  if (!isText(searchHint, mostOf.searchHint)) return "searchHint in its metadata has to be a text";
  const areNames =
    Array.isArray(aliases) && aliases.length <= 20 && aliases.every((alias) => typeof alias === "string");
  return areNames ? undefined : "aliases in its metadata has to be a list of up to 20 names";
}
