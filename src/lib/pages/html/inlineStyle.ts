/** What an inline style hides. */

/** What a style says of an element and of what is in it. */
export interface StyleFacts {
  /** The element is not to be seen, nor anything in it. */
  readonly isHidden: boolean;
  /** Set where it says whether its text can be seen; elements in it may say otherwise. */
  readonly isTextHidden?: boolean;
}

const none: StyleFacts = { isHidden: false };

/** A style without comments, and with characters for the escapes that stand for them. */
export const plainStyle = (style: string): string =>
  style
    .replace(/\/\*.*?(?:\*\/|$)/gs, "")
    .replace(/\\([\da-f]{1,6})\s?/gi, (_, code: string) => {
      const point = Number.parseInt(code, 16);
      return point > 0 && point < 0x110000 ? String.fromCodePoint(point) : "";
    })
    .replace(/\\(.)/g, "$1");

/** Values by property, in small letters; of several the last. */
export function declarationsOf(style: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const declaration of style.toLowerCase().split(";")) {
    const colon = declaration.indexOf(":");
    if (colon === -1) continue;
    const value = declaration.slice(colon + 1).replace(/!\s*important/, "");
    found.set(declaration.slice(0, colon).trim(), value.trim());
  }
  return found;
}

/** A length in about as many pixels; undefined for one that says nothing by itself. */
function pixelsOf(length: string | undefined): number | undefined {
  const found = /^([-+]?(?:\d+(?:\.\d*)?|\.\d+))(px|pt|r?em|%|v[wh]|)$/.exec(length ?? "");
  if (!found) return undefined;
  const factor = { px: 1, pt: 1.33, em: 16, rem: 16, "%": 0.16, vw: 10, vh: 10 }[found[2] ?? ""] ?? 1;
  return Number(found[1]) * factor;
}

const colours: Readonly<Record<string, string>> = { white: "#ffffff", black: "#000000" };
const colourOf = (value: string | undefined) =>
  value && (colours[value] ?? value.replace(/^#([\da-f])([\da-f])([\da-f])$/, "#$1$1$2$2$3$3").replace(/\s+/g, ""));

/** Letters smaller than so many pixels are not read by anybody. */
const minLetter = 3;
/** Pixels beyond the edge at which something is out of sight. */
const farOff = -900;

const isBelow = (length: string | undefined, limit: number) => (pixelsOf(length) ?? limit) < limit;

const hiding: readonly ((of: (name: string) => string | undefined) => boolean)[] = [
  (of) => of("display") === "none",
  (of) => isBelow(of("opacity"), 0.05),
  (of) => isBelow(/\bopacity\(\s*([^)\s]*)\s*\)/.exec(of("filter") ?? "")?.[1], 0.05),
  (of) => of("content-visibility") === "hidden",
  (of) => isBelow(of("text-indent"), farOff),
  (of) =>
    /^(?:absolute|fixed)$/.test(of("position") ?? "") &&
    ["left", "top", "right", "bottom"].some((side) => isBelow(of(side), farOff)),
  (of) =>
    /^hidden|^clip/.test(of("overflow") ?? "") &&
    ["width", "height", "max-height", "max-width"].some((side) => isBelow(of(side), 2)),
  (of) => /^rect\((?:0(?:px)?|1px)[,\s]+(?:0(?:px)?|1px)[,\s]/.test(of("clip") ?? ""),
  (of) => /^(?:inset\((?:50|100)%|circle\(0)/.test(of("clip-path") ?? ""),
  (of) => /scale\(0(?:\.0+)?\)|translate[xy]?\(-\d{4,}/.test(of("transform") ?? ""),
];

function isTextHidden(of: (name: string) => string | undefined): boolean | undefined {
  const visibility = of("visibility");
  const size = pixelsOf(of("font-size"));
  const colour = colourOf(of("color"));
  const background = colourOf(of("background-color") ?? of("background"));
  if (/^(?:hidden|collapse)$/.test(visibility ?? "")) return true;
  if (size !== undefined && size < minLetter) return true;
  if (colour === "transparent" || (colour !== undefined && colour === background)) return true;
  return visibility === "visible" || size !== undefined || colour !== undefined ? false : undefined;
}

/** What an attribute `style` says of being seen. */
export function styleFacts(style: string | undefined): StyleFacts {
  if (!style) return none;
  const declarations = declarationsOf(plainStyle(style));
  const of = (name: string) => declarations.get(name);
  const text = isTextHidden(of);
  return { isHidden: hiding.some((rule) => rule(of)), ...(text !== undefined && { isTextHidden: text }) };
}
