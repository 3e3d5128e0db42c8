/** The README and the pages of docs/: their links lead somewhere, and the index names every page. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { marked } from "marked";
import { chunksOf } from "../../scripts/release/movingPicture.mjs";

const pages = [
  ...["README.md", "CHANGELOG.md"],
  ...["docs", "src"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".md"))
      .map((path) => normalize(join(folder, path))),
  ),
];

interface Found {
  readonly links: string[];
  /** Names of headings as GitHub makes them. */
  readonly anchors: string[];
  /** What stands between backticks. */
  readonly code: string[];
}

/** As GitHub does it: small letters, no punctuation, a hyphen for each blank. */
const anchorOf = (heading: string) =>
  heading
    .replace(/[`*_]|\]\([^)]*\)|\[/g, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, "")
    .replace(/\s/g, "-");

function find(text: string): Found {
  const found: Found = { links: [], anchors: [], code: [] };
  marked.walkTokens(marked.lexer(text), (token) => {
    if (token.type === "link" || token.type === "image") found.links.push(token.href);
    if (token.type === "heading") found.anchors.push(anchorOf(token.text));
    if (token.type === "codespan") found.code.push(token.text);
  });
  return found;
}

const known = new Map<string, Found>();
function contentOf(page: string): Found {
  const content = known.get(page) ?? find(readFileSync(page, "utf8"));
  known.set(page, content);
  return content;
}

/** What is wrong with a link of a page, if anything is. */
function problemOf(page: string, link: string): string | undefined {
  if (/^(https:|command:)/.test(link)) return undefined;
  if (/^[a-z]+:/.test(link)) return `${page}: ${link} is of another kind`;
  const [path = "", anchor] = decodeURI(link).split("#");
  const target = path === "" ? page : normalize(join(dirname(page), path));
  if (!existsSync(target)) return `${page}: there is no ${target}`;
  if (anchor !== undefined && !contentOf(target).anchors.includes(anchor))
    return `${page}: ${target} has no #${anchor}`;
  return undefined;
}

describe("the documentation", () => {
  it("has links that lead to a file, and to a heading in it", () => {
    const problems = pages.flatMap((page) => contentOf(page).links.flatMap((link) => problemOf(page, link) ?? []));
    assert.deepEqual(problems, []);
    assert.ok(pages.flatMap((page) => contentOf(page).links).length > 200, "the links were found");
  });

  it("would tell a missing file and a missing heading", () => {
    assert.equal(problemOf("docs/undo.md", "nowhere.md"), "docs/undo.md: there is no docs/nowhere.md");
    assert.equal(problemOf("docs/undo.md", "review.md#nothing"), "docs/undo.md: docs/review.md has no #nothing");
    assert.equal(problemOf("docs/undo.md", "../src/README.md#the-way-of-a-call"), undefined);
    assert.equal(anchorOf("VS Code's *Restore Checkpoint*"), "vs-codes-restore-checkpoint");
  });

  it("names files of the repository that are there", () => {
    const path = /^(?:src|test|docs|scripts|samples|media)\/[\w./-]+$/;
    const missing = pages.flatMap((page) =>
      contentOf(page)
        .code.filter((code) => path.test(code) && !existsSync(code))
        .map((code) => `${page}: ${code}`),
    );
    assert.deepEqual(missing, []);
  });

  it("has every page in its index", () => {
    const linked = contentOf("docs/README.md").links.map((link) => link.replace(/#.*/, ""));
    const missing = readdirSync("docs").filter((page) => page !== "README.md" && !linked.includes(page));
    assert.deepEqual(missing, []);
  });

  it("has a changelog of one line a change", () => {
    const changes = readFileSync("CHANGELOG.md", "utf8").match(/^- .*$/gm) ?? [];
    assert.ok(changes.length > 50);
    assert.deepEqual(
      changes.filter((line) => line.length > 140),
      [],
    );
  });

  it("begins with a README of a screen and a half, with the two commands and small pictures", () => {
    const readme = readFileSync("README.md", "utf8");
    const words = readme.split(/\s+/).length;
    assert.ok(words <= 700, `${words} words`);
    for (const command of ["npm install && npm start", "npm test"])
      assert.ok(readme.includes(`\n${command}\n`), command);
    const pictures = contentOf("README.md").links.filter((link) => /\.(png|gif)$/.test(link));
    assert.equal(pictures.length, 6);
    const moving = pictures.filter((picture) => chunksOf(readFileSync(picture)).some(({ type }) => type === "acTL"));
    assert.deepEqual(moving, ["media/readme/demo.png"]);
    for (const picture of pictures)
      assert.ok(statSync(picture).size < (moving.includes(picture) ? 1_500_000 : 200_000), picture);
  });
});
