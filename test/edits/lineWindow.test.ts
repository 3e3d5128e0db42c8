import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeLoosely, encode } from "../../src/edits/encoding";
import { type LineWindow, readWindow, type WindowRequest } from "../../src/edits/lineWindow";
import { cuts, file } from "./arbitraries";

async function* streamOf(pieces: Iterable<Uint8Array>): AsyncIterable<Uint8Array> {
  for (const piece of pieces) yield piece;
}
const windowOf = (pieces: Iterable<Uint8Array>, request: Partial<WindowRequest> = {}) =>
  readWindow(streamOf(pieces), { offset: 0, lines: 2000, characters: 128_000, ...request });
const ofText = (text: string, request: Partial<WindowRequest> = {}) => windowOf([Buffer.from(text)], request);

/** The same, found by splitting the whole text. */
function naiveWindow(whole: string, { offset, lines, characters }: WindowRequest): Omit<LineWindow, "crlf"> {
  const all = whole.split("\n");
  const ended = all.at(-1) === "";
  if (ended) all.pop();
  const total = all.length;
  const wanted = all.slice(offset, offset + lines).map((line, index) => {
    const broken = offset + index < total - 1 || ended;
    return broken ? line.replace(/\r$/, "") : line;
  });
  const fitting: string[] = [];
  let used = 0;
  for (const line of wanted) {
    if (used + line.length > characters) break;
    used += line.length + 1;
    fitting.push(line);
  }
  const [first] = wanted;
  if (fitting.length === 0 && first !== undefined)
    return {
      text: first.slice(0, characters).replace(/[\ud800-\udbff]$/, ""),
      count: 1,
      total,
      lineCut: true,
      binary: false,
      finalNewline: false,
    };
  return {
    text: fitting.join("\n"),
    count: fitting.length,
    total,
    lineCut: false,
    binary: false,
    finalNewline: ended && total > 0 && offset + fitting.length >= total,
  };
}

describe("readWindow (RD-7, C-06)", () => {
  it("is what splitting the whole text gives, in every encoding, however the stream is cut", () =>
    fc.assert(
      fc.asyncProperty(
        file.chain((one) => fc.tuple(fc.constant(one), cuts(one.bytes))),
        fc.record({
          offset: fc.nat(8),
          lines: fc.integer({ min: 1, max: 6 }),
          characters: fc.integer({ min: 1, max: 30 }),
        }),
        async ([{ bytes }, pieces], request) => {
          const { crlf: _, ...window } = await windowOf(pieces, request);
          assert.deepEqual(window, naiveWindow(decodeLoosely(bytes), request));
        },
      ),
      { numRuns: 2000 },
    ));

  it("is the same for bytes that are no valid text, however the stream is cut", () =>
    fc.assert(
      fc.asyncProperty(
        fc
          .array(fc.constantFrom(0x61, 0x0a, 0x0d, 0xe2, 0x82, 0xac, 0xff, 0xef, 0xbb, 0xbf, 0xfe), { maxLength: 20 })
          .map((bytes) => Uint8Array.from(bytes))
          .chain((bytes) => fc.tuple(fc.constant(bytes), cuts(bytes))),
        async ([bytes, pieces]) => assert.deepEqual(await windowOf(pieces), await windowOf([bytes])),
      ),
      { numRuns: 1000 },
    ));

  it("an empty file has no lines", async () => {
    const empty = { text: "", count: 0, total: 0, lineCut: false, binary: false, crlf: false, finalNewline: false };
    assert.deepEqual(await windowOf([]), empty);
    assert.deepEqual(await windowOf([new Uint8Array()]), empty);
    assert.deepEqual(await windowOf([encode("", "utf8bom")]), empty);
    assert.deepEqual(await windowOf([encode("", "utf16le")]), empty);
  });

  it("a lone line break is one empty line", async () =>
    assert.deepEqual(await ofText("\n"), {
      text: "",
      count: 1,
      total: 1,
      lineCut: false,
      binary: false,
      crlf: false,
      finalNewline: true,
    }));

  it("an offset past the end shows nothing and counts everything", async () => {
    const { text, count, total } = await ofText("a\nb\nc", { offset: 3 });
    assert.deepEqual([text, count, total], ["", 0, 3]);
    assert.equal((await ofText("a\n", { offset: Number.MAX_SAFE_INTEGER })).count, 0);
  });

  it("a CR LF cut between two pieces is one line break", async () => {
    const { text, total, crlf } = await windowOf([Buffer.from("a\r"), Buffer.from("\nb\r\n")]);
    assert.deepEqual([text, total, crlf], ["a\nb", 2, true]);
  });

  it("no final line break", async () => {
    const { text, count, total, finalNewline } = await ofText("a\nb");
    assert.deepEqual([text, count, total, finalNewline], ["a\nb", 2, 2, false]);
  });

  it("NUL in the first 4,096 bytes is binary, though they come byte by byte", async () => {
    const bytes = Buffer.concat([Buffer.alloc(4095, 97), Buffer.from([0]), Buffer.from("text\n")]);
    const binary = { text: "", count: 0, total: 0, lineCut: false, binary: true, crlf: false, finalNewline: false };
    assert.deepEqual(await windowOf([bytes]), binary);
    assert.deepEqual(await windowOf([...bytes].map((byte) => Uint8Array.of(byte))), binary);
    assert.equal((await windowOf([Buffer.alloc(4096, 97), Uint8Array.of(0)])).binary, false);
  });

  it("a 5 MB single line is cut at the limit, without cutting a character", async function () {
    this.timeout(3000);
    const pieces = Array.from({ length: 80 }, () => Buffer.from("😀".repeat(16_384)));
    const window = await windowOf(pieces, { characters: 127_999 });
    assert.deepEqual(window, {
      text: "😀".repeat(63_999),
      count: 1,
      total: 1,
      lineCut: true,
      binary: false,
      crlf: false,
      finalNewline: false,
    });
  });

  it("memory follows the window, not the file", async function () {
    this.timeout(5000);
    async function* gigabyte() {
      const piece = Buffer.alloc(1_000_000, "0123456789abcdef\n");
      for (let at = 0; at < 500; at++) yield piece;
    }
    const before = process.memoryUsage().arrayBuffers;
    const window = await readWindow(gigabyte(), { offset: 1000, lines: 10, characters: 128_000 });
    assert.ok(process.memoryUsage().arrayBuffers - before < 50_000_000);
    assert.equal(window.count, 10);
  });

  it("windows put together are the file", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("a", "bb", "é", "\n", "\r\n"), { maxLength: 40 }).map((pieces) => pieces.join("")),
        fc.integer({ min: 1, max: 5 }),
        async (whole, lines) => {
          const shown: string[] = [];
          for (let offset = 0; ; ) {
            const window = await ofText(whole, { offset, lines });
            if (window.count === 0) break;
            shown.push(window.text);
            offset += window.count;
          }
          assert.equal(shown.join("\n"), naiveWindow(whole, { offset: 0, lines: 1000, characters: 10_000 }).text);
        },
      ),
    ));
});
