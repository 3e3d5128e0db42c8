import assert from "node:assert/strict";
import { busyFailure } from "../../../src/lib/modelLoop/busyFailure";

describe("a failure of a model that passes", () => {
  const known: readonly (readonly [string, number | undefined])[] = [
    ["Sorry, you have hit a rate limit. Please try again in 20 seconds.", 20_000],
    ["429 Too Many Requests: retry after 1.5 s", 1500],
    ["Request failed: 503", undefined],
    ["Overloaded", undefined],
    ["rate_limit_exceeded, try again in 250ms", 250],
    ["Rate-limited: Retry in 2 minutes", 120_000],
    ["The service is down, try again later", undefined],
  ];
  for (const [message, retryAfterMs] of known)
    it(`is known by its words: ${message}`, () => {
      const failure = busyFailure(message);
      assert.deepEqual([failure?.message, failure?.retryAfterMs], [message, retryAfterMs]);
    });

  for (const message of [
    "You have used up your quota: try again in 20 days",
    "Insufficient credits (429)",
    "The moon is full.",
    "connection reset after 5033 ms",
    "",
  ])
    it(`is none: ${message || "(nothing)"}`, () => assert.equal(busyFailure(message), undefined));
});
