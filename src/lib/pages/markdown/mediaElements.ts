import { attributeOf, childElements, classesOf, findElement, type HtmlElement, textBelow } from "../html/htmlTree";
import { collapsedSpace } from "./collapsedSpace";
import { type Handler, inTurn, type Writer } from "./writer";

/** Pixels below which a picture counts readers and shows nothing. */
const minPicture = 3;

const isBeacon = (element: HtmlElement) =>
  ["width", "height"].some((side) => {
    const size = attributeOf(element, side);
    return size !== undefined && /^\d+(?:px)?$/.test(size) && Number.parseInt(size, 10) < minPicture;
  });

/** The first address of a list of pictures for several sizes. */
const firstOf = (list: string | undefined) => list?.trim().split(/[\s,]+(?=\S)/, 1)[0];

/** Where a picture is, also when scripts would load it. */
function sourceOf(element: HtmlElement, writer: Writer): string | undefined {
  const of = (name: string) => attributeOf(element, name);
  const candidates = [
    of("data-src"),
    of("data-original"),
    of("data-lazy-src"),
    of("src"),
    firstOf(of("srcset")),
    firstOf(of("data-srcset")),
  ];
  for (const candidate of candidates) {
    const source = candidate && writer.addresses.source(candidate.trim());
    if (source) return source;
  }
  return undefined;
}

const isFormula = (element: HtmlElement) =>
  classesOf(element).some((name) => name === "tex" || name.startsWith("mwe-math-fallback"));

function formula(tex: string, isDisplayed: boolean, writer: Writer): void {
  const text = collapsedSpace(tex);
  if (text === "") return;
  const fence = isDisplayed ? "$$" : "$";
  if (!writer.isMarkdown) writer.sink.text(text);
  else writer.sink.verbatim(`${fence}${writer.sink.isCell ? text.replaceAll("|", "\\|") : text}${fence}`);
}

const picture: Handler = (element, writer) => {
  const given = attributeOf(element, "alt");
  const alt = given && collapsedSpace(given);
  if (isFormula(element) && alt) formula(alt, false, writer);
  else if (alt === "" || isBeacon(element) || attributeOf(element, "role") === "presentation") return "skip";
  else {
    const source = sourceOf(element, writer);
    if (writer.isMarkdown && source) writer.sink.verbatim(`![${imageText(alt ?? "", writer)}](${source})`);
    else if (alt) writer.sink.text(alt);
  }
  return "skip";
};

const imageText = (alt: string, writer: Writer) =>
  alt.replace(writer.sink.isCell ? /[\\[\]`*_<|]/g : /[\\[\]`*_<]/g, "\\$&");

/** Something that is not text, told as a link to it. */
const elsewhere =
  (kind: string): Handler =>
  (element, writer) => {
    const of = (name: string) => attributeOf(element, name);
    const inner = findElement(element, ({ tagName }) => tagName === "source");
    const address = of("src") ?? of("data") ?? of("data-src") ?? (inner && attributeOf(inner, "src"));
    const source = address && writer.addresses.source(address.trim());
    const name = collapsedSpace(of("title") ?? of("aria-label") ?? of("name"));
    if (!source || isBeacon(element)) return "skip";
    const end = writer.paragraph();
    writer.reference(name ? `${kind}: ${name}` : kind, source);
    end();
    return "skip";
  };

const drawing: Handler = (element, { sink }) => {
  const title = element.childNodes.find((node) => node.nodeName === "title") as HtmlElement | undefined;
  const text = (title && textBelow(title, 200)) || attributeOf(element, "aria-label") || "";
  if (text.trim() !== "") sink.text(text.trim());
  return "skip";
};

const math: Handler = (element, writer) => {
  const annotation = findElement(
    element,
    (inner) => inner.tagName === "annotation" && /tex/i.test(attributeOf(inner, "encoding") ?? ""),
  );
  const tex = annotation ? textBelow(annotation) : attributeOf(element, "alttext");
  if (!tex?.trim()) return undefined;
  formula(tex, attributeOf(element, "display") === "block", writer);
  return "skip";
};

/** `(a)/(b)` and the like, for formulas of which there is no TeX. */
const pair =
  (sign: string): Handler =>
  (element, { sink }) => {
    const [base, ...others] = childElements(element).map((part) => collapsedSpace(textBelow(part)));
    const grouped = (text: string) => (/^[\p{L}\p{N}]*$/u.test(text) ? text : `(${text})`);
    if (base === undefined) return undefined;
    sink.text([grouped(base), ...others.map(grouped)].join(sign));
    return "skip";
  };

const nothing: Handler = () => "skip";

/** Formulas for MathJax. */
const script: Handler = (element, writer) => {
  if (!attributeOf(element, "type")?.startsWith("math/tex")) return "skip";
  formula(textBelow(element), /mode=display/.test(attributeOf(element, "type") ?? ""), writer);
  return "skip";
};

const mathRow: Handler = (_, { sink }) => {
  sink.space();
  return inTurn(() => sink.space());
};

/** Elements that show something other than text. */
export const mediaElements: Readonly<Record<string, Handler>> = {
  img: picture,
  "amp-img": picture,
  iframe: elsewhere("Embedded page"),
  frame: elsewhere("Frame"),
  embed: elsewhere("Embedded file"),
  object: elsewhere("Embedded file"),
  video: elsewhere("Video"),
  audio: elsewhere("Audio"),
  svg: drawing,
  math,
  mtr: mathRow,
  mfrac: pair("/"),
  msup: pair("^"),
  msub: pair("_"),
  annotation: nothing,
  "annotation-xml": nothing,
  script,
  head: nothing,
  title: nothing,
};
