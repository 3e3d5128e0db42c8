import assert from "node:assert/strict";
import fc from "fast-check";
import iconv from "iconv-lite";
import { ToolError } from "../../../../src/core/vocabulary/toolError";
import {
  decode,
  decoderOf,
  detectEncoding,
  encode,
  encodePiece,
  encodingOfHead,
  looksBinary,
  mustHold,
  textOf,
} from "../../../../src/lib/edits/text/encoding";
import type { LegacyEncoding } from "../../../../src/lib/edits/text/legacyEncoding";
import { failsWith } from "../../../support/toolFailure";
import { cuts, encoding, encodings, file, text } from "../arbitraries";

const bytes = (...values: number[]) => Uint8Array.from(values);

describe("encoding (D-9)", () => {
  it("stores each encoding with its mark", () =>
    assert.deepEqual(
      encodings.map((name) => encode("é", name).toString("hex")),
      ["c3a9", "efbbbfc3a9", "fffee900", "feff00e9"],
    ));

  it("gives back text and encoding, for every text and encoding", () =>
    fc.assert(
      fc.property(file, ({ content, how, bytes }) => {
        assert.deepEqual(decode(bytes, "f"), { text: content, encoding: how });
        assert.equal(textOf(bytes, detectEncoding(bytes)), content);
        assert.equal(detectEncoding(bytes), how);
      }),
    ));

  it("gives back the bytes, for every file it decodes", () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), encoding, (junk, how) => {
        const file = Buffer.concat([encode("", how), junk]);
        let decoded: ReturnType<typeof decode>;
        try {
          decoded = decode(file, "f");
        } catch {
          return;
        }
        assert.deepEqual(encode(decoded.text, decoded.encoding), file);
      }),
      { numRuns: 1000 },
    ));

  it("a piece has no mark, and pieces put together are the whole", () =>
    fc.assert(
      fc.property(text, text, encoding, (a, b, how) => {
        const mark = encode("", how);
        assert.deepEqual(Buffer.concat([mark, encodePiece(a, how), encodePiece(b, how)]), encode(a + b, how));
      }),
    ));

  it("a second mark is text", () =>
    assert.deepEqual(decode(bytes(0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0x61), "f"), {
      text: "\ufeffa",
      encoding: "utf8bom",
    }));

  it("an empty file is UTF-8", () => assert.deepEqual(decode(bytes(), "f"), { text: "", encoding: "utf8" }));

  const utf8 =
    "f is not valid UTF-8 text, nor text in a recognisable encoding: it is left alone because changing it would damage it.";
  const utf16 = "f is not valid UTF-16 text: it is left alone because changing it would damage it.";
  const binary = "f is a binary file: it cannot be changed as text.";
  const refused: [what: string, file: Uint8Array, message: string][] = [
    ["UTF-8 with a cut character", bytes(0xc3, 0xa9, 0xc3, 0xa9, 0xe2, 0x82), utf8],
    ["UTF-8 with an overlong slash", bytes(0xc3, 0xa9, 0xc3, 0xa9, 0xc3, 0xa9, 0xc0, 0xaf), utf8],
    ["a fault behind the mark of UTF-8", bytes(0xef, 0xbb, 0xbf, 0x61, 0xe9), utf8],
    ["control characters among other bytes", bytes(0x61, 0xe9, 0x02, 0x81), utf8],
    ["half a unit of UTF-16", bytes(0xff, 0xfe, 0x61), utf16],
    ["a lone surrogate in UTF-16 LE", bytes(0xff, 0xfe, 0x3d, 0xd8), utf16],
    ["a lone surrogate in UTF-16 BE", bytes(0xfe, 0xff, 0xdc, 0x00, 0x00, 0x61), utf16],
    ["a NUL", bytes(0x61, 0x00, 0x62), binary],
    ["UTF-32 LE, which starts as UTF-16 LE does", bytes(0xff, 0xfe, 0, 0, 0x61, 0, 0, 0), binary],
    ["UTF-32 BE", bytes(0, 0, 0xfe, 0xff, 0, 0, 0, 0x61), binary],
  ];
  for (const [what, file, message] of refused)
    it(`${what} is refused for changing, not damaged`, () => failsWith(() => decode(file, "f"), "not_text", message));

  it("C-12 a NUL in the first 4,096 bytes makes it binary, and no later one", () => {
    const at = (place: number) => Buffer.concat([Buffer.alloc(place, 97), bytes(0), Buffer.alloc(10, 97)]);
    assert.deepEqual([looksBinary(at(0)), looksBinary(at(4095)), looksBinary(at(4096))], [true, true, false]);
  });

  it("shows what is not valid as U+FFFD", () => assert.equal(textOf(bytes(0x61, 0xe9, 0x62), "utf8"), "a\ufffdb"));
});

