/** Redirects, each followed by a call of its own, which is judged, asked about and recorded like any (WF-6). */

import { carriesUserName, parsedAddress } from "../../core/text/addresses/parsedAddress";
import { shortAddress } from "../../core/text/addresses/shownAddress";
import type { RunContext, ToolResult } from "../../core/tools/tool";
import type { FetchEffect } from "../../core/vocabulary/effect";
import { ToolError, type ToolErrorCode } from "../../core/vocabulary/toolError";

/** The addresses that led to a call, the first being the one that was asked for. */
export class RedirectTrail {
  constructor(readonly addresses: readonly string[]) {}
}

/** @param handed see PlanContext.handed. @returns nothing for a call that no redirect led to. */
export const trailOf = (handed: unknown): readonly string[] =>
  handed instanceof RedirectTrail ? handed.addresses : [];

/**
 * The request for an address. @param trail what led there; see {@link trailOf}.
 * @throws ToolError `denied` for an address with a user name: no request ever sends one.
 */
export function requestFor(url: string, trail: readonly string[]): FetchEffect {
  if (carriesUserName(url))
    throw new ToolError(
      "denied",
      `${shortAddress(url)} contains a user name or password, which is never sent: give an address without it.`,
    );
  const redirectedFrom = trail.at(-1);
  return { kind: "fetch", url, method: "GET", ...(redirectedFrom !== undefined && { redirectedFrom }) };
}

/** `Redirected from https://a, https://b.` */
export const redirectedLine = (trail: readonly string[]): string =>
  `Redirected from ${trail.map(shortAddress).join(", ")}.`;

/** A redirect that a request was answered with. */
export interface WebRedirect {
  /** Crib's own name of the tool that follows it. */
  readonly tool: string;
  /** The input of the call that met it. */
  readonly input: { readonly url: string; readonly timeout: number; readonly max_redirects: number };
  readonly location: string;
  /** What led to that call. */
  readonly trail: readonly string[];
  /** `performance.now()` when that call began; its timeout counts for all hops together. */
  readonly startedAt: number;
}

const asRequested = (address: string): string => parsedAddress(address)?.href ?? address;
const withoutFragment = (address: string): string => asRequested(address).split("#", 1)[0] as string;

function endless({ tool, input, location }: WebRedirect, trail: readonly string[]): ToolError | undefined {
  const chain = [...trail, location];
  const shown = chain.map(shortAddress).join(" -> ");
  const details = { url: input.url, chain };
  if (trail.some((address) => withoutFragment(address) === withoutFragment(location)))
    return new ToolError("http_error", `It is a redirect loop (${shown}): use another address.`, details);
  if (input.max_redirects > 0) return undefined;
  const followed = trail.length - 1;
  return new ToolError(
    "http_error",
    `It exceeds the limit of ${followed} redirects (${shown}): call ${tool} with the last address if that is what you want.`,
    details,
  );
}

/**
 * What the address holds to which a redirect leads.
 * @throws ToolError `http_error` for a circle and for too many, `timeout`, and what the call there fails with.
 */
export async function followRedirects(redirect: WebRedirect, context: RunContext): Promise<ToolResult> {
  const { tool, input, location, startedAt } = redirect;
  const trail = [...redirect.trail, asRequested(input.url)];
  const problem = endless(redirect, trail);
  if (problem) throw problem;
  const timeout = Math.round(input.timeout - (performance.now() - startedAt) / 1000);
  if (timeout < 1)
    throw new ToolError(
      "timeout",
      `${shortAddress(input.url)} redirects to ${shortAddress(location)}, but the timeout was reached: call again with that address or a longer timeout.`,
      { url: input.url },
    );
  const next = { ...input, url: location, timeout, max_redirects: input.max_redirects - 1 };
  const result = await context.call(tool, next, new RedirectTrail(trail));
  if (result.isError) throw failedHop(result, trail);
  return result;
}

/** A failure of the call there, with the way to it; the calls before pass it on as it is. */
function failedHop({ text, data }: ToolResult, trail: readonly string[]): ToolError {
  const { error, ...details } = data as { readonly error: ToolErrorCode; readonly redirectedFrom?: unknown };
  if (details.redirectedFrom !== undefined || "chain" in details) return new ToolError(error, text, details);
  return new ToolError(error, `${text}\n\n${redirectedLine(trail)}`, { ...details, redirectedFrom: trail });
}
