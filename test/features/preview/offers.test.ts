import assert from "node:assert/strict";
import { approvalScopes, type Offers } from "../../../src/core/calls/approvals/approvals";
import { offerLines } from "../../../src/features/preview/offers";

const offers = (changes: Partial<Offers>): Offers => ({
  exact: approvalScopes,
  shown: ["npm test (in .)"],
  commandsOnly: true,
  prefixes: [],
  ...changes,
});

describe("offers to remember an answer, in words", () => {
  const subjects = (changes: Partial<Offers>) => offerLines(offers(changes)).map(({ subject }) => subject);

  it("names commands by the call, everything else by its target", () => {
    assert.deepEqual(subjects({}), ["this exact command here"]);
    assert.deepEqual(subjects({ shown: ["a", "b"] }), ["these exact commands here"]);
    assert.deepEqual(subjects({ shown: ["changes of a"], commandsOnly: false }), ["changes of a"]);
    assert.deepEqual(subjects({ shown: ["a", "b", "c", "d", "e"], commandsOnly: false }), ["a, b, c and 2 more"]);
  });

  it("offers prefixes after that, for as long", () => {
    const prefixes = [
      ["npm", "test"],
      ["git", "push"],
    ];
    assert.deepEqual(offerLines(offers({ prefixes })), [
      { offer: "exact", subject: "this exact command here", scopes: approvalScopes },
      { offer: "prefix", subject: "npm test … and git push …", scopes: approvalScopes },
    ]);
  });

  it("is nothing where nothing is offered", () => assert.deepEqual(subjects({ exact: [], shown: [] }), []));

  it("shows characters that would hide what is allowed", () =>
    assert.deepEqual(subjects({ shown: ["a\u202e"], commandsOnly: false }), ["a⟨U+202E⟩"]));
});
