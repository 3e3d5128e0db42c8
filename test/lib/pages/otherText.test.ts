import assert from "node:assert/strict";
import fc from "fast-check";
import type { Page } from "../../../src/lib/pages/body/page";
import { read } from "./jobs";

const json = (text: string) => read(text, { contentType: "application/json" });
const xml = (text: string, format: "markdown" | "text" = "markdown") => read(text, { contentType: "text/xml", format });

describe("JSON (WF-3)", () => {
  it("is formatted as it was written, with its large numbers, double keys and escapes", () => {
    const { text, kind, notes } = json(
      '{"a":12345678901234567890,"a":1.50,"b":[],"c":{},"d":["\\u0041\\"{,",{"e":null}]}',
    );
    assert.equal(
      text,
      '{\n  "a": 12345678901234567890,\n  "a": 1.50,\n  "b": [],\n  "c": {},\n  "d": [\n    "\\u0041\\"{,",\n    {\n      "e": null\n    }\n  ]\n}',
    );
    assert.deepEqual([kind, notes], ["json", []]);
  });

  it("is formatted as JSON.stringify does", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        // What is not seen is left out of every text.
        fc.pre(!/[\u007f-\uffff]/.test(JSON.stringify(value)));
        assert.equal(json(JSON.stringify(value)).text, JSON.stringify(value, null, 2));
      }),
    );
  });

  it("is left as it is in lines, or when it is none, which is told", () => {
    assert.deepEqual([json('{"a":1}\n[2]\n').text, json('{"a":1}\n[2]\n').notes], ['{"a":1}\n[2]', []]);
    const broken = json('{"a":1,');
    assert.equal(broken.text, '{"a":1,');
    assert.deepEqual(broken.notes, ["It is not the JSON it claims to be, so it is shown as it was sent."]);
    assert.equal(read('{"a":1}', { contentType: "application/json", mode: "raw" }).text, '{"a":1}');
  });

  it("may be nested as deeply as it likes", () => {
    const deep = `${"[".repeat(3000)}${"]".repeat(3000)}`;
    const { text } = json(deep);
    assert.equal(text.replace(/\s/g, ""), deep);
    assert.ok(text.length < 600_000);
  });

  it("is left as it was sent where its indentation would fill pages, which is told", () => {
    const wide = `${"[".repeat(40)}${"1,".repeat(200_000)}1${"]".repeat(40)}`;
    assert.deepEqual(json(wide), {
      ...{ kind: "json", charset: "utf-8", text: wide },
      notes: ["It is nested so deeply that it is shown as it was sent."],
    });
  });
});

describe("Feeds and XML (WF-2)", () => {
  const rss = `<?xml version="1.0"?><rss version="2.0"><channel><title>News &amp; more</title><item><title>A [b]</title><link>/x</link><pubDate>Mon, 1 Jan</pubDate><description><![CDATA[<p>Hi <b>you</b></p><script>no()</script>]]></description></item><item><description>only &lt;i&gt;this&lt;/i&gt;</description></item></channel></rss>`;

  it("gives RSS as a list", () => {
    const feed = xml(rss);
    assert.deepEqual([feed.kind, feed.title], ["feed", "News & more"]);
    assert.equal(feed.text, "- [A \\[b\\]](https://example.org/x) (Mon, 1 Jan)\n  Hi you\n- Untitled\n  only this");
    assert.equal(
      xml(rss, "text").text,
      "- A [b] (Mon, 1 Jan)\n  https://example.org/x\n  Hi you\n- Untitled\n  only this",
    );
  });

  it("gives Atom, RDF and JSON Feed as lists", () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title type="text">At</title><entry><title>E</title><link rel="edit" href="/no"/><link href="/y"/><updated>2024-01-02</updated><summary>1 &lt; 2</summary></entry></feed>`;
    const rdf = `<rdf:RDF><channel><title>R</title></channel><item rdf:about="https://x.org/1"><title>I</title><dc:date>2024</dc:date></item></rdf:RDF>`;
    const feed = {
      version: "https://jsonfeed.org/version/1.1",
      title: "J",
      items: [{ title: "t", url: "https://a.org/b", content_html: "<p>x" }, 5],
    };
    const facts = ({ kind, title, text }: Page) => [kind, title, text];
    assert.deepEqual(facts(xml(atom)), ["feed", "At", "- [E](https://example.org/y) (2024-01-02)\n  1 < 2"]);
    assert.deepEqual(facts(xml(rdf)), ["feed", "R", "- [I](https://x.org/1) (2024)"]);
    assert.deepEqual(facts(json(JSON.stringify(feed))), ["feed", "J", "- [t](https://a.org/b)\n  x\n- Untitled"]);
  });

  it("takes as HTML in Atom only what is called so", () => {
    const entry = (type: string) =>
      `<entry><title${type}>a &lt;b>c&lt;/b></title><content${type}>d &lt;i>e&lt;/i> &amp;amp;</content></entry>`;
    const atom = `<feed><title>f &lt;g></title>${entry("")}${entry(' type="html"')}</feed>`;
    const { title, text } = xml(atom, "text");
    assert.equal(title, "f <g>");
    assert.equal(text, "- a <b>c</b>\n  d <i>e</i> &amp;\n- a c\n  d e &");
  });

  it("indents other XML that stands on one line, and leaves the rest", () => {
    assert.equal(
      xml('<?xml version="1.0"?><a x="1"><b>t  u</b><c/><d><e>q</e></d></a>').text,
      '<?xml version="1.0"?>\n<a x="1">\n  <b>t  u</b>\n  <c/>\n  <d>\n    <e>q</e>\n  </d>\n</a>',
    );
    const lines = "<a>\n <b/>\n</a>";
    assert.equal(xml(lines).text, lines);
  });

  it("survives broken and deep XML", () => {
    assert.equal(xml("<a><b></a").kind, "xml");
    assert.ok(xml("<a>".repeat(50_000)).text.startsWith("<a>\n  <a>"));
    assert.equal(xml("<rss><channel>").text, "");
  });
});

describe("Content whose kind is not told", () => {
  const kindOf = (body: string, contentType?: string) =>
    read(body, { ...(contentType ? { contentType } : { contentType: "" }) }).kind;
  it("is told by its beginning", () => {
    assert.equal(kindOf("<!-- x --> <!DOCTYPE HTML><p>a"), "html");
    assert.equal(kindOf("<html><p>a", "text/plain"), "html");
    assert.equal(kindOf('<?xml version="1.0"?><html xmlns="x">', "application/octet-stream"), "html");
    assert.equal(kindOf("<rss><channel/></rss>"), "feed");
    assert.equal(kindOf("<?xml version='1.0'?><a/>"), "xml");
    assert.equal(kindOf('{"a":1}'), "json");
    assert.equal(kindOf('{"a":1}', "text/plain"), "text");
    assert.equal(kindOf("a <b> c", "text/plain"), "text");
    assert.equal(kindOf("<p>a", "text/markdown"), "text");
  });

  it("is shown as it is when it is text, without what is not seen", () => {
    const { text } = read("# a\r\n\tb\u0007\u200b \u202ec\u202c *d*", { contentType: "text/markdown" });
    assert.equal(text, "# a\n\tb c *d*");
  });
});
