/** What a file holds, told by its first bytes and never by its name (SH-12, RD-9, RD-10). */
import { isUtf8 } from "node:buffer";
import { detectEncoding, looksBinary } from "../edits/text/encoding";

/** A kind of content that is not shown as it is stored. */
export interface ContentType {
  readonly mimeType: string;
  /** For a sentence: `gzip archive`. */
  readonly name: string;
  readonly kind: "image" | "pdf" | "binary";
  /** False for an image that no decoder is brought along for: the free ones of HEIC are all under the LGPL or stricter. */
  readonly decodable: boolean;
}

/** Bytes by which a file's kind is told; a shorter head than this is a shorter file. */
export const headBytes = 4096;

type Pattern = readonly (readonly [at: number, bytes: string])[];

/** Bytes at a place, written as latin1 text. */
const at = (place: number, bytes: string) => [place, bytes] as const;
const start = (bytes: string): Pattern => [at(0, bytes)];

/** A container of the ISO kind whose main brand is this. */
const brand = (name: string): Pattern => [at(4, `ftyp${name}`)];

const image = (format: string, mimeType: string, ...patterns: Pattern[]) =>
  patterns.map((pattern) => {
    const type: ContentType = {
      mimeType,
      name: `${format} image`,
      kind: "image",
      decodable: mimeType !== "image/heic",
    };
    return [pattern, type] as const;
  });
const binary = (name: string, mimeType: string, ...patterns: Pattern[]) =>
  patterns.map((pattern) => [pattern, { mimeType, name, kind: "binary", decodable: false }] as const);

/** The first that fits is it, so what is told by more bytes stands before what is told by fewer. */
const signatures: readonly (readonly [Pattern, ContentType])[] = [
  ...image("PNG", "image/png", start("\x89PNG\r\n\x1a\n")),
  ...image("JPEG", "image/jpeg", start("\xff\xd8\xff")),
  ...image("GIF", "image/gif", start("GIF87a"), start("GIF89a")),
  ...image("WebP", "image/webp", [at(0, "RIFF"), at(8, "WEBP")]),
  ...image("BMP", "image/bmp", [at(0, "BM"), at(6, "\0\0\0\0")]),
  ...image("TIFF", "image/tiff", start("II*\0"), start("MM\0*")),
  ...image("AVIF", "image/avif", brand("avif"), brand("avis")),
  ...image(
    "HEIC",
    "image/heic",
    ...["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"].map((name) => brand(name)),
  ),
  ...binary("icon", "image/x-icon", start("\0\0\x01\0")),
  ...binary("Photoshop image", "image/vnd.adobe.photoshop", start("8BPS")),
  [start("%PDF-"), { mimeType: "application/pdf", name: "PDF document", kind: "pdf", decodable: true }],
  ...binary("ELF program", "application/x-elf", start("\x7fELF")),
  ...binary(
    "Mach-O program",
    "application/x-mach-binary",
    start("\xfe\xed\xfa\xce"),
    start("\xce\xfa\xed\xfe"),
    start("\xfe\xed\xfa\xcf"),
    start("\xcf\xfa\xed\xfe"),
  ),
  ...binary("Java class or universal Mach-O program", "application/java-vm", start("\xca\xfe\xba\xbe")),
  ...binary("WebAssembly module", "application/wasm", start("\0asm")),
  ...binary("gzip archive", "application/gzip", start("\x1f\x8b")),
  ...binary("bzip2 archive", "application/x-bzip2", start("BZh")),
  ...binary("xz archive", "application/x-xz", start("\xfd7zXZ\0")),
  ...binary("Zstandard archive", "application/zstd", start("\x28\xb5\x2f\xfd")),
  ...binary("7z archive", "application/x-7z-compressed", start("7z\xbc\xaf\x27\x1c")),
  ...binary("RAR archive", "application/vnd.rar", start("Rar!\x1a\x07")),
  ...binary("tar archive", "application/x-tar", [at(257, "ustar")]),
  ...binary("office document", "application/vnd.openxmlformats-officedocument", [
    at(0, "PK\x03\x04"),
    at(30, "[Content_Types].xml"),
  ]),
  ...binary("ZIP archive", "application/zip", start("PK\x03\x04"), start("PK\x05\x06")),
  ...binary("older office document", "application/x-ole-storage", start("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")),
  ...binary("SQLite database", "application/vnd.sqlite3", start("SQLite format 3\0")),
  ...binary("WAV sound", "audio/wav", [at(0, "RIFF"), at(8, "WAVE")]),
  ...binary("AVI video", "video/x-msvideo", [at(0, "RIFF"), at(8, "AVI ")]),
  ...binary("MP3 sound", "audio/mpeg", start("ID3"), start("\xff\xfb"), start("\xff\xf3")),
  ...binary("Ogg sound or video", "application/ogg", start("OggS")),
  ...binary("FLAC sound", "audio/flac", start("fLaC")),
  ...binary("MP4 video", "video/mp4", [at(4, "ftyp")]),
  ...binary("Matroska or WebM video", "video/x-matroska", start("\x1a\x45\xdf\xa3")),
  ...binary("WOFF font", "font/woff", start("wOFF"), start("wOF2")),
  ...binary("OpenType font", "font/otf", start("OTTO\0"), start("\0\x01\0\0")),
  ...binary("Windows program", "application/vnd.microsoft.portable-executable", start("MZ")),
];

/** Content that its first bytes name; undefined when none of the known kinds. Text may begin like some of them. */
function namedType(head: Uint8Array): ContentType | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, headBytes)).toString("latin1");
  const has = ([place, bytes]: Pattern[number]) => text.startsWith(bytes, place);
  return signatures.find(([pattern]) => pattern.every(has))?.[1];
}

/** What is said of bytes that are no text and of no known kind. */
const unknownType: ContentType = {
  mimeType: "application/octet-stream",
  name: "unknown kind",
  kind: "binary",
  decodable: false,
};

/** Share of control characters above which bytes are no text (C-12). */
const maxControls = 0.3;

/** Whether there are too many control characters for text stored in units of one byte (C-12). */
function mostlyControls(head: Uint8Array): boolean {
  const part = head.subarray(0, headBytes);
  const controls = part.reduce((found, byte) => found + (byte < 9 || (byte > 13 && byte < 32) ? 1 : 0), 0);
  return controls > part.length * maxControls;
}

/**
 * What a file holds that is not shown as text; undefined for text.
 * @param head the first {@link headBytes}, or the whole of a smaller file.
 * @param nulBytes see looksBinary.
 */
export function contentOf(head: Uint8Array, nulBytes?: number): ContentType | undefined {
  const named = namedType(head);
  if (named?.kind === "pdf") return named;
  const isText = !looksBinary(head, nulBytes) && (detectEncoding(head).startsWith("utf16") || !mostlyControls(head));
  if (isText && (named?.kind !== "image" || isUtf8(head))) return undefined;
  return named ?? unknownType;
}

/** True for text that is the picture of an SVG file (C-10). */
export const isSvg = (head: Uint8Array): boolean => {
  const text = Buffer.from(head.subarray(0, headBytes)).toString("utf8");
  return /^\ufeff?\s*<(?:\?xml|!--|!doctype svg|svg[\s>])/i.test(text) && /<svg[\s>]/i.test(text);
};
