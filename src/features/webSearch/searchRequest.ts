/** The requests of a web search: planned before any is made, and made until there are enough results (WS-1). */

import type { WebAnswer } from "../../core/ports/web";
import type { RunContext } from "../../core/tools/tool";
import type { FetchEffect } from "../../core/vocabulary/effect";
import { messageOf, ToolError } from "../../core/vocabulary/toolError";
import { FoundResults, type SearchResult } from "./results";
import { maxTime, patientAnswer, realTime, type SearchTime } from "./retryBusy";
import { ledElsewhere, notUnderstood, parsed, refused } from "./searchFailures";
import type { SearchRequest, SearchService, ServiceAnswer } from "./services/service";

/** Bytes of an answer at most. */
const maxBytes = 4 * 1024 * 1024;

/** A request, and the effect that stands for it. */
export interface PlannedRequest {
  readonly effect: FetchEffect;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a search found. */
export interface SearchOutcome {
  readonly results: readonly SearchResult[];
  /** Results that had no usable address. */
  readonly left: number;
  /** Why there may be fewer than wanted; a clause without a full stop. */
  readonly trouble?: string;
}

/** @param service whose `refusal` was asked. @throws see SearchService.requests */
export const plannedRequests = (service: SearchService, query: string, count: number): readonly PlannedRequest[] =>
  service.requests(query, count).map(({ url, method, body, headers }: SearchRequest) => ({
    effect: { kind: "fetch", url, method, ...(body !== undefined && { body }), search: service.provider },
    headers: { accept: "application/json", ...headers },
  }));

function understood(service: SearchService, answer: WebAnswer): ServiceAnswer {
  if (answer.location !== undefined || (answer.status >= 300 && answer.status < 400))
    throw ledElsewhere(service, answer);
  const body = new TextDecoder().decode(answer.body);
  if (answer.status < 200 || answer.status > 299) throw refused(service, answer, body);
  const said = service.read(parsed(body)?.value);
  if (!said) throw notUnderstood(service, body);
  return said;
}

type Asked = Pick<RunContext, "host" | "signal" | "progress">;

/** Later requests are for more of the same: what is there counts when one of them fails. */
const isLost = (error: unknown, found: FoundResults): boolean =>
  !(error instanceof ToolError) || error.code === "cancelled" || found.list.length === 0;

/**
 * Makes the requests one after another until there are enough results, no more, or no time.
 * @param count results wanted.
 * @throws ToolError for a first request that fails, `cancelled`.
 */
export async function searchResults(
  service: SearchService,
  requests: readonly PlannedRequest[],
  count: number,
  { host, signal, progress }: Asked,
  time: SearchTime = realTime,
): Promise<SearchOutcome> {
  const { name, key } = service;
  const found = new FoundResults(count);
  const deadline = time.now() + maxTime;
  const usual = {
    maxBytes,
    wholeOnly: true,
    cache: "none",
    asksRobots: false,
    ...(key && { key }),
  } as const;
  let trouble: string | undefined;
  try {
    for (const { effect, headers } of requests) {
      if (found.isFull || time.now() >= deadline) break;
      const send = (timeoutMs: number) => host.fetch(effect, { ...usual, headers, timeoutMs });
      const answer = await patientAnswer({ name, deadline, signal, time, send, progress });
      const said = understood(service, answer);
      trouble ??= said.trouble;
      if (found.add(said.results) === 0) break;
    }
  } catch (error) {
    if (isLost(error, found)) throw error;
    trouble = `a request for more failed: ${messageOf(error).replace(/\.$/, "")}`;
  }
  return { results: found.list, left: found.left, ...(trouble !== undefined && { trouble }) };
}
