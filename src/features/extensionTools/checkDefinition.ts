/** What an extension says of its tool, before anything is loaded that could look closer. */
import type { ToolDefinition, ToolFacts } from "../../../toolcrib-api";

/** Characters of a title and of a description at most: pickers show one line, and a model reads every description. */
const maxOf = { title: 100, description: 20_000, searchHint: 1000 } as const;

const flags = ["concurrencySafe", "readOnly", "destructive", "idempotent"] as const;

/**
 * A copy that nobody can change any more.
 * @throws Error with a sentence on the first thing that is wrong.
 */
export function checkDefinition(given: ToolDefinition): ToolDefinition {
  if (typeof given !== "object" || given === null)
    throw new Error("The tool must be an object: pass what defineTool takes.");
  const { name, title, description, input, metadata = {} } = given;
  const wrong = (what: string) => new Error(`The tool ${JSON.stringify(name)} cannot be used: ${what}.`);
  if (typeof name !== "string") throw wrong("`name` must be a string");
  if (!isText(title, maxOf.title) || /[\r\n]/.test(title))
    throw wrong(`\`title\` must be one line of 1 to ${maxOf.title} characters`);
  if (!isText(description, maxOf.description))
    throw wrong(`\`description\` must be a text of 1 to ${maxOf.description} characters`);
  if (typeof input !== "object" || input === null) throw wrong("`input` must be a JSON Schema");
  if (typeof given.run !== "function") throw wrong("`run` must be a function");
  if (given.effects !== undefined && typeof given.effects !== "function") throw wrong("`effects` must be a function");
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
  if (typeof metadata !== "object" || metadata === null) return "`metadata` must be an object";
  const odd = flags.find((flag) => metadata[flag] !== undefined && typeof metadata[flag] !== "boolean");
  if (odd) return `\`metadata.${odd}\` must be true or false`;
  const { searchHint = "-", aliases = [] } = metadata;
  if (!isText(searchHint, maxOf.searchHint)) return "`metadata.searchHint` must be a text";
  const areNames =
    Array.isArray(aliases) && aliases.length <= 20 && aliases.every((alias) => typeof alias === "string");
  return areNames ? undefined : "`metadata.aliases` must be a list of up to 20 names";
}
