/** What other programs are told of requests (PO-1, PO-8b). */
import assert from "node:assert/strict";
import type { FetchEffect } from "../../src/core/effect";
import { callFacts } from "../../src/hooks/callFacts";
import { effectsDigest } from "../../src/vscode/effectsDigest";
import { hookedCall } from "./support/hookedCall";

const plain: FetchEffect = { kind: "fetch", url: "https://\u0440ackages.example/a?b", method: "GET" };
const sending: FetchEffect = { ...plain, method: "POST", body: "hello" };
const searching: FetchEffect = { ...plain, search: "brave" };

describe("the facts of a request", () => {
  it("are its address as given, what it sends, and the service that it asks", async () => {
    const { call } = await hookedCall(async () => [plain, sending, searching]);
    const { url } = plain;
    assert.deepEqual(callFacts(call, false).effects, [
      { kind: "fetch", method: "GET", url },
      { kind: "fetch", method: "POST", url, body: "hello" },
      { kind: "fetch", method: "GET", url, search: "brave" },
    ]);
  });

  it("all count when two questions are compared, so that a yes to one is none to the other", () => {
    const digests = [
      plain,
      sending,
      searching,
      { ...sending, body: "other" },
      { ...plain, url: "https://a.example/" },
    ].map((effect) => effectsDigest("web_fetch", [effect]));
    assert.equal(new Set(digests).size, digests.length);
    assert.equal(effectsDigest("web_fetch", [{ ...plain }]), digests[0]);
  });
});
