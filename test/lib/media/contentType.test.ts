import assert from "node:assert/strict";
import fc from "fast-check";
import { encode } from "../../../src/lib/edits/text/encoding";
import { contentOf, headBytes, isSvg } from "../../../src/lib/media/contentType";
import { sample, samples } from "./samples";

const latin1 = (text: string) => Buffer.from(text, "latin1");
const nameOf = (bytes: Uint8Array) => contentOf(bytes)?.name;

describe("contentOf", () => {
  const byEnding: Record<string, string> = {
    png: "PNG image",
    jpg: "JPEG image",
    gif: "GIF image",
    webp: "WebP image",
    bmp: "BMP image",
    tiff: "TIFF image",
    avif: "AVIF image",
    heic: "HEIC image",
    pdf: "PDF document",
  };

  it("RD-10 tells every sample by its bytes", () => {
    const files = samples(/\.(?!md$)/);
    assert.equal(files.length > 30, true);
    for (const file of files)
      assert.equal(nameOf(sample(file).subarray(0, headBytes)), byEnding[file.replace(/.*\./, "")], file);
  });

  it("SH-12 tells the thirteen signatures", () => {
    const padded = (head: string) => Buffer.concat([latin1(head), Buffer.alloc(300)]);
    const tar = Buffer.alloc(512);
    tar.write("a.txt");
    tar.write("ustar", 257);
    assert.deepEqual(
      [
        nameOf(padded("\x7fELF\x02\x01\x01")),
        nameOf(padded("\x1f\x8b\x08")),
        nameOf(padded("PK\x03\x04\x14")),
        nameOf(tar),
        nameOf(padded("\0asm\x01")),
        nameOf(padded("\xfe\xed\xfa\xce")),
        nameOf(padded("\xcf\xfa\xed\xfe")),
        nameOf(padded("RIFF\x24\x00\x00\x00WEBPVP8 ")),
      ],
      [
        "ELF program",
        "gzip archive",
        "ZIP archive",
        "tar archive",
        "WebAssembly module",
        "Mach-O program",
        "Mach-O program",
        "WebP image",
      ],
    );
  });

  it("C-12 text is text, whatever it begins like and however it is stored", () => {
    for (const text of [
      "",
      "BM, the British Museum",
      "GIF89a is a format",
      "MZ\n",
      "ID3 tags",
      "BZh",
      "G\u001b[1mx",
      "OggS é",
    ])
      assert.equal(contentOf(Buffer.from(text)), undefined, text);
    assert.equal(contentOf(encode("short", "utf16le")), undefined);
    assert.equal(contentOf(encode("short", "utf16be")), undefined);
    assert.equal(contentOf(latin1("caf\xe9\n")), undefined);
  });

  it("RD-16 TypeScript is no MPEG transport stream", () => {
    const module = `G${"x".repeat(187)}`.repeat(5);
    assert.equal(contentOf(Buffer.from(module)), undefined);
  });

  it("C-12 NUL, or more than 30 % control characters, are no text", () => {
    assert.equal(nameOf(Buffer.from("a\0b")), "unknown kind");
    assert.equal(nameOf(Buffer.from("\u0001\u0002\u0003abcdef")), "unknown kind");
    assert.equal(nameOf(Buffer.from("\u0001\u0002\u0003abcdefg")), undefined);
  });

  it("never throws, whatever the bytes", () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        assert.ok(["string", "undefined"].includes(typeof nameOf(bytes)));
      }),
    ));
});

describe("isSvg (C-10)", () => {
  it("is told by the content", () => {
    assert.equal(isSvg(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), true);
    assert.equal(isSvg(Buffer.from('\ufeff<?xml version="1.0"?>\n<!-- made -->\n<svg>')), true);
    assert.equal(isSvg(Buffer.from("<html><svg></svg></html>")), false);
    assert.equal(isSvg(Buffer.from("about <svg> elements")), false);
    assert.equal(isSvg(Buffer.from("<!-- svg -->")), false);
  });
});
