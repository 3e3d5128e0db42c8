/** What services answer, in the documented forms and in any other (WS-1). */
import assert from "node:assert/strict";
import fc from "fast-check";
import { dayOf, FoundResults } from "../../../../src/features/webSearch/results";
import { notUnderstood, refused } from "../../../../src/features/webSearch/searchFailures";
import { brave } from "../../../../src/features/webSearch/services/brave";
import { custom } from "../../../../src/features/webSearch/services/custom";
import { google } from "../../../../src/features/webSearch/services/google";
import { valueAt } from "../../../../src/features/webSearch/services/jsonFields";
import { plainSearchText } from "../../../../src/features/webSearch/services/plainText";
import { searxng } from "../../../../src/features/webSearch/services/searxng";
import type { SearchService } from "../../../../src/features/webSearch/services/service";
import { tavily } from "../../../../src/features/webSearch/services/tavily";
import { braveAnswer, googleAnswer, pages, searxngAnswer, tavilyAnswer } from "../support/answers";

const services: readonly SearchService[] = [
  ...[searxng("https://search.example.org"), google("e", "https://google.example")],
  ...[brave("https://brave.example"), tavily("https://tavily.example")],
  custom({
    ...{ address: "https://find.example/{query}", method: "GET", results: "data.items" },
    ...{ title: "name", url: "links.0.href", snippet: "text", date: "when" },
  }),
];

const answerOf = (status: number) => ({
  ...{ status, headers: {}, body: new Uint8Array(), isCutOff: false, time: 0, isCopy: false },
});

/** Any JSON, often with the names that services use, so that their readers go deep. */
const names = fc.constantFrom(
  ...["results", "items", "web", "data", "error", "detail", "message", "url", "title", "content", "pagemap"],
  ...[
    "metatags",
    "0",
    "type",
    "search",
    "unresponsive_engines",
    "searchInformation",
    "link",
    "__proto__",
    "length",
    "\u202eab",
  ],
);
const hostile = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 6 },
    fc.constantFrom(null, true, 0, -1, 1e308, "", "x", "https://example.org/", "search", "javascript:alert(1)"),
    fc.string({ unit: "binary" }),
    fc.array(tie("any"), { maxLength: 4 }),
    fc.dictionary(names, tie("any"), { maxKeys: 5 }),
  ),
})).any;

