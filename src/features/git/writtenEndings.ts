/** Line endings as git writes them when it checks a file out (gitattributes(5), "End-of-line conversion"). Pure. */

/** What decides where attributes leave it open; each as git tells it, and absent where it is not set. */
export interface EndingSettings {
  /** `core.autocrlf`: `true`, `false` or `input`. */
  readonly autocrlf?: string;
  /** `core.eol`. */
  readonly eol?: string;
  /** Whether git's native line ending is CRLF. */
  readonly isWindows: boolean;
}

/** Attributes of a file by their names; those that are not specified are absent. */
export type Attributes = ReadonlyMap<string, string>;

/** Which files get CRLF: all, or those alone whose content is text with LF. */
type Conversion = "always" | "text" | "never";

/** What git would write of a file. @param bytes what it has of it. */
export function withWrittenEndings(bytes: Buffer, given: Attributes, settings: EndingSettings): Uint8Array {
  const conversion = conversionBy(given, settings);
  if (conversion === "never" || (conversion === "text" && !isTextWithLf(bytes))) return bytes;
  return Buffer.from(bytes.toString("latin1").replace(/\r?\n/g, "\r\n"), "latin1");
}

function conversionBy(given: Attributes, settings: EndingSettings): Conversion {
  // The attribute crlf is what text was called until git 1.7.2.
  const text = [given.get("text"), given.get("crlf")].find((value) =>
    ["set", "unset", "input", "auto"].includes(value ?? ""),
  );
  const eol = given.get("eol");
  if (text === "unset" || eol === "lf") return "never";
  const whereCrlf = text === "auto" || (text === undefined && eol !== "crlf") ? "text" : "always";
  if (eol === "crlf") return whereCrlf;
  if (text === "input") return "never";
  const isCrlf = text === undefined ? isTrue(settings.autocrlf) : textGetsCrlf(settings);
  return isCrlf ? whereCrlf : "never";
}

const isTrue = (autocrlf: string | undefined) => autocrlf === "true";

function textGetsCrlf({ autocrlf, eol, isWindows }: EndingSettings): boolean {
  if (isTrue(autocrlf)) return true;
  if (autocrlf?.toLowerCase() === "input") return false;
  const named = eol?.toLowerCase();
  return named === "crlf" || (named !== "lf" && isWindows);
}

const [bs, tab, lf, ff, cr, sub, esc, space, del] = [8, 9, 10, 12, 13, 26, 27, 32, 127];

/** Characters that text holds for each one that it may hold and cannot be printed. */
const printableForEach = 128;

/** By git's own test, in which every byte from 128 on can be printed (convert.c). */
function isTextWithLf(bytes: Uint8Array): boolean {
  if (bytes.includes(cr) || bytes.includes(0)) return false;
  let printable = 0;
  let unprintable = bytes.at(-1) === sub ? -1 : 0;
  for (const byte of bytes) {
    if (byte === lf) continue;
    if ((byte >= space && byte !== del) || byte === bs || byte === tab || byte === esc || byte === ff) printable++;
    else unprintable++;
  }
  return Math.floor(printable / printableForEach) >= unprintable;
}
