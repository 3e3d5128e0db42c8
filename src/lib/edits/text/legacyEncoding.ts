/** Encodings from before Unicode, as VS Code names them; the tables are loaded on first use (D-9). */

/** The labels of `files.encoding` that are not Unicode. */
export const legacyEncodings = [
  "windows1252",
  "iso88591",
  "iso88593",
  "iso885915",
  "macroman",
  "cp437",
  "windows1256",
  "iso88596",
  "windows1257",
  "iso88594",
  "iso885914",
  "windows1250",
  "iso88592",
  "cp852",
  "windows1251",
  "cp866",
  "cp1125",
  "iso88595",
  "koi8r",
  "koi8u",
  "iso885913",
  "windows1253",
  "iso88597",
  "windows1255",
  "iso88598",
  "iso885910",
  "iso885916",
  "windows1254",
  "iso88599",
  "windows1258",
  "gbk",
  "gb18030",
  "cp950",
  "big5hkscs",
  "shiftjis",
  "eucjp",
  "euckr",
  "windows874",
  "iso885911",
  "koi8ru",
  "koi8t",
  "gb2312",
  "cp865",
  "cp850",
] as const;

/** A label of `files.encoding` that is not Unicode. */
export type LegacyEncoding = (typeof legacyEncodings)[number];

/** Names under which the detector knows an encoding that has another label here. */
const detected: Readonly<Record<string, LegacyEncoding>> = {
  GB18030: "gb18030",
  Big5: "cp950",
  CP932: "shiftjis",
  SHIFT_JIS: "shiftjis",
  "EUC-JP": "eucjp",
  CP949: "euckr",
  "EUC-KR": "euckr",
  CP874: "windows874",
  "TIS-620": "windows874",
  "KOI8-R": "koi8r",
  "koi8-u": "koi8u",
  "Windows-1250": "windows1250",
  "Windows-1251": "windows1251",
  "Windows-1252": "windows1252",
  "Windows-1253": "windows1253",
  "Windows-1254": "windows1254",
  "Windows-1255": "windows1255",
  "Windows-1256": "windows1256",
  "Windows-1257": "windows1257",
  "Windows-1258": "windows1258",
  "iso8859-15": "iso885915",
  "ISO-8859-2": "iso88592",
  "ISO-8859-5": "iso88595",
  "ISO-8859-7": "iso88597",
};

const libraries = (): typeof import("./legacyLibraries") => require("./legacyLibraries");
const tables = () => libraries().iconv;
const detector = () => libraries().jschardet;

/** True for a label this module can decode. */
export const isLegacy = (label: string): label is LegacyEncoding =>
  (legacyEncodings as readonly string[]).includes(label);

export const decodeLegacy = (bytes: Uint8Array, encoding: LegacyEncoding): string =>
  tables().decode(asBuffer(bytes), encoding, { stripBOM: false });

export const encodeLegacy = (text: string, encoding: LegacyEncoding): Buffer =>
  tables().encode(text, encoding, { addBOM: false });

/** Decodes a stream; characters that lie across two pieces come out whole. */
export function legacyDecoder(encoding: LegacyEncoding): { write(piece: Uint8Array): string; end(): string } {
  const decoder = tables().getDecoder(encoding, { stripBOM: false });
  return { write: (piece) => decoder.write(asBuffer(piece)), end: () => decoder.end() ?? "" };
}

const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

/** Text never holds these; bytes that would decode to one are no text in this encoding. */
const control = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f\ufffd]/;

/** The text of bytes that are exactly what encoding it gives again; undefined otherwise. */
export function losslessLegacy(bytes: Uint8Array, encoding: LegacyEncoding): string | undefined {
  const text = decodeLegacy(bytes, encoding);
  return !control.test(text) && encodeLegacy(text, encoding).equals(bytes) ? text : undefined;
}

/** Bytes that are looked at to tell an encoding. */
const sampleBytes = 64 * 1024;
/** How far around a byte outside ASCII is looked, where lines are long. */
const aroundBytes = 256;

/** The lines that hold bytes outside ASCII: all the others say nothing of the encoding, and drown what does. */
function telling(bytes: Uint8Array): Buffer {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (let at = 0; at < bytes.length && length < sampleBytes; at++) {
    if ((bytes[at] as number) < 0x80) continue;
    const start = Math.max(bytes.lastIndexOf(0x0a, at) + 1, at - aroundBytes);
    const feed = bytes.indexOf(0x0a, at);
    const end = Math.min(feed === -1 ? bytes.length : feed + 1, at + aroundBytes);
    pieces.push(bytes.subarray(start, end));
    length += end - start;
    at = end - 1;
  }
  return Buffer.concat(pieces);
}

/** How many likely encodings are tried. */
const maxTries = 3;

/** Below this the detector guesses. */
const minConfidence = 0.08;

/**
 * What bytes that are not Unicode are most likely encoded in, best first. Windows-1252 is what most such files are when
 * they say too little, so it is always among them.
 */
export function likelyLegacy(bytes: Uint8Array): LegacyEncoding[] {
  const ranked = detector().detectAll(telling(bytes), { detectEncodings: Object.keys(detected) });
  const found = ranked.flatMap(({ encoding }) => detected[encoding ?? ""] ?? []).slice(0, maxTries);
  const isGuess = (ranked[0]?.confidence ?? 0) < minConfidence;
  return [...new Set<LegacyEncoding>(isGuess ? ["windows1252", ...found] : [...found, "windows1252"])];
}
