/** No query changes where a request goes or what else it says (WS-1). */
import assert from "node:assert/strict";
import fc from "fast-check";
import { ToolError } from "../../../../src/core/vocabulary/toolError";
import { brave } from "../../../../src/features/webSearch/services/brave";
import { custom } from "../../../../src/features/webSearch/services/custom";
import { google } from "../../../../src/features/webSearch/services/google";
import { searxng } from "../../../../src/features/webSearch/services/searxng";
import { maxWanted, type SearchService } from "../../../../src/features/webSearch/services/service";
import { tavily } from "../../../../src/features/webSearch/services/tavily";
import { bodyProblem, filledAddress, filledBody } from "../../../../src/features/webSearch/services/template";

const plain = { method: "GET", results: "", title: "t", url: "u" } as const;
const ours = custom({ ...plain, address: "https://find.example/a/{query}/b?q={query}&n={count}" });
const services: readonly SearchService[] = [
  ...[searxng("https://search.example.org"), google("engine&q=no", "https://google.example")],
  ...[brave("https://brave.example"), tavily("https://tavily.example"), ours],
];

/** Texts that a careless template would let out of their place. */
const query = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  fc.constantFrom(
    "..",
    ".",
    "%2e%2e",
    "../../x",
    '","x":"',
    "{count}",
    "{query}",
    "a&q=b#c",
    "@evil.example/",
    "\\..\\",
  ),
  fc.constantFrom("\ud800", "a\u0000b", "\r\nHost: evil", "$&$1", "?x", "//evil.example"),
);
const count = fc.integer({ min: 1, max: maxWanted });

const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, "\ufffd");

describe("the requests of search services (WS-1)", () => {
  it("are few, end within bounds, and carry the query as it is", () => {
    fc.assert(
      fc.property(query, count, (text, wanted) => {
        for (const service of services.filter(({ provider }) => provider !== "custom")) {
          const requests = service.requests(text, Math.min(wanted, service.most));
          assert.ok(requests.length >= 1 && requests.length <= 5, service.provider);
          for (const { url, body } of requests) {
            const sent = body === undefined ? new URL(url).searchParams.getAll("q") : [JSON.parse(body).query];
            assert.deepEqual(sent, [wellFormed(text)], service.provider);
          }
        }
      }),
    );
  });

  it("together ask for as many results as are wanted", () => {
    const asked = (service: SearchService, wanted: number, name: string) =>
      service
        .requests("a", wanted)
        .map(({ url }) => Number(new URL(url).searchParams.get(name)))
        .reduce((sum, size) => sum + size, 0);
    fc.assert(
      fc.property(count, (wanted) => {
        assert.equal(asked(google("e", "https://google.example"), wanted, "num"), wanted);
        assert.ok(asked(brave("https://brave.example"), wanted, "count") >= wanted);
      }),
    );
  });

  it("of Google keep its engine apart from the query", () => {
    const [request] = google("engine&q=no", "https://google.example").requests("yes", 1);
    const parameters = new URL(request?.url ?? "").searchParams;
    assert.deepEqual([parameters.get("cx"), parameters.getAll("q")], ["engine&q=no", ["yes"]]);
  });
});

describe("templates of search services (WS-1)", () => {
  const address = "https://find.example/a/{query}/b?q={query}&n={count}#{query}";

  it("put a query into its places of the address and no other, or refuse it", () => {
    fc.assert(
      fc.property(query, count, (text, wanted) => {
        let filled: URL;
        try {
          filled = new URL(filledAddress(address, text, wanted));
        } catch (error) {
          assert.ok(error instanceof ToolError && error.code === "invalid_input", String(error));
          return;
        }
        const [, first, middle, last, ...more] = filled.pathname.split("/");
        assert.deepEqual([filled.origin, first, last, more], ["https://find.example", "a", "b", []]);
        assert.equal(decodeURIComponent(middle ?? ""), wellFormed(text));
        assert.deepEqual(
          [...filled.searchParams],
          [
            ["q", wellFormed(text)],
            ["n", String(wanted)],
          ],
        );
      }),
    );
  });

  it("refuse names of other folders with a sentence", () => {
    assert.throws(() => filledAddress(address, "..", 1), {
      code: "invalid_input",
      message: 'This search service does not accept the query "..": search for words.',
    });
    assert.equal(new URL(filledAddress(address, "%2e%2e", 1)).pathname, "/a/%252e%252e/b");
  });

  it("put a query into the texts of a body and nowhere else", () => {
    const body = '{"ask": {"text": "find {query} now", "{query}": [{count}, "{count}"]}}';
    assert.equal(bodyProblem(body), undefined);
    fc.assert(
      fc.property(query, count, (text, wanted) => {
        const sent = wellFormed(text);
        const expected = { text: `find ${sent} now`, [sent]: [wanted, String(wanted)] };
        // A query that is the name of the other field takes its place, as in any JSON.
        fc.pre(sent !== "text" && sent !== "__proto__");
        assert.deepEqual(JSON.parse(filledBody(body, text, wanted)), { ask: expected });
      }),
    );
  });

  it("are refused where a query would not stand in a text", () => {
    for (const body of ['{"q": {query}}', "{query}", '"a" {query} "b"', '{"a\\"": {query}}'])
      assert.equal(bodyProblem(body), "has {query} outside of quotation marks", body);
    for (const body of ["", "q={query}".replace("{query}", "x"), '{"q": "{query}"'])
      assert.equal(bodyProblem(body), "is not JSON once {query} and {count} are filled in", body);
  });
});
