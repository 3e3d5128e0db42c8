/** What a person said to the very bytes of a folder, and to which bytes they are asked (CT-2, EX-8). */
import assert from "node:assert/strict";
import { answerOn, knownAs } from "../../../src/features/approvedFolders/approvedFolder";

describe("folders that a person approves", () => {
  it("what is shown and approved is what was read, whatever is handed over under its name", () => {
    const read = { name: "report", digest: "1", text: "hostile" };
    const forged = { ...read, text: "harmless" };
    const keyOf = ({ name }: typeof read) => name;
    assert.equal(knownAs([read], forged, keyOf), read);
    assert.equal(knownAs([read], { ...forged, name: "other" }, keyOf), undefined);
    assert.equal(knownAs([read], undefined, keyOf), undefined);
  });

  it("a word holds for the bytes that it was said to", () => {
    assert.deepEqual(answerOn("1", undefined), { state: "pending" });
    assert.deepEqual(answerOn("1", { verdict: "approved", digest: "1" }), { state: "approved" });
    assert.deepEqual(answerOn("2", { verdict: "approved", digest: "1" }), { state: "changed" });
    assert.deepEqual(answerOn("2", { verdict: "rejected", digest: "1", comment: "no" }), { state: "pending" });
    assert.deepEqual(answerOn("1", { verdict: "rejected", digest: "1", comment: "no" }), {
      state: "rejected",
      comment: "no",
    });
  });
});