/** What each encoding is good at, as people write it. */
const samples: readonly [encoding: LegacyEncoding, text: string][] = [
  ["windows1252", "// Größe der Datei überprüfen\nconst a = 1;\n"],
  ["windows1251", "// Проверка размера файла\nconst a = 1;\n"],
  ["koi8r", "Привет, мир! Это тестовый файл с русским текстом.\n"],
  ["shiftjis", "// ファイルのサイズを確認する。表示ソフト\nint a;\n"],
  ["eucjp", "これは日本語のテキストです。表示を確認する。\n"],
  ["gb18030", "// 检查文件大小\nconst a = 1;\n"],
  ["cp950", "// 檢查檔案大小\nconst a = 1;\n"],
  ["euckr", "// 파일 크기를 확인합니다\nconst a = 1;\n"],
];

describe("encodings from before Unicode (D-9)", () => {
  for (const [encoding, text] of samples) {
    it(`${encoding} is told by what it looks like, and by its label`, () => {
      const stored = iconv.encode(text, encoding);
      assert.deepEqual(decode(stored, "f"), { text, encoding });
      assert.deepEqual(decode(stored, "f", encoding), { text, encoding });
      assert.equal(encodingOfHead(stored), encoding);
      assert.deepEqual(encode(text, encoding), stored);
    });

    it(`${encoding} is decoded in pieces as in one`, () =>
      fc.assert(
        fc.property(cuts(iconv.encode(text, encoding)), (pieces) => {
          const decoder = decoderOf(encoding);
          assert.equal(pieces.map((piece) => decoder.write(piece)).join("") + decoder.end(), text);
        }),
        { numRuns: 50 },
      ));
  }

  it("the label wins over what the bytes look like, and a mark over the label", () => {
    const stored = iconv.encode("é", "windows1252");
    assert.equal(decode(stored, "f", "windows1251").text, "й");
    assert.equal(decode(Buffer.from("plain"), "f", "shiftjis").encoding, "shiftjis");
    assert.equal(decode(encode("é", "utf8bom"), "f", "windows1252").encoding, "utf8bom");
    assert.equal(encodingOfHead(encode("é", "utf16le"), "windows1252"), "utf16le");
  });

  it("a label whose text would not give the same bytes again is not believed, nor one that is unknown", () => {
    assert.equal(decode(Buffer.from("“é”"), "f", "windows1252").encoding, "utf8");
    assert.equal(decode(Buffer.from("é"), "f", "base64").encoding, "utf8");
  });

  it("too little to tell is taken for Windows-1252", () => {
    for (const text of ["café\n", "é", "naïve café déjà vu"])
      assert.equal(decode(iconv.encode(text, "windows1252"), "f").encoding, "windows1252", text);
  });

  it("a late byte of a long file in ASCII is found", () => {
    const late = Buffer.concat([
      Buffer.alloc(300_000, "const a = 1;\n"),
      iconv.encode("// Größe überprüfen für Straße", "windows1252"),
    ]);
    assert.equal(decode(late, "f").encoding, "windows1252");
  });

  it("any bytes are refused or come back as they were", () =>
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 60 }),
        fc.constantFrom(undefined, "gbk", "shiftjis", "windows1258", "big5hkscs"),
        (junk, label) => {
          let decoded: ReturnType<typeof decode>;
          try {
            decoded = decode(junk, "f", label);
          } catch (error) {
            assert.ok(error instanceof ToolError && error.code === "not_text");
            return;
          }
          assert.deepEqual(encode(decoded.text, decoded.encoding), Buffer.from(junk));
        },
      ),
      { numRuns: 500 },
    ));

  it("text that an encoding cannot hold is refused with the characters", async () => {
    mustHold("windows1252", "naïve “€”", "f");
    mustHold("utf8", "😀", "f");
    await failsWith(
      () => mustHold("windows1252", "a😀b→c😀", "f"),
      "invalid_input",
      'f is stored as windows1252, which has no "😀" (U+1F600), "→" (U+2192): leave that out, or ask the person to store the file as UTF-8.',
    );
  });
});
