/** What a file name really names on the systems people use, and which names pretend (D-6). */
import { clause } from "../../core/text/clauses/clause";
import { memo } from "./memo";

/** Letters of other scripts that look like Latin ones, after case folding. */
const lookAlikes: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    a: "аɑα",
    b: "вЬь",
    c: "сϲ",
    d: "ԁ",
    e: "еҽє",
    g: "ɡց",
    h: "һ",
    i: "іıɩι",
    j: "ј",
    k: "кκ",
    l: "ӏ",
    m: "м",
    n: "ոп",
    o: "оοօ",
    p: "рρ",
    r: "г",
    s: "ѕ",
    t: "тτ",
    u: "υս",
    v: "νѵ",
    w: "ѡ",
    x: "хχ",
    y: "уγ",
    "/": "∕⁄",
    ".": "․。",
  }).flatMap(([latin, others]) => [...others].map((other) => [other, latin])),
);

/**
 * One name as the laxest file system would compare it: case, width, accents and invisible characters folded, look-alike
 * letters replaced, an alternate stream and trailing dots and blanks cut off.
 */
export const foldName = memo((name: string): string => {
  const folded = name
    .normalize("NFKD")
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, "")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\0-\x7f]/gu, (character) => lookAlikes[character] ?? character);
  const stream = folded.indexOf(":");
  return (stream > 0 ? folded.slice(0, stream) : folded).replace(/[. ]+$/, (end) => (end === folded ? end : ""));
});

/** Of such a path every name is folded already, but for its case: no name ends in a dot. */
const plainPath = /^(?:[\w@+/-]|\.(?=[\w@+-]))*$/;

/** All names of a path with `/`, each as {@link foldName} has it. */
export const foldPath = (path: string): string =>
  plainPath.test(path) ? path.toLowerCase() : path.split("/").map(foldName).join("/");

const devices = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i;

/** Why a name may stand for another file than it seems to, on this or another system; undefined when it is plain. */
export const oddName = memo((name: string): string | undefined => {
  if (name === "." || name === "..") return undefined;
  if (/[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}]/u.test(name))
    return clause`it contains invisible characters`;
  if (/^[^:]*\.[^:.]+:|:\$|^[^:]+::/.test(name)) return clause`it may refer to an alternate data stream`;
  if (/\\/.test(name)) return clause`it contains a backslash`;
  if (/[. ]$/.test(name)) return clause`it ends in a dot or a space`;
  if (/^[^.~]{1,8}~\d{1,3}(?:\.[^.]{0,3})?$/.test(name)) return clause`it may be the 8.3 short name of another file`;
  if (devices.test(name)) return clause`it is a reserved device name`;
  if (name !== name.normalize("NFC")) return clause`its name is not in Unicode NFC; other systems may see another file`;
  return undefined;
});

/** Where a path leads and how it was named; once where that is the same, as it mostly is. */
export const bothNames = ({ path, real }: { readonly path: string; readonly real: string }): readonly string[] =>
  path === real ? [real] : [real, path];

const device = /(?:^|\/)(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:[./]|$)/i;

/** The first odd name in a path. */
export function oddPath(path: string): string | undefined {
  // Of a plain path nothing is odd but a device.
  if (plainPath.test(path) && !device.test(path)) return undefined;
  for (const name of path.replace(/^[A-Za-z]:[\\/]/, "/").split("/")) {
    const odd = name === "" ? undefined : oddName(name);
    if (odd !== undefined) return odd;
  }
  return undefined;
}

/** The same of how a path was named and where it leads. */
export const oddIn = ({ path, real }: { readonly path: string; readonly real: string }): string | undefined =>
  oddPath(path) ?? (real === path ? undefined : oddPath(real));
