/** Part of `npm run check:lint`: fails on turns of phrase in the product's texts that a native speaker would stumble over. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const phrases = [
  /\bis no (?!longer\b|such\b|more\b)[a-z]+/,
  /\bnot known to only\b/,
  /\bonly known then\b/,
  /\banew\b/i,
  /\bwhoever\b/i,
  /\boftener\b/,
  /\bany more\b/,
  /\bfrom now on\b/,
  /\bis told\b/,
  /\bleads elsewhere\b/,
  /\bin words parted by\b/,
  /\bis as it must be\b/,
  /\bwhich is the most\b/,
  /\bthe name stands\b/,
  /\bstands (?:nowhere|more than once)\b/,
  /\bas the file has it\b/,
  /\bnot heeded\b/i,
];

/** "There is no file" is how everybody says it. */
const plain = /\bthere is no\b/gi;

/** Texts of other systems that the dialects reproduce word for word. */
const givenTexts = /^src\/dialects\/(?:flyto|nanobot|qwen|triggerfish)\//;

/** The requirements are quoted in the wording of their source. */
const sourceWording = "docs/requirements.md";

/** @type {{ place: string, phrase: string, text: string }[]} */
const found = [];

/** @param {string} place @param {string} text */
function check(place, text) {
  const read = text.replace(plain, "");
  for (const phrase of phrases) {
    const match = phrase.exec(read);
    if (match) found.push({ place, phrase: match[0], text });
  }
}

/** @param {string} file */
function checkSource(file) {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest);
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      check(`${file}:${line + 1}`, node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

/** @param {string} file @param {unknown} value @param {string} key */
function checkValue(file, value, key = "") {
  if (typeof value === "string") check(`${file} ${key}`, value);
  else if (typeof value === "object" && value !== null)
    for (const [name, inner] of Object.entries(value)) checkValue(file, inner, key === "" ? name : `${key}.${name}`);
}

/** The prose of a Markdown page: code blocks and inline code are left out. @param {string} page */
function checkPage(page) {
  let inCode = false;
  for (const [at, line] of readFileSync(page, "utf8").split("\n").entries()) {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (isFence) inCode = !inCode;
    else if (!inCode) check(`${page}:${at + 1}`, line.replace(/`[^`]*`/g, "`…`"));
  }
}

for (const path of readdirSync("src", { recursive: true, encoding: "utf8" })) {
  const file = join("src", path).replaceAll("\\", "/");
  if (file.endsWith(".ts") && !givenTexts.test(file)) checkSource(file);
}
for (const file of ["package.json", "package.nls.json", "l10n/bundle.l10n.json"]) {
  const value = JSON.parse(readFileSync(file, "utf8"));
  if (file === "package.json") delete value.contributes.languageModelTools;
  checkValue(file, value);
}
const pagesIn = (/** @type {string} */ folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`);
const samples = readdirSync("samples").map((name) => `samples/${name}/README.md`);
const pages = ["README.md", "CHANGELOG.md", "toolcrib-api.d.ts", ...samples];
for (const page of [...pages, ...pagesIn("docs"), ...pagesIn("media/walkthrough")])
  if (page !== sourceWording) checkPage(page);

for (const { place, phrase, text } of found) console.error(`${place}: "${phrase}" in ${JSON.stringify(text)}`);
if (found.length > 0) {
  console.error(`${found.length} texts are not plain English.`);
  process.exitCode = 1;
} else console.log("No text of the product uses a phrase that gives a translation away.");
