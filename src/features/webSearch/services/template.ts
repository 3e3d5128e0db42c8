/** Filling the template of a search service that a person described (`toolcrib.web.search.template`). */
import { ToolError } from "../../../core/vocabulary/toolError";
import { encoded, inJson } from "./requestAddress";

/** What stands in for a query when only the form of what it is put into matters. */
const harmless = "x";

/** In one pass, so that a query that reads like a placeholder stays what it is. */
const filled = (text: string, query: string, count: number): string =>
  text.replace(/\{(query|count)\}/g, (_, name) => (name === "query" ? query : String(count)));

const partsOf = (address: string): number => new URL(address).pathname.split("/").length;

/**
 * The template's address with a query in it, in the place that the template gives it and no other.
 * @param template an address whose origin has no placeholder in it.
 * @throws ToolError `invalid_input` for a query that would lead elsewhere.
 */
export function filledAddress(template: string, query: string, count: number): string {
  const address = filled(template, encoded(query), count);
  // A path has names that mean another place: `..` is one, however it is encoded.
  if (partsOf(address) !== partsOf(filled(template, harmless, count)))
    throw new ToolError(
      "invalid_input",
      `This search service does not accept the query ${JSON.stringify(query)}: search for words.`,
    );
  return address;
}

/** Texts of a JSON document, each with its quotation marks. */
const jsonTexts = /"(?:[^"\\]|\\.)*"/gs;

/** What is wrong with a template of a body, as a clause; undefined when nothing is. */
export function bodyProblem(template: string): string | undefined {
  if (template.replace(jsonTexts, "").includes("{query}")) return "has {query} outside of quotation marks";
  try {
    JSON.parse(filledBody(template, harmless, 1));
    return undefined;
  } catch {
    return "is not JSON once {query} and {count} are filled in";
  }
}

/** @param template without a problem. */
export const filledBody = (template: string, query: string, count: number): string =>
  filled(template, inJson(query), count);
