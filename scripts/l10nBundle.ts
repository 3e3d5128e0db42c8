/**
 * Every text in the code that goes through `vscode.l10n.t`, `clause` or `actionTitle`, as the bundle that translations are
 * made from.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { clauseMark, nestedName, titleMark } from "../src/core/text/clauses/clauseTranslator";

const call = "l10n.t";
const tag = "clause";

/** Templates of texts, and what their keys end in. */
const marks: Readonly<Record<string, string>> = { [tag]: clauseMark, actionTitle: titleMark };

/** What makes a verdict (core/vocabulary/decision.ts): its reason is its second argument. */
const verdicts = /^(?:allow|ask|askAlways|deny)$/;

/** Verdicts of the command line are read where nothing is translated. */
const untranslated = /^src[\\/]headless[\\/]/;

/** A text by its key in the bundle. */
type Text = readonly [key: string, text: string];

/** Says what is wrong with a place in the code. */
type Fail = (node: ts.Node, problem: string) => Error;

/** A literal text of one of the calls for VS Code's own texts. */
function textOfCall({ arguments: [text] }: ts.CallExpression, fail: () => Error): Text {
  if (!text || !ts.isStringLiteralLike(text)) throw fail();
  return [text.text, text.text];
}

const isNested = (value: ts.Expression): boolean =>
  ts.isCallExpression(value) && ts.isIdentifier(value.expression) && value.expression.text === "nested";

/** What a text says beside its values. */
const literalsOf = (text: ts.TemplateLiteral | ts.StringLiteralLike): string[] =>
  ts.isTemplateExpression(text)
    ? [text.head.text, ...text.templateSpans.map(({ literal }) => literal.text)]
    : [text.text];

/** The text of a clause or a title, with `{0}` for its first value, or `{clause0}` where that is a clause. */
function textOfTemplate({ template }: ts.TaggedTemplateExpression, mark: string, fail: Fail): Text {
  const literals = literalsOf(template);
  if (literals.some((literal) => /\{\w+\}/.test(literal)))
    throw fail(template, "a text in braces would be taken for a value.");
  if (literals.slice(1, -1).includes("")) throw fail(template, "nobody could tell two values without a text between.");
  const isBare = !/\S/.test(literals.join(""));
  if (isBare) throw fail(template, "a clause needs a text beside its values, or nobody can translate it.");
  const spans = ts.isTemplateExpression(template) ? template.templateSpans : [];
  const names = spans.map(({ expression }, at) => `{${isNested(expression) ? nestedName : ""}${at}}`);
  const text = literals.map((literal, at) => `${at === 0 ? "" : names[at - 1]}${literal}`).join("");
  return [`${text}${mark}`, text];
}

/** The title of a plan that is a text with words; undefined for one that is marked, or comes from elsewhere. */
function unmarkedTitle(node: ts.Node): ts.Expression | undefined {
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const named = (name: string) =>
    node.properties.find((one) => one.name && "text" in one.name && one.name.text === name);
  const title = named("title");
  if (!title || !named("effects") || !ts.isPropertyAssignment(title)) return undefined;
  const { initializer } = title;
  const isText = ts.isStringLiteralLike(initializer) || ts.isTemplateExpression(initializer);
  return isText && /\p{L}/u.test(literalsOf(initializer).join("")) ? initializer : undefined;
}

/** What no file without a text has: most are not parsed for it. */
const holdsText = /l10n\.t\(|\b(?:clause|actionTitle)`|\b(?:allow|ask|askAlways|deny)\(|\btitle: ["`]/;

/** Every text of one file. @param file for what is thrown. */
export function textsIn(source: string, file: string): Text[] {
  if (!holdsText.test(source)) return [];
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest);
  const fail: Fail = (node, problem) => {
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
    return new Error(`${file}:${line + 1}: ${problem}`);
  };
  const texts: Text[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const called = node.expression.getText(tree);
      if (/(?:^|\.)l10n\.t$/.test(called))
        texts.push(
          textOfCall(node, () => fail(node, `${call} needs a literal text first, or nobody can translate it.`)),
        );
      const reason = verdicts.test(called) && !untranslated.test(file) ? node.arguments[1] : undefined;
      if (reason && (ts.isStringLiteralLike(reason) || ts.isTemplateExpression(reason)))
        throw fail(node, `a reason has to be marked with ${tag}, or nobody can translate it.`);
    }
    const title = unmarkedTitle(node);
    if (title) throw fail(title, "the title of a call has to be marked with actionTitle, or nobody can translate it.");
    const mark = ts.isTaggedTemplateExpression(node) ? marks[node.tag.getText(tree)] : undefined;
    if (ts.isTaggedTemplateExpression(node) && mark) texts.push(textOfTemplate(node, mark, fail));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return texts;
}

/** The text of l10n/bundle.l10n.json. */
export function l10nBundle(): string {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const texts = files.map((file) => join("src", file)).flatMap((file) => textsIn(readFileSync(file, "utf8"), file));
  return `${JSON.stringify(Object.fromEntries([...new Map(texts)].sort(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`;
}