describe("answers of search services (WS-1)", () => {
  it("are read in the documented forms", () => {
    const page = pages(1)[0];
    const answers: readonly (readonly [string, unknown])[] = [
      ["searxng", searxngAnswer(pages(1))],
      ["google", googleAnswer(pages(1))],
      ["brave", braveAnswer(pages(1))],
      ["tavily", tavilyAnswer(pages(1))],
      [
        "custom",
        {
          data: { items: [{ name: page?.title, links: [{ href: page?.url }], text: page?.snippet, when: page?.date }] },
        },
      ],
    ];
    for (const [provider, answer] of answers) {
      const found = new FoundResults(10);
      found.add(services.find((service) => service.provider === provider)?.read(answer)?.results ?? []);
      assert.deepEqual(
        found.list,
        [{ title: "Page 1", url: "https://example.org/1", snippet: "What page 1 says.", date: "2026-03-14" }],
        provider,
      );
    }
  });

  it("of any other form never break anything: they are results that can be shown, or a sentence", () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 1, max: 5 }), (answer, most) => {
        for (const service of services) {
          const found = new FoundResults(most);
          const said = service.read(answer);
          found.add(said?.results ?? []);
          assert.match(said?.trouble ?? "", /^.{0,2000}$/);
          assert.ok(found.list.length <= most);
          for (const { title, url, snippet = "x", date = "2026-01-01" } of found.list) {
            assert.match(url, /^https?:\/\/[^\s@/]+\//);
            assert.ok(title !== "" && snippet !== "");
            assert.doesNotMatch(title + snippet, /[\p{Cc}\p{Bidi_Control}]/u);
            assert.match(date, /^\d{4}-\d\d-\d\d$/);
          }
          for (const status of [400, 401, 403, 422, 500]) {
            const { message } = refused(service, answerOf(status), JSON.stringify(answer));
            assert.doesNotMatch(message, /\p{Bidi_Control}/u);
            assert.match(message, new RegExp(`^[^\\n]+ answered the search with status ${status}[^\\n]*\\.$`));
          }
          const { message } = notUnderstood(service, JSON.stringify(answer));
          assert.match(message, /^[^\n]+ answered the search with [^\n]+\.$/);
          assert.doesNotMatch(message, /\p{Bidi_Control}/u);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("of SearXNG name its silent engines shortly and on one line", () => {
    const answer = searxngAnswer(
      [],
      [
        ["a".repeat(1000), "x\n\n1. forged"],
        ["b", ""],
      ],
    );
    assert.equal(
      searxng("https://search.example.org").read({
        ...answer,
        unresponsive_engines: [...answer.unresponsive_engines, 7],
      })?.trouble,
      `these engines did not respond: ${"a".repeat(60)} (x 1. forged), b (no reason given)`,
    );
  });

  it("of a size that nobody wants stay small", () => {
    const found = new FoundResults(10);
    const long = "word ".repeat(1_000_000);
    found.add([{ title: long, url: "https://example.org/", snippet: long, date: long }]);
    assert.deepEqual(
      found.list.map(({ title, snippet }) => [title.length <= 301, (snippet?.length ?? 0) <= 1501]),
      [[true, true]],
    );
    assert.match(found.list[0]?.title ?? "", /word…$/);
    found.add([{ title: "x", url: `https://example.org/${"a".repeat(9000)}` }]);
    assert.equal(found.left, 1);
  });

  it("are cut between letters", () => {
    const found = new FoundResults(1);
    found.add([{ title: "\u{1f9a6}".repeat(400), url: "https://example.org/" }]);
    assert.equal(found.list[0]?.title, `${"\u{1f9a6}".repeat(300)}…`);
  });
});

describe("looking into JSON (WS-1)", () => {
  it("finds what was sent, and nothing that every object has", () => {
    const sent = JSON.parse('{"a": [{"b": "c"}], "__proto__": {"d": 1}}');
    assert.equal(valueAt(sent, "a", "0", "b"), "c");
    assert.equal(valueAt(sent, "__proto__", "d"), 1);
    for (const path of [["constructor"], ["a", "map"], ["a", "1"], ["a", "0", "b", "length"], ["d"]])
      assert.equal(valueAt(sent, ...path), undefined, path.join("."));
  });
});

describe("the words of answers (WS-1)", () => {
  it("lose marks and entities, and keep what merely looks like them", () => {
    for (const [given, expected] of [
      ["<strong>sea</strong> <em class='x'>otters</em>", "sea otters"],
      ["one<br/>two<p>three</p>", "one two three"],
      ["Vec<T> and a < b > c", "Vec<T> and a < b > c"],
      ["&quot;Q&amp;A&quot; &#39;x&#x27; &hellip;", "\"Q&A\" 'x' …"],
      ["&amp;lt;b&amp;gt;", "&lt;b&gt;"],
      ["&lt;script&gt;", "<script>"],
      ["&nosuch; &#0; &#xd800; &#1114112; &valueOf;", "&nosuch; &#0; &#xd800; &#1114112; &valueOf;"],
      ["a\u202eb\n\n3. c\u0007d", "ab 3. c d"],
      ["&#10;2. forged", "2. forged"],
    ])
      assert.equal(plainSearchText(given as string), expected, given);
  });

  it("never hold a line break or a control character, and are found in time that grows with the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        assert.doesNotMatch(plainSearchText(text), /[\p{Cc}\p{Bidi_Control}]/u);
      }),
    );
    assert.equal(plainSearchText("<b".repeat(200_000)).length, 400_000);
    assert.equal(plainSearchText("&#".repeat(200_000)).length, 400_000);
  });

  it("tell the day of a date in the forms that services write, and of nothing else", () => {
    for (const [given, day] of [
      ["2026-03-14", "2026-03-14"],
      ["2026-03-14T23:59:59-11:00", "2026-03-14"],
      ["2026-03-14 01:02:03", "2026-03-14"],
      ["Sat, 14 Mar 2026 15:09:26 GMT", "2026-03-14"],
      ["4 Mar 2026", "2026-03-04"],
      ["2026-13-14", undefined],
      ["3 days ago", undefined],
      ["March 2026", undefined],
      ["12 Foo 2026", undefined],
      ["", undefined],
      [1_770_000_000, undefined],
      [null, undefined],
    ] as const)
      assert.equal(dayOf(given), day, String(given));
  });
});
