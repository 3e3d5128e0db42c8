/** A yes to a host answers the same question in the calls within that call, and nothing else (PO-8b). */
import assert from "node:assert/strict";
import type { Answer } from "../../../../src/core/calls/approvals/answer";
import type { Hooks } from "../../../../src/core/calls/beside/hooks";
import type { Rule } from "../../../../src/core/rules/rule";
import type { Plan } from "../../../../src/core/tools/tool";
import { ask, askAlways, type Decision } from "../../../../src/core/vocabulary/decision";
import type { Effect, FetchEffect } from "../../../../src/core/vocabulary/effect";
import { type BareCrib, type BareOptions, bareCrib, toolOf } from "../../../support/bareCrib";
import { done, person } from "../../../support/probe";

const get = (url: string, more: Partial<FetchEffect> = {}): FetchEffect => ({
  kind: "fetch",
  url,
  method: "GET",
  ...more,
});

const hosts: Rule = { name: "hosts", judge: () => ask("hosts", "it is not on the list") };

/** Makes one call of `outer` with a call of `inner` within it, and of `innermost` within that. */
async function nested(
  effects: Readonly<Record<"outer" | "inner" | "innermost", readonly Effect[] | undefined>>,
  options: BareOptions = { rules: [hosts] },
  prepare: (at: BareCrib) => void = () => {},
) {
  const planOf = (name: "outer" | "inner" | "innermost", next?: string): Plan => ({
    title: name,
    effects: effects[name] ?? [],
    run: async ({ call }) => (next === undefined ? done : call(next, {})),
  });
  const at = await bareCrib({
    tools: {
      outer: toolOf(async () => planOf("outer", "inner"), { name: "outer" }),
      inner: toolOf(async () => planOf("inner", effects.innermost && "innermost"), { name: "inner" }),
      innermost: toolOf(async () => planOf("innermost"), { name: "innermost" }),
    },
    ...options,
  });
  prepare(at);
  const result = await at.call("outer");
  return {
    at,
    result,
    asked: at.asked.map(({ plan }) => plan.title),
    by: at.records.map(({ title, approvedBy }) => `${title}: ${approvedBy}`),
  };
}

const within = async (outer: Effect, inner: Effect, options?: BareOptions) =>
  (await nested({ outer: [outer], inner: [inner], innermost: undefined }, options)).asked;

