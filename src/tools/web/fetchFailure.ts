/** Answers that are no success, as a sentence for a model (WF-4). */

import type { WebAnswer } from "../../core/ports/web";
import { shortAddress } from "../../core/text/addresses/shownAddress";
import { ToolError } from "../../core/vocabulary/toolError";
import { wantedPause } from "./retryAfter";
import { readBeginning } from "./webPage";
import { untrusted } from "./webParameters";

/** Characters of what a server says beside a failure. */
const maxSaid = 2000;

/** What the numbers stand for (RFC 9110, RFC 6585, RFC 7725). */
const words: Readonly<Record<number, string>> = {
  200: "OK",
  204: "No Content",
  205: "Reset Content",
  300: "Multiple Choices",
  301: "Moved Permanently",
  302: "Found",
  303: "See Other",
  304: "Not Modified",
  307: "Temporary Redirect",
  308: "Permanent Redirect",
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  407: "Proxy Authentication Required",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  414: "URI Too Long",
  418: "I'm a teapot",
  421: "Misdirected Request",
  422: "Unprocessable Content",
  423: "Locked",
  425: "Too Early",
  426: "Upgrade Required",
  428: "Precondition Required",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  451: "Unavailable For Legal Reasons",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

/** `404 Not Found`; the number alone where it has no words. */
export const statusText = (status: number): string => (words[status] ? `${status} ${words[status]}` : `${status}`);

/** True for a status from 200 to 299. */
export const isSuccess = ({ status }: WebAnswer): boolean => status >= 200 && status <= 299;

function advice({ status }: WebAnswer, pauseMs: number | undefined): string {
  const again = pauseMs === undefined ? "later" : `in ${Math.ceil(pauseMs / 1000)} seconds, as it requests`;
  if (status < 400) return "it gives no address that can be followed, so use another address";
  if (status === 401 || status === 403 || status === 407)
    return "requests never carry credentials, so use a public address, or ask the person for the content";
  if (status === 404 || status === 410) return "check the address, or search for the right one with web_search";
  if (status === 429) return `it limits the number of requests: try again ${again}`;
  if (status === 503) return `try again ${again}`;
  if (status >= 500) return "the server failed: try again later, or use another source";
  return "check the address, or use another source";
}

/**
 * The error for an answer that is no success: status, advice, and the beginning of the body as text.
 * @param url the address that was requested.
 * @throws ToolError `cancelled` while the body is made into text.
 */
export async function httpFailure(url: string, answer: WebAnswer, signal: AbortSignal): Promise<ToolError> {
  const { status } = answer;
  const pause = status === 429 || status === 503 ? wantedPause(answer, answer.time) : undefined;
  const sentence = `${shortAddress(url)} answered with ${statusText(status)}: ${advice(answer, pause)}.`;
  const said = await readBeginning(url, answer, maxSaid, signal);
  const quoted = said === "" ? [] : ["", `It says (${untrusted}):`, said];
  const facts = { url, status, untrusted: true, ...(pause !== undefined && { retryAfterSeconds: pause / 1000 }) };
  return new ToolError("http_error", [sentence, ...quoted].join("\n"), facts);
}
