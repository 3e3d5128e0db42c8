/** Which encoding a body is in, and its text, as the Encoding and HTML standards have it. */
import { isUtf8 } from "node:buffer";
import { getBOMEncoding, TextDecoder } from "@exodus/bytes/encoding.js";
import { beginsAsUtf8 } from "../../edits/text/encoding";
import { likelyLegacy } from "../../edits/text/legacyEncoding";
import { type BodyKind, headerCharset } from "./contentKind";
import { encodingNamed, metaCharset } from "./metaCharset";

/** A body's text, without its mark, and the label of its encoding in small letters. */
export interface DecodedBody {
  readonly text: string;
  readonly charset: string;
  /** True when nothing but the bytes themselves told the encoding. */
  readonly isGuess: boolean;
}

const declaration = /^<\?xml\s[^>]*?encoding\s*=\s*(?:"([^"]*)"|'([^']*)')/;

/** The encoding of an XML declaration. One that could be read here cannot be in UTF-16, whatever it says. */
function declaredByXml(bytes: Uint8Array): string | undefined {
  const found = declaration.exec(latin1(bytes.subarray(0, 1024)));
  const name = encodingNamed(found?.[1] ?? found?.[2]);
  return name?.startsWith("utf-16") ? "utf-8" : name;
}

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");

/** A name of `files.encoding` as the Encoding standard has it. */
const standardName = (name: string) =>
  encodingNamed(
    { shiftjis: "shift_jis", eucjp: "euc-jp", euckr: "euc-kr", cp950: "big5", koi8r: "koi8-r", koi8u: "koi8-u" }[
      name
    ] ?? name.replace(/^windows/, "windows-"),
  );

/** UTF-8 of which the end is missing; a single byte outside ASCII at the end says nothing. */
const isCutUtf8 = (bytes: Uint8Array) => beginsAsUtf8(bytes) && /[\x80-\xff]/.test(latin1(bytes.subarray(0, -3)));

/** Bytes whose encoding nobody named. */
function guessed(bytes: Uint8Array): string {
  if (isUtf8(bytes) || isCutUtf8(bytes)) return "utf-8";
  return likelyLegacy(bytes).map(standardName).find(Boolean) ?? "windows-1252";
}

function declared(bytes: Uint8Array, kind: BodyKind): string | undefined {
  if (kind === "html") return metaCharset(bytes) ?? declaredByXml(bytes);
  return kind === "xml" ? (declaredByXml(bytes) ?? "utf-8") : undefined;
}

/** Every byte outside ASCII is a character of the private area. */
const userDefined = (bytes: Uint8Array) =>
  latin1(bytes).replace(/[\u0080-\u00ff]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xf700));

/** The text of bytes in a named encoding, without its mark. A character that is cut off at the end is left out. */
export function decodeAs(bytes: Uint8Array, charset: string): string {
  if (charset === "replacement") return bytes.length > 0 ? "\ufffd" : "";
  if (charset === "x-user-defined") return userDefined(bytes);
  return new TextDecoder(charset).decode(bytes, { stream: true });
}

/** Decodes a body by its mark, else its header, else what it says of itself, else what its bytes look like. */
export function decodeBody(bytes: Uint8Array, contentType: string | undefined, kind: BodyKind): DecodedBody {
  const named = getBOMEncoding(bytes) ?? encodingNamed(headerCharset(contentType)) ?? declared(bytes, kind);
  const charset = named ?? guessed(bytes);
  return { text: decodeAs(bytes, charset), charset, isGuess: named === undefined };
}
