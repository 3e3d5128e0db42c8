/** Which requests an approval that is remembered answers (D-7, PO-8b). */
import assert from "node:assert/strict";
import { type Approvals, offersFor } from "../../../src/core/calls/approvals/approvals";
import { ask } from "../../../src/core/vocabulary/decision";
import type { Effect } from "../../../src/core/vocabulary/effect";
import { approvalsOver } from "../../support/approvals";

const q = ask("addresses", "it is not on the list");

const get = (url: string): Effect => ({ kind: "fetch", url, method: "GET" });

const covered = (approvals: Approvals, effect: Effect) => approvals.cover([effect], [q]) !== undefined;

describe("remembered approvals of requests", () => {
  it("an approval of searches is none of fetches, and says what it is", () => {
    const search: Effect = { kind: "fetch", url: "https://s.example/?q=a", method: "GET", search: "searxng" };
    const approvals = approvalsOver();
    approvals.take("exact", "always", [search], [q]);
    assert.deepEqual(
      approvals.all().map(({ shown }) => shown),
      ["searches with https://s.example"],
    );
    assert.equal(covered(approvals, { ...search, url: "https://s.example/?q=b" }), true);
    assert.equal(covered(approvals, { ...search, search: "custom" }), false);
    assert.equal(covered(approvals, get("https://s.example/?q=a")), false);
  });

  it("an address with a user name or in odd letters is never remembered (PO-8b)", () => {
    for (const url of [
      "https://me@example.org/",
      "https://example.org\\x",
      "https://ex\u00e4mple.org/",
      "https://EXAMPLE.org/",
      "https://example.org:443/",
      "http://0x7f.1/",
      "nonsense",
    ])
      assert.deepEqual(offersFor([get(url)], [q]).exact, [], url);
  });
});
