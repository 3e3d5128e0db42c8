/** The tags of XML, read leniently: what is no tag is text, and what never ends is left out. */

export interface XmlTag {
  /** With a slash in front for the end of an element. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** It has no end of its own. */
  readonly isEmpty: boolean;
  /** Everything between the tag before and this one, with its entities and CDATA resolved. */
  readonly textBefore: string;
}

const tagName = /\/?[A-Za-z][\w:.-]*/y;
const attribute = /\s+([A-Za-z_][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
const tagEnd = /\s*(\/?)>/y;

const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return named[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Sections in which nothing is a tag. */
const sections: readonly (readonly [start: string, end: string, isText: boolean])[] = [
  ["<![CDATA[", "]]>", true],
  ["<!--", "-->", false],
  ["<?", "?>", false],
];

/** The tags of a document in their order. */
export function* xmlTags(text: string): Generator<XmlTag> {
  let pieces: string[] = [];
  let from = 0;
  for (let at = text.indexOf("<"); at !== -1; at = text.indexOf("<", from)) {
    pieces.push(decoded(text.slice(from, at)));
    const section = sections.find(([start]) => text.startsWith(start, at));
    if (section) {
      const [start, end, isText] = section;
      const close = text.indexOf(end, at + start.length);
      if (close === -1) return;
      if (isText) pieces.push(text.slice(at + start.length, close));
      from = close + end.length;
      continue;
    }
    const tag = tagAt(text, at + 1);
    from = tag?.end ?? at + 1;
    if (!tag) {
      pieces.push("<");
      continue;
    }
    yield { ...tag.tag, textBefore: pieces.join("") };
    pieces = [];
  }
}

function tagAt(text: string, at: number): { tag: Omit<XmlTag, "textBefore">; end: number } | undefined {
  const name = matchAt(tagName, text, at);
  if (!name) return undefined;
  const attributes = new Map<string, string>();
  let end = at + name[0].length;
  for (let one = matchAt(attribute, text, end); one; one = matchAt(attribute, text, end)) {
    attributes.set(one[1] as string, decoded(one[2] ?? one[3] ?? ""));
    end += one[0].length;
  }
  const close = matchAt(tagEnd, text, end);
  if (!close) return undefined;
  return { tag: { name: name[0], attributes, isEmpty: close[1] === "/" }, end: end + close[0].length };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
