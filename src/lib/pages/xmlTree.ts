import { Parser } from "htmlparser2";

/** An element of XML, by the name that it has in the source. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (XmlElement | string)[];
}

/** What XML holds, as far as it can be made out. */
export function parseXml(source: string): XmlElement {
  const root: XmlElement = { name: "", attributes: {}, children: [] };
  const open = [root];
  const add = (child: XmlElement | string) => void open.at(-1)?.children.push(child);
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const element: XmlElement = { name, attributes, children: [] };
        add(element);
        open.push(element);
      },
      ontext: add,
      onclosetag: () => void open.pop(),
    },
    { xmlMode: true },
  );
  parser.end(source);
  return root;
}

/** The elements of these names directly in another, in their order. */
export const xmlChildren = (element: XmlElement, ...names: readonly string[]): XmlElement[] =>
  element.children.filter((child): child is XmlElement => typeof child !== "string" && names.includes(child.name));

/** The text in an element; in an element with other elements in it, that of all of them. */
export function xmlText(element: XmlElement | undefined): string {
  const pieces: string[] = [];
  const waiting: (XmlElement | string)[] = element ? [element] : [];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node === "string") pieces.push(node);
    else for (let at = node.children.length - 1; at >= 0; at--) waiting.push(node.children[at] as XmlElement | string);
  }
  return pieces.join("");
}

const tokens = /<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->|<[^>]*>|[^<]+/g;

/** Levels that are indented. */
const maxIndented = 40;

/** XML that stands on one line, with a line for each element; text is left as it is. */
export function indentedXml(source: string): string {
  if (/>\s*\n\s*</.test(source.replace(/^\s*<\?[^>]*\?>/, "").trim())) return source;
  const pieces: string[] = [];
  let depth = 0;
  let last = "text";
  for (const [token] of source.trim().matchAll(tokens)) {
    const kind = kindOf(token);
    if (kind === "text" && token.trim() === "") continue;
    if (kind === "close") depth--;
    const isOwnLine = kind !== "text" && last !== "text" && !(last === "open" && kind === "close");
    if (isOwnLine && pieces.length > 0) pieces.push("\n", "  ".repeat(Math.min(Math.max(depth, 0), maxIndented)));
    pieces.push(token);
    if (kind === "open") depth++;
    last = kind;
  }
  return pieces.join("");
}

function kindOf(token: string): "text" | "open" | "close" | "alone" {
  if (!token.startsWith("<") || token.startsWith("<![CDATA[")) return "text";
  if (token.startsWith("</")) return "close";
  return token.endsWith("/>") || /^<[!?]/.test(token) ? "alone" : "open";
}
