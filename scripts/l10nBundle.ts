/** Every text in the code that goes through `vscode.l10n.t`, as the bundle that translations are made from. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const call = "l10n.t";

function textsOf(file: string): string[] {
  const source = readFileSync(file, "utf8");
  if (!source.includes(`${call}(`)) return [];
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /(?:^|\.)l10n\.t$/.test(node.expression.getText(tree))) {
      const [text] = node.arguments;
      if (!text || !ts.isStringLiteralLike(text)) {
        const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
        throw new Error(`${file}:${line + 1}: ${call} needs a literal text first, or nobody can translate it.`);
      }
      texts.push(text.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return texts;
}

/** The text of l10n/bundle.l10n.json. */
export function l10nBundle(): string {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const texts = [...new Set(files.flatMap((file) => textsOf(join("src", file))))].sort();
  return `${JSON.stringify(Object.fromEntries(texts.map((text) => [text, text])), null, 2)}\n`;
}
