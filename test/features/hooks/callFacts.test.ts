/** What other programs are told of requests (PO-1, PO-8b). */
import assert from "node:assert/strict";
import { ask } from "../../../src/core/vocabulary/decision";
import type { Effect, ExecEffect, FetchEffect } from "../../../src/core/vocabulary/effect";
import { callFacts } from "../../../src/features/hooks/callFacts";
import { questionDigest } from "../../../src/features/toolCalls/vscode/questionDigest";
import { hookedCall } from "./support/hookedCall";

const plain: FetchEffect = { kind: "fetch", url: "https://\u0440ackages.example/a?b", method: "GET" };
const sending: FetchEffect = { ...plain, method: "POST", body: "hello" };
const digestOf = (effect: Effect, rule = "web") =>
  questionDigest("tool", { plan: { effects: [effect] }, byEffect: [ask(rule, "someone must look")] });
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
    ].map((effect) => digestOf(effect));
    assert.equal(new Set(digests).size, digests.length);
    assert.equal(digestOf({ ...plain }), digests[0]);
  });

  it("count with the rule that asks, so that a yes to one rule is none to another", () => {
    assert.notEqual(digestOf(plain, "taint"), digestOf(plain, "web"));
  });
});

describe("the facts of a command", () => {
  it("all count when two questions are compared", () => {
    const cwd = { path: "/w", real: "/w", shown: "" } as ExecEffect["cwd"];
    const command: ExecEffect = { kind: "exec", command: "ls", cwd, timeoutMs: 1000 };
    const others: ExecEffect[] = [
      command,
      { ...command, command: "ls -l" },
      { ...command, cwd: { ...cwd, real: "/v" } },
      { ...command, input: "" },
      { ...command, background: true },
      { ...command, tty: true },
      { ...command, outsideSandbox: true },
      { ...command, language: "powershell" } as ExecEffect,
    ];
    assert.equal(new Set(others.map((one) => digestOf(one))).size, others.length);
  });
});
