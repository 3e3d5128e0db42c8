/** How a fetched page is shown to the person who fetched it (WF-2). */
import assert from "node:assert/strict";
import { resultText } from "../../../src/features/palette/vscode/resultText";

const fetching = { name: "web_fetch" };
const text = "A page\n\nSource: x\nRedirected from y\n\n![seen](https://example.org/seen.png) and <img src=x>";
const page = { text, isError: false, data: { content: "html" } };

describe("the document of a result", () => {
  it("is Markdown for a page, and fetches none of its pictures", () => {
    const shown = resultText(fetching, { mode: "article", format: "markdown" }, page);
    assert.equal(shown.format, "md");
    assert.equal(
      shown.text,
      "A page\n\nSource: x\\\nRedirected from y\n\n!\u2060[seen](https://example.org/seen.png) and <\u2060img src=x>",
    );
    assert.equal(resultText(fetching, {}, page).format, "md", "Markdown is the default");
  });

  it("is the very text for everything else", () => {
    const plain = { text, format: "txt" };
    assert.deepEqual(resultText(fetching, { mode: "raw" }, page), plain);
    assert.deepEqual(resultText(fetching, { format: "text" }, page), plain);
    assert.deepEqual(resultText(fetching, {}, { ...page, data: { content: "json" } }), plain);
    assert.deepEqual(resultText(fetching, {}, { text, isError: false }), plain);
    assert.deepEqual(resultText({ name: "WebFetch" }, {}, page), plain);
    assert.deepEqual(resultText({ name: "read_file" }, {}, page), plain);
  });
});
