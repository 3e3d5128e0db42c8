/** What went wrong with a service, as a sentence for a model. */

import type { WebAnswer } from "../../core/ports/web";
import { searchKeyVariable } from "../../core/settings/searchProvider";
import { shownAddress } from "../../core/text/addresses/shownAddress";
import { ToolError } from "../../core/vocabulary/toolError";
import { shapeOf, textAt } from "./services/jsonFields";
import { plainSearchText } from "./services/plainText";
import type { SearchService } from "./services/service";

/** Letters of what a service says at most. */
const maxSaid = 300;

/** Where services put the reason of a failure. */
const reasons: readonly (readonly string[])[] = [
  ["error", "message"],
  ["error", "detail"],
  ["detail", "error"],
  ["error"],
  ["detail"],
  ["message"],
  ["errors", "0", "message"],
];

const hidden = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** The words of an error page. */
const wordsOfPage = (body: string): string =>
  body
    .slice(0, 20_000)
    .replace(/<(script|style|head)\b.*?<\/\1\s*>/gis, " ")
    .replace(/<[^<>]*>/g, " ");

function reasonIn(answer: unknown, body: string): string {
  const given = reasons.map((path) => textAt(answer, ...path)).find((text) => text !== undefined);
  const said = plainSearchText(given?.slice(0, 20_000) ?? wordsOfPage(body)).replace(hidden, "");
  return said.slice(0, maxSaid).replace(/\p{Surrogate}$/u, "");
}

/** A body as JSON; undefined when it is none. */
export function parsed(body: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(body) };
  } catch {
    return undefined;
  }
}

const newKey = `ask the person to save a new key with the command Toolcrib: Set Up Web Search… in VS Code, or in ${searchKeyVariable} where the host is headless`;

/** Clauses: why, where that is known, and what a model can do. */
interface Remedy {
  readonly cause?: string;
  readonly advice: string;
}

function remedyFor(service: SearchService, status: number, answer: unknown): Remedy {
  const special = service.remedy?.(status);
  if (special !== undefined) return { cause: special, advice: "tell the person" };
  const isAboutKey = status === 401 || status === 403 || service.refusesKey?.(status, answer) === true;
  if (isAboutKey)
    return service.key
      ? { cause: "its key is not accepted", advice: newKey }
      : { cause: "it denies access to this program", advice: "tell the person" };
  return {
    advice: status >= 500 ? "search again later, or continue without it" : "search for other words, or tell the person",
  };
}

/** Its detail `problem` is the sentence without advice, for the person who sets the service up. */
const failure = (problem: string, advice: string, details: object = {}): ToolError =>
  new ToolError("http_error", `${problem}: ${advice}.`, { ...details, problem: `${problem}.` });

/** An answer whose status is neither a success nor a redirect. */
export function refused(service: SearchService, { status }: WebAnswer, body: string): ToolError {
  const answer = parsed(body)?.value;
  const said = reasonIn(answer, body);
  const quoted = said === "" ? "" : ` and says ${JSON.stringify(said)}`;
  const { cause, advice } = remedyFor(service, status, answer);
  const why = cause === undefined ? "" : `: ${cause}`;
  return failure(`${service.name} answered the search with status ${status}${quoted}${why}`, advice, { status });
}

/** An answer that leads elsewhere; a search goes where the person said, and nowhere else. */
export const ledElsewhere = ({ name }: SearchService, { location }: WebAnswer): ToolError =>
  failure(
    `${name} redirects searches${location === undefined ? "" : ` to ${shownAddress(location)}`}, which is not followed`,
    "tell the person, who can correct the address in the settings toolcrib.web.search.*",
  );

/** An answer that cannot be read. */
export const notUnderstood = (service: SearchService, body: string): ToolError => {
  const json = parsed(body);
  const what = json ? shapeOf(json.value).replace(hidden, "") : "something that is not JSON";
  const lacks = service.form ?? "its documentation describes another form";
  return failure(
    `${service.name} answered the search with ${what}; ${lacks}`,
    "tell the person, who can correct the settings toolcrib.web.search.*",
  );
};
