/**
 * Part of `npm run check:lint`: fails where a folder, a function or the entry of the extension has grown past what one overlooks,
 * and where two exported types have one name.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

const maxFiles = 16;
const maxFunctionLines = 60;
const maxEntryLines = 60;

/**
 * Functions that return nothing but a list or an object are tables, however long.
 * @param {ts.Node} body
 * @returns {boolean}
 */
function isTable(body) {
  if (ts.isBlock(body)) {
    const last = body.statements.at(-1);
    return body.statements.length <= 3 && !!last && ts.isReturnStatement(last) && isTable(last.expression ?? last);
  }
  if (ts.isParenthesizedExpression(body) || ts.isSatisfiesExpression(body) || ts.isAsExpression(body))
    return isTable(body.expression);
  return ts.isObjectLiteralExpression(body) || ts.isArrayLiteralExpression(body);
}

/** @type {string[]} */
const found = [];

/** Files by the name of a type that they export. @type {Map<string, string[]>} */
const typeFiles = new Map();

/** @param {ts.Node} node */
const isExportedType = (node) =>
  (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node)) &&
  node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

/** @param {string} file */
function check(file) {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const lineAt = (/** @type {number} */ position) => source.getLineAndCharacterOfPosition(position).line + 1;
  // What other extensions and programs get has names of its own.
  const types = file.endsWith(".d.ts") ? [] : source.statements.filter(isExportedType);
  for (const type of types) {
    const name = /** @type {ts.DeclarationStatement} */ (type).name?.getText(source) ?? "";
    typeFiles.set(name, [...(typeFiles.get(name) ?? []), file]);
  }
  const visit = (/** @type {ts.Node} */ node) => {
    const body = ts.isFunctionLike(node) && "body" in node ? node.body : undefined;
    if (body) {
      const first = lineAt(node.getStart(source));
      const lines = lineAt(node.end) - first + 1;
      if (lines > maxFunctionLines && !isTable(body))
        found.push(`${file}:${first}: a function of ${lines} lines; the maximum is ${maxFunctionLines}.`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

/** @type {Map<string, number>} */
const files = new Map();
for (const path of readdirSync("src", { recursive: true, encoding: "utf8" })) {
  const file = join("src", path).replaceAll("\\", "/");
  if (!/\.[cm]?[jt]s$/.test(file)) continue;
  files.set(dirname(file), (files.get(dirname(file)) ?? 0) + 1);
  if (file.endsWith(".ts")) check(file);
}
for (const [folder, count] of files)
  if (count > maxFiles) found.push(`${folder}: ${count} files; the maximum is ${maxFiles}.`);
for (const [name, places] of typeFiles)
  if (places.length > 1) found.push(`${places.join(", ")}: each exports a type ${name}; one name, one meaning.`);
const entryLines = readFileSync("src/extension.ts", "utf8").trimEnd().split("\n").length;
if (entryLines >= maxEntryLines)
  found.push(`src/extension.ts: ${entryLines} lines; it must have under ${maxEntryLines}.`);

for (const line of found) console.error(line);
if (found.length > 0) process.exitCode = 1;
else console.log(`${files.size} folders: none too full, no function too long, and no type with the name of another.`);
