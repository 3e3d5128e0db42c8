/**
 * `node:buffer` for a browser: the library `buffer`, made to do what Node's does where it differs. It takes plain arrays of
 * bytes for none of its own, decodes UTF-8 with other replacement characters, and knows no base64url.
 */
import { Buffer as PlainBuffer } from "buffer/";

type Method = (this: Uint8Array, ...given: readonly unknown[]) => unknown;

/** The library's own methods. */
const plain = { ...PlainBuffer.prototype } as unknown as Readonly<Record<string, Method>>;
const plainText = PlainBuffer.prototype.toString as unknown as Method;

/** The same bytes as one of the library's own; what is no bytes stays as it is. */
const own = (value: unknown): unknown =>
  value instanceof Uint8Array && !PlainBuffer.isBuffer(value)
    ? PlainBuffer.from(value.buffer as ArrayBuffer, value.byteOffset, value.length)
    : value;

/** A method that takes any array of bytes first. */
const takingBytes = (name: string): Method =>
  function (first, ...rest) {
    return (plain[name] as Method).call(this, own(first), ...rest);
  };

const text: Method = function (encoding = "utf8", start = 0, end = undefined) {
  if (/^utf-?8$/i.test(String(encoding))) {
    const bytes = this.subarray(Math.max(0, Number(start)), end as number | undefined);
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  }
  if (encoding !== "base64url") return plainText.call(this, encoding, start, end);
  const encoded = String(plainText.call(this, "base64", start, end));
  return encoded.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
};

const names = ["equals", "compare", "copy", "indexOf", "lastIndexOf", "includes"];
Object.assign(PlainBuffer.prototype, Object.fromEntries(names.map((name) => [name, takingBytes(name)])), {
  toString: text,
});

/** Typed as Node's, which it stands for. */
export const Buffer = PlainBuffer as unknown as typeof globalThis.Buffer;

const strict = new TextDecoder("utf-8", { fatal: true });

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

export const isAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 0x80);
