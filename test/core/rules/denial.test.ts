/** What dialects may know of a denial (D-4). */
import assert from "node:assert/strict";
import { Denial } from "../../../src/core/rules/denial";
import { deny } from "../../../src/core/vocabulary/decision";
import type { Effect, ResolvedPath } from "../../../src/core/vocabulary/effect";

const inside: ResolvedPath = { path: "/w/a", real: "/w/a", root: "/w", shown: "a" };
const outside: ResolvedPath = { path: "/x", real: "/x", shown: "/x" };
const read = (target: ResolvedPath): Effect => ({ kind: "read", target });
const denial = (effect: Effect | undefined, rule = "scope") =>
  new Denial("Read it", deny(rule, "so it is"), effect, ["/w"]);

describe("Denial", () => {
  it("is told with its reason and what was refused", () => {
    const { code, message, reason, rule, roots, details } = denial(read(inside));
    assert.equal(
      message,
      'Denied by policy: so it is. "Read it" was not done; do not retry it another way: go on without it, or tell the person what you need.',
    );
    assert.deepEqual(
      { code, reason, rule, roots, details },
      { code: "denied", reason: "so it is", rule: "scope", roots: ["/w"], details: {} },
    );
  });

  it("is for being outside where the scope refuses a path in no root, and only there", () => {
    assert.equal(denial(read(outside)).outside, true);
    assert.equal(denial(read(inside)).outside, false);
    assert.equal(denial(read(outside), "secrets").outside, false);
    assert.equal(denial(undefined).outside, false);
    assert.equal(denial({ kind: "exec", command: "ls", cwd: outside, timeoutMs: 1 }).outside, false);
  });
});
