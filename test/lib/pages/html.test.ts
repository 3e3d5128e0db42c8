import assert from "node:assert/strict";
import fc from "fast-check";
import { lexer, type Token } from "marked";
import { read } from "./jobs";

const markdown = (html: string) => read(html).text;
const plain = (html: string) => read(html, { format: "text" }).text;

describe("HTML as Markdown (WF-2)", () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ["collapses white space as browsers do", "<p> a \n b <b> c </b>d</p>", "a b **c** d"],
    ["joins equal emphasis side by side", "<b>a</b><b>b</b>", "**ab**"],
    ["leaves out emphasis that Markdown would not see", "a<b>(b)</b>c", "a(b)c"],
    ["leaves out empty elements", "<p></p><b> </b><h2></h2><ul><li></ul><a href=x></a><pre></pre>x", "x"],
    [
      "escapes what would be Markdown",
      "<p>*a* _b_ `c` # d</p><p># e</p><p>1. f",
      "\\*a\\* \\_b\\_ \\`c\\` # d\n\n\\# e\n\n1\\. f",
    ],
    [
      "leaves alone what would not",
      "snake_case 2 * 3 a#b [x] C:\\new 5 < 6 & 7",
      "snake_case 2 * 3 a#b [x] C:\\new 5 < 6 & 7",
    ],
    [
      "reads words as one over places to break them and comments",
      "is_<wbr>x_<!-- -->y <b>a</b>_<wbr>b",
      "is_x_y **a**\\_b",
    ],
    ["takes no sign for the begin of emphasis that other elements end", "a *<i> b</i><u>c</u>* d", "a \\* *b*c\\* d"],
    [
      "leaves the numbers of headings alone",
      "<h2>1. a<p>2. b</p></h2><h3>- c</h3><h4>#</h4>",
      "## 1. a\n\n2\\. b\n\n### - c\n\n#### \\#",
    ],
    ["keeps a link from becoming an image", "wow!<a href=/x>y</a>", "wow\\![y](https://example.org/x)"],
    [
      "makes addresses absolute by the base",
      "<base href='/b/'><a href=x>y</a> <img src=z.png alt=q>",
      "[y](https://example.org/b/x) ![q](https://example.org/b/z.png)",
    ],
    ["names places on the page shortly", "<a href='#a'>b</a>", "[b](#a)"],
    ["writes addresses that are their own text", "<a href='https://x.org/'>https://x.org/</a>", "<https://x.org/>"],
    [
      "takes no link that runs a program or holds data",
      "<a href='java\nscript:x()'>a</a> <a href=data:text/html,x>b</a>",
      "a b",
    ],
    ["keeps mail addresses", "<a href=mailto:a@b.c>mail</a>", "[mail](mailto:a@b.c)"],
    ["links the first block of a card", "<a href=/x><h3>T</h3><p>d</p></a>", "### [T](https://example.org/x)\n\nd"],
    ["names a link without text", "<a href=/x aria-label=Home></a>", "[Home](https://example.org/x)"],
    ["leaves out pictures that are in the page", "<img src='data:image/png;base64,AA' alt=dot>.", "dot."],
    ["puts code in fences that are long enough", "<pre class=language-md>```\nx</pre>", "````md\n```\nx\n````"],
    [
      "keeps code in quotations and lists",
      "<blockquote><pre>a\n\nb</pre></blockquote><ul><li><pre>c",
      "> ```\n> a\n>\n> b\n> ```\n\n- ```\n  c\n  ```",
    ],
    [
      "leaves out what code has beside what it shows",
      "<pre><button>Run</button><span class=boring>fn main() {\n</span>a();\n<span class=boring>}</span></pre>",
      "```\na();\n```",
    ],
    [
      "keeps a heading in what is opened",
      "<details><summary><div><h3>a</h3></div></summary>b</details><details><summary>c</summary>d</details>",
      "### a\n\nb\n\n**c**\n\nd",
    ],
    [
      "shows of what is hidden for its math nothing but that",
      "a <span class=math style='display:none'>order<math><mi>x</mi></math><b>order</b></span>",
      "a x",
    ],
    ["writes backticks in code", "<code>a`b</code> <code>``</code>", "``a`b`` ``` `` ```"],
    ["breaks lines", "a<br>b<br><br>c", "a  \nb\n\nc"],
    [
      "keeps cells on their line",
      "<table><tr><th>a|b<th>c<tr><td>x<ul><li>y<li>z</ul><td><code>p|q</code></table>",
      "| a\\|b | c |\n| --- | --- |\n| x<br>- y<br>- z | `p\\|q` |",
    ],
    [
      "fills cells over rows and columns",
      "<table><tr><th>a<th>b<th>c<tr><td rowspan=2>1<td colspan=2>2<tr><td>3<td>4</table>",
      "| a | b | c |\n| --- | --- | --- |\n| 1 | 2 | |\n| 1 | 3 | 4 |",
    ],
    ["reads tables that only place things", "<table role=presentation><tr><td>a<td>b<tr><td>c</table>", "a b\n\nc"],
    ["gives readings in brackets", "<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>字", "漢(かん)字"],
    [
      "explains abbreviations once",
      "<abbr title='Cascading Sheets'>CSS</abbr> <abbr title='Cascading Sheets'>CSS</abbr>",
      "CSS (Cascading Sheets) CSS",
    ],
    ["shows what is filled in", "<input type=text value=q><button>Go</button><input type=hidden value=z>", "[q] [Go]"],
    [
      "drops what comments, escapes and filters hide",
      "a<b style='display:/**/none'>b</b><b style='d\\69splay:n\\6f ne ! important'>c</b><b style='filter:opacity(0)'>d</b>",
      "a",
    ],
    [
      "drops what a class or an id is hidden by in the page's own sheet",
      "<style>@import 'x';.x, p.y{color:red;display:none} /*.v{display:none}*/ #z{display:none!important}</style>a<b class='w x'>b</b><p class=y>c</p><b class=y id=z style='color:red'>d</b><b class='y v'>e</b>",
      "a**e**",
    ],
    [
      "keeps what a later or weightier rule shows, or one that is not for a screen hides",
      "<style>.t{display:none}.t.on{display:block}.box > .u{display:none}.u{display:block}.q{display:none}@media print{.r{display:none}}.s:hover{display:none}p{display:none}</style><style media=print>.r{display:none}</style><div class=t>a</div><div class='t on'>b</div><div class=box><i><i class=u>c</i></i></div><div class=box><i class=u>d</i></div><div class=q style='display:block'>e</div><div class=r>f</div><div class=s>g</div><p>h",
      "b\n\n*c*\n\ne\n\nf\n\ng\n\nh",
    ],
    ["keeps the title of a drawing alone", "<svg><title>Chart</title><text>12</text></svg>", "Chart"],
    [
      "drops links past the navigation and to a heading itself",
      "<a href='#m'>Skip to content</a><h1>T <a href='#t'>#</a></h1>",
      "# T",
    ],
  ];
  for (const [name, html, expected] of cases) it(name, () => assert.equal(markdown(html), expected));

  it("takes the title from where there is one, on one line and bounded", () => {
    assert.equal(read("<title> a\n <b>&amp; \u202eb</title><h1>c").title, "a <b>& b");
    assert.equal(read("<meta property=og:title content=o><h1>c").title, "o");
    assert.equal(read("<h1>c <i>d</i></h1>").title, "c d");
    assert.equal(read("<svg><title>no</title></svg>x").title, undefined);
    assert.equal([...(read(`<title>${"😀".repeat(400)}</title>`).title ?? "")].length, 300);
  });

  it("gives up on sheets that take too long, and shows what they would hide", () => {
    const page = (sheet: string) => `<style>${sheet}</style>${"<div class=a>".repeat(300)}<p class='x b'>c`;
    assert.equal(markdown(page(".x{display:none}")), "");
    assert.equal(markdown(page(".x{display:none}.z .a .a .a .a .b{display:block}")), "c");
  });

  it("shows nothing that nobody sees, wherever it stands", () => {
    const page = `<title>¤t</title><p>¤a<img src=/i alt="¤b"><img alt="¤c"><a href=/x aria-label="¤d"></a><a href="/¤y">¤e</a>
      <abbr title="¤f">g</abbr><input value="¤h"><button>¤i</button><select><option>¤j</select><textarea>¤k</textarea>
      <svg><title>¤l</title></svg><svg aria-label="¤m"></svg><math alttext="¤n">o</math><iframe src=/f title="¤p"></iframe>
      <code>¤q</code><pre>¤s</pre><math><mi>¤u</mi></math>
      <table><caption>¤w<tr><th>¤x<td>¤z</table><script type=math/tex>¤y</script><time datetime="¤2">¤3</time><q cite="¤4">¤5</q>`;
    const unseen = ["\u{e0041}", "\u202e", "\u200b", "\u115f", "\u3164", "\u17b4", "\u180b", "\u{1d173}", "\u{e0101}"];
    for (const mode of ["full", "article"] as const)
      for (const format of ["markdown", "text"] as const) {
        const plainly = read(page.replaceAll("¤", ""), { mode, format });
        for (const character of unseen) {
          const { title, text } = read(page.replaceAll("¤", character).replaceAll(`"/${character}y"`, '"/y"'), {
            mode,
            format,
          });
          assert.deepEqual(
            [title, text],
            [plainly.title, plainly.text],
            `${character.codePointAt(0)?.toString(16)} ${mode} ${format}`,
          );
        }
      }
  });

  it("gives the source when it is asked for it", () => {
    assert.equal(read("<p>a\r\n<!-- b -->", { mode: "raw" }).text, "<p>a\n<!-- b -->");
  });

  it("says when no article was found", () => {
    const { text, notes } = read("<p>short", { mode: "article" });
    assert.equal(text, "short");
    assert.deepEqual(notes, ["No article was found on this page, so all of it is given."]);
  });
});

