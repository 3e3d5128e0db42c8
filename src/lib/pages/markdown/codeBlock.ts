import { shownText } from "../body/shownText";
import {
  attributeOf,
  classesOf,
  findElement,
  type HtmlElement,
  type HtmlParent,
  isElement,
  isText,
  walk,
} from "../html/htmlTree";
import { longestRun } from "./escape";
import type { Handler, Writer } from "./writer";

/** Names of classes behind which a language is named. */
const languageClass = /^(?:language|lang|highlight-source|highlight-text|highlight|brush|src|code)[-:]([\w+#.-]+)$/i;

/** Classes whose neighbour is the language. */
const besideLanguage = new Set(["hljs", "sourceCode", "src", "brush:", "highlight"]);

/** What stands in such a place and is no language. */
const noLanguage =
  /^(?:none|no-?highlight|plain|plaintext|text|txt|default|notranslate|hljs|nohighlight|undefined|\d+|line-numbers)$/i;

function languageOfClasses(element: HtmlElement): string | undefined {
  const classes = classesOf(element);
  const named = classes.map((name) => languageClass.exec(name)?.[1]);
  const beside = classes.map((name, index) =>
    besideLanguage.has(classes[index - 1] ?? "") ? name.replace(/;$/, "") : undefined,
  );
  return [...named, ...beside].find(
    (name) => name !== undefined && !noLanguage.test(name) && /^[\w+#.-]{1,30}$/.test(name),
  );
}

const parentOf = (element: HtmlElement | undefined): HtmlElement | undefined => {
  const parent: HtmlParent | null | undefined = element?.parentNode;
  return parent && isElement(parent) ? parent : undefined;
};

/** The language of code by the names that pages give it; empty where none is given. */
function languageOf(pre: HtmlElement): string {
  const code = findElement(pre, ({ tagName }) => tagName === "code");
  const around = [code, pre, parentOf(pre), parentOf(parentOf(pre))].filter((element) => element !== undefined);
  for (const element of around) {
    const name =
      attributeOf(element, "data-lang") ?? attributeOf(element, "data-language") ?? languageOfClasses(element);
    if (name && !noLanguage.test(name) && /^[\w+#.-]{1,30}$/.test(name)) return name.toLowerCase();
  }
  return "";
}

const blocks = new Set(["div", "p", "li", "tr", "ol", "ul", "table"]);

/** What only helps to copy code, and lines that mdBook adds for it to run and does not show. */
const isAside = (element: HtmlElement) => element.tagName === "button" || classesOf(element).includes("boring");

/** The lines of code that a reader sees. */
export function codeOf(pre: HtmlElement): string {
  const pieces: string[] = [];
  const newLine = () => {
    if (pieces.length > 0 && pieces.at(-1)?.endsWith("\n") === false) pieces.push("\n");
  };
  walk(pre, (node) => {
    if (isText(node)) {
      if (node.value !== "") pieces.push(node.value);
    } else if (isElement(node)) {
      if (isAside(node)) return "skip";
      if (node.tagName === "br") pieces.push("\n");
      if (blocks.has(node.tagName)) {
        newLine();
        return newLine;
      }
    }
    return undefined;
  });
  return shownText(pieces.join(""))
    .replaceAll("\u00a0", " ")
    .replace(/[ \t]+$/gm, "")
    .replace(/^\n+|\n+$/g, "");
}

/** Preformatted text as a fenced block. */
export const codeBlock: Handler = (pre, writer) => {
  const code = codeOf(pre);
  if (code.trim() === "") return "skip";
  if (writer.sink.isCell) return codeInCell(code, writer);
  const fence = "`".repeat(Math.max(3, longestRun(code) + 1));
  const lines = code.split("\n");
  writer.sink.lines(writer.isMarkdown ? [`${fence}${languageOf(pre)}`, ...lines, fence] : lines);
  return "skip";
};

function codeInCell(code: string, { sink }: Writer): "skip" {
  for (const line of code.split("\n")) {
    sink.block("line");
    const end = sink.code();
    sink.text(line.trim());
    end();
  }
  sink.block("line");
  return "skip";
}
