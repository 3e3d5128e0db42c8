import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PageJob } from "../../../src/lib/pages/body/page";
import { readPage } from "../../../src/lib/pages/readPage";

const corpus = join(__dirname, "corpus");

/** A page of the corpus as a server sends it that says nothing of its encoding. */
const jobOf = (name: string, ways: Pick<PageJob, "mode" | "format">): PageJob => ({
  body: readFileSync(join(corpus, name, "page.html")),
  contentType: "text/html",
  url: "https://example.org/docs/page",
  ...ways,
});

const charsets: Readonly<Record<string, string>> = {
  "14-man-page": "windows-1252",
  "18-mail-archive": "windows-1252",
  "23-japanese": "shift_jis",
  "24-chinese": "gb18030",
  "25-korean": "euc-kr",
  "27-russian": "windows-1251",
  "28-old-russian": "koi8-r",
};

describe("The corpus of pages (WF-2)", () => {
  const names = readdirSync(corpus);

  it("has thirty pages and more", () => assert.ok(names.length >= 30, String(names.length)));

  for (const name of names) {
    const expected = (mode: string) => {
      const file = join(corpus, name, `${mode}.md`);
      return existsSync(file) ? readFileSync(file, "utf8") : undefined;
    };

    it(`${name} reads as expected`, () => {
      const page = readPage(jobOf(name, { mode: "full", format: "markdown" }));
      assert.equal(`${page.title}\n\n${page.text}\n`, expected("expected"));
      assert.equal(page.charset, charsets[name] ?? "utf-8");
    });

    if (expected("article") !== undefined)
      it(`${name} has the expected article`, () => {
        const page = readPage(jobOf(name, { mode: "article", format: "markdown" }));
        assert.equal(`${page.text}\n`, expected("article"));
        assert.deepEqual(page.notes, []);
      });
  }

  it("shows nothing of what is hidden, in any mode and format", () => {
    for (const mode of ["full", "article"] as const)
      for (const format of ["markdown", "text"] as const) {
        const { title, text, notes } = readPage(jobOf("30-hidden-orders", { mode, format }));
        assert.doesNotMatch(JSON.stringify([title, text, notes]), /ORDER|[\u{e0000}-\u{e007f}\u202a-\u202e\u200b]/u);
        assert.match(text, /Prune in late winter, zerowidthspace\./);
      }
  });

  it("reads as plain text without marks but those of headings and lists", () => {
    const { text } = readPage(jobOf("02-mkdocs", { mode: "full", format: "text" }));
    assert.match(text, /^# Settings\n\nEvery setting can be given in harbour\.toml, /);
    assert.match(text, /\nName\tType\tDefault\tMeaning\nport\tint\t8080\tWhere the server listens\n/);
    assert.match(text, /\n\n## All settings\n\n/);
    assert.match(text, /\n\n1\. the command line,\n/);
    assert.doesNotMatch(text.replace(/^#+ /gm, ""), /[`#\\]|\*\*|\]\(/);
  });
});