/** Words that mean nothing to HTML or Markdown, and letters that mean much to Markdown. */
const word = fc.stringMatching(/^[a-z]{1,6}$/);
const tricky = fc.stringMatching(/^[ab*_`[\]()<>&#|~!\\.+=-]{1,8}$/);
const inline = ["b", "i", "em", "code", "a href=/x", "span", "sup", "del", "q", "kbd"];
const blocks = [
  "p",
  "div",
  "ul",
  "ol",
  "li",
  "blockquote",
  "h2",
  "h5",
  "pre",
  "table",
  "tr",
  "td",
  "th",
  "dl",
  "dt",
  "dd",
  "section",
  "summary",
];
const escapeHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const tree = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: "small" },
    word.map((text) => ` ${text} `),
    fc
      .tuple(fc.constantFrom(...inline, ...blocks), fc.array(tie("node"), { maxLength: 4 }), fc.boolean())
      .map(([tag, children, isClosed]) => `<${tag}>${children.join("")}${isClosed ? `</${tag.split(" ")[0]}>` : ""}`),
  ),
}));
const wordsOf = (text: string) => text.match(/[a-z]+/g) ?? [];

/** The text that a reader of Markdown sees. */
function seen(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if ("tokens" in token && token.tokens) return seen(token.tokens);
      return token.type === "space" ? " " : "text" in token ? String(token.text) : "";
    })
    .join("");
}

describe("HTML of any kind (WF-2)", () => {
  it("loses no word, and keeps their order", () => {
    fc.assert(
      fc.property(tree.node, (html) => {
        const source = wordsOf(html.replace(/<[^>]*>/g, " "));
        const skipped = html.replace(/<table>|<\/?t[rdh]>/g, "");
        assert.deepEqual(wordsOf(plain(skipped)), wordsOf(skipped.replace(/<[^>]*>/g, " ")));
        assert.deepEqual(wordsOf(plain(html)).sort(), [...source].sort());
      }),
      { numRuns: 300 },
    );
  });

  it("writes Markdown that reads as the text that it was made from", () => {
    fc.assert(
      fc.property(fc.array(tricky, { minLength: 1, maxLength: 3 }), (words) => {
        const text = words.join(" ");
        const [paragraph, ...others] = lexer(markdown(`<p>x ${escapeHtml(text)} y</p>`));
        assert.deepEqual(others, []);
        assert.equal(seen([paragraph as Token]).replace(/\s+/g, " "), `x ${text.replace(/\s+/g, " ")} y`);
      }),
      { numRuns: 500 },
    );
  });

  it("writes any code so that Markdown gives it back", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a`]{1,8}$/), (code) => {
        const [paragraph] = lexer(markdown(`<p><code>${code}</code></p>`));
        assert.equal(seen([paragraph as Token]), code);
        const [block] = lexer(markdown(`<pre>${code}</pre>`));
        assert.ok(block?.type === "code");
        assert.equal(block.text, code);
      }),
    );
  });

  it("never fails, whatever it is given", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[<>/a-z="'&;! -]{0,60}$/), fc.constantFrom("full", "article"), (html, mode) => {
        read(html, { mode: mode as "full" });
      }),
    );
  });

  const hostile: Readonly<Record<string, string>> = {
    "20,000 nested containers": `${"<div>".repeat(20_000)}x`,
    "20,000 nested quotations": `${"<blockquote>".repeat(20_000)}x`,
    "20,000 nested lists": `${"<ul><li>".repeat(20_000)}x`,
    "5,000 nested tables": `${"<table><tr><td>".repeat(5000)}x`,
    "100,000 paragraphs": `${"<p>a</p>".repeat(100_000)}x`,
    "a megabyte of text": `${"a ".repeat(500_000)}x`,
    "a megabyte in an attribute": `<p title="${"a".repeat(1_000_000)}">x`,
    "a cell as wide and high as can be": `<table><tr><th>a<th>b${`<tr><td colspan=9999 rowspan=9999>${"c".repeat(300)}`.repeat(500)}</table>x`,
  };
  for (const [name, html] of Object.entries(hostile))
    it(`reads ${name}`, () => {
      const { text } = read(html);
      assert.ok(text.endsWith("x"));
      assert.ok(text.length < 10 * html.length);
    });

  it("shows nothing of a comment that never ends", () => assert.equal(markdown(`x<!--${"y".repeat(1_000_000)}`), "x"));
});