describe("answers within a call", () => {
  it("are those of the call around it for the same host, and are recorded as such", async () => {
    const { asked, by, result } = await nested({
      outer: [get("https://a.example/one")],
      inner: [get("https://a.example/two?x")],
      innermost: [get("https://A.example:443/three", { method: "HEAD" })],
    });
    assert.deepEqual([asked, result.isError], [["outer"], false]);
    assert.deepEqual(by, [
      "innermost: person, for the call it is part of",
      "inner: person, for the call it is part of",
      "outer: person",
    ]);
  });

  it("hold for the same host over https where it was http at the usual port", async () => {
    assert.deepEqual(await within(get("http://a.example/"), get("https://a.example/")), ["outer"]);
    assert.deepEqual(await within(get("http://[2606:4700::1111]/"), get("https://[2606:4700::1111]/x")), ["outer"]);
  });

  it("are not there for another host, another port, or the way back to http", async () => {
    for (const [outer, inner] of [
      ["https://a.example/", "https://b.example/"],
      ["https://a.example/", "https://www.a.example/"],
      ["https://www.a.example/", "https://a.example/"],
      ["https://a.example/", "http://a.example/"],
      ["https://a.example/", "https://a.example:8443/"],
      ["http://a.example:8080/", "https://a.example:8080/"],
      ["http://a.example/", "https://a.example:8443/"],
      ["http://a.example/", "http://a.example:8080/"],
    ] as const)
      assert.deepEqual(await within(get(outer), get(inner)), ["outer", "inner"], `${outer} -> ${inner}`);
  });

  it("come back to the first host of a chain without a question, and ask about each new one", async () => {
    const { asked } = await nested({
      outer: [get("https://a.example/")],
      inner: [get("https://b.example/")],
      innermost: [get("https://a.example/2")],
    });
    assert.deepEqual(asked, ["outer", "inner"]);
  });

  it("are not there for what sends data, for a search, or for what is no request", async () => {
    const url = "https://a.example/";
    const place = { path: "/x", real: "/x", shown: "x" };
    for (const inner of [
      get(url, { method: "POST" }),
      get(url, { search: "brave" }),
      { kind: "read", target: place },
      { kind: "delegate", to: "bob", prompt: url },
    ] satisfies Effect[])
      assert.deepEqual(await within(get(url), inner), ["outer", "inner"], inner.kind);
    assert.deepEqual(await within(get(url, { method: "POST" }), get(url)), ["outer", "inner"]);
    assert.deepEqual(await within({ kind: "delegate", to: "bob", prompt: url }, get(url)), ["outer", "inner"]);
  });

  it("answer only all of what the inner call asks", async () => {
    const effects = { outer: [get("https://a.example/")], innermost: undefined };
    const both = [get("https://a.example/x"), get("https://b.example/")];
    assert.deepEqual((await nested({ ...effects, inner: both })).asked, ["outer", "inner"]);
    const first = await nested({
      ...effects,
      outer: both,
      inner: [get("https://b.example/2"), get("https://a.example/3")],
    });
    assert.deepEqual(first.asked, ["outer"]);
  });

  /** Judges the request to the path `/inner` in another way than the others. */
  const other = (decision: Decision): BareOptions => ({
    rules: [
      hosts,
      {
        name: decision.rule,
        judge: (effect) => (effect.kind === "fetch" && effect.url.endsWith("/inner") ? decision : undefined),
      },
    ],
  });

  it("are none to what another rule asks, or what must be asked each time", async () => {
    const [outer, inner] = [get("https://a.example/"), get("https://a.example/inner")];
    assert.deepEqual(await within(outer, inner, other(ask("taint", "it would leave"))), ["outer", "inner"]);
    assert.deepEqual(await within(outer, inner, other(askAlways("hosts", "it contains a secret"))), ["outer", "inner"]);
    assert.deepEqual(await within(inner, inner, other(ask("taint", "it would leave"))), ["outer"]);
    assert.deepEqual(await within(inner, inner, other(askAlways("hosts", "it contains a secret"))), ["outer", "inner"]);
  });

  it("are none to a denial", async () => {
    const denied = other({ kind: "deny", rule: "hosts", reason: "never" });
    const { result, asked } = await nested(
      { outer: [get("https://a.example/")], inner: [get("https://a.example/inner")], innermost: undefined },
      denied,
    );
    assert.deepEqual([asked, result.isError], [["outer"], true]);
    assert.match(result.text, /^Denied by policy: never\./);
  });

  it("are none to what a hook asks about the inner call", async () => {
    const hooks: Hooks = {
      before: async ({ judged }) => (judged.plan.title === "inner" ? [ask("hook", "look at it")] : []),
      after: async () => [],
    };
    const url = get("https://a.example/");
    assert.deepEqual(await within(url, url, { rules: [hosts], crib: { hooks } }), ["outer", "inner"]);
  });

  it("are there when the outer yes was remembered, and are not themselves remembered", async () => {
    const effects = { outer: [get("http://a.example/")], inner: [get("https://a.example/")], innermost: undefined };
    const question = ask("hosts", "it is not on the list");
    const remembered = await nested(effects, { rules: [hosts] }, ({ crib }) =>
      crib.approvals.take("exact", "session", effects.outer, [question]),
    );
    assert.deepEqual(remembered.asked, []);
    assert.deepEqual(remembered.by, [
      "inner: remembered (session), for the call it is part of",
      "outer: remembered (session)",
    ]);
    await remembered.at.call("inner");
    assert.deepEqual(
      remembered.at.asked.map(({ plan }) => plan.title),
      ["inner"],
    );
  });

  it("are not there when nobody was asked about the outer call", async () => {
    const allowed: Rule = {
      name: "hosts",
      judge: (effect) =>
        effect.kind === "fetch" && effect.url.endsWith("/ok")
          ? { kind: "allow", rule: "hosts", reason: "on the list" }
          : ask("hosts", "not on the list"),
    };
    assert.deepEqual(await within(get("https://a.example/ok"), get("https://a.example/"), { rules: [allowed] }), [
      "inner",
    ]);
  });

  it("a no to the inner question is told, and nothing is asked again", async () => {
    const answers: Answer[] = [person, { approved: false, by: "person" }];
    const { result, asked } = await nested(
      { outer: [get("https://a.example/")], inner: [get("https://b.example/")], innermost: undefined },
      { rules: [hosts], confirm: async () => answers.shift() ?? assert.fail("asked too often") },
    );
    assert.deepEqual(asked, ["outer", "inner"]);
    assert.deepEqual(result.data, { error: "declined" });
  });
});
