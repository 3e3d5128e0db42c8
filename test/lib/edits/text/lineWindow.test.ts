import assert from "node:assert/strict";
import fc from "fast-check";
import { detectEncoding, encode, encodingOfHead, textOf } from "../../../../src/lib/edits/text/encoding";
import { LineIndex } from "../../../../src/lib/edits/text/lineIndex";
import type { LineWindow, WindowRequest } from "../../../../src/lib/edits/text/lineWindow";
import { readFirst } from "../../../../src/lib/edits/text/textFile";
import { cuts, file } from "../arbitraries";

async function* streamOf(pieces: Iterable<Uint8Array>): AsyncIterable<Uint8Array> {
  for (const piece of pieces) yield piece;
}

/** Read to the end, as a small file is. */
const windowOf = (pieces: readonly Uint8Array[], request: Partial<WindowRequest> = {}) => {
  const encoding = encodingOfHead(Buffer.concat(pieces));
  const whole = { offset: 0, lines: 2000, characters: 128_000, ...request };
  return readFirst(streamOf(pieces), whole, 0, new LineIndex(encoding));
};
const ofText = (text: string, request: Partial<WindowRequest> = {}) => windowOf([Buffer.from(text)], request);

/** Read no further than it must be, as a large file is. */
const stoppedWindowOf = (pieces: readonly Uint8Array[], request: WindowRequest) =>
  readFirst(streamOf(pieces), request, Number.POSITIVE_INFINITY, new LineIndex(encodingOfHead(Buffer.concat(pieces))));

const cut = (line: string, columns: number) =>
  line.length > columns ? line.slice(0, columns).replace(/[\ud800-\udbff]$/, "") : line;

type Naive = Omit<LineWindow, "crlf" | "valid">;

/** The same, found by splitting the whole text. */
function naiveWindow(whole: string, { offset, lines, characters, columns = Infinity }: WindowRequest): Naive {
  const all = whole.split("\n");
  const ended = all.at(-1) === "";
  if (ended) all.pop();
  const total = all.length;
  const wanted = all.slice(offset, offset + lines).map((line, index) => {
    const broken = offset + index < total - 1 || ended;
    return broken ? line.replace(/\r$/, "") : line;
  });
  const fitting: string[] = [];
  const cutLines: number[] = [];
  let used = 0;
  for (const line of wanted) {
    const shown = cut(line, columns);
    if (used + shown.length > characters) break;
    if (shown !== line) cutLines.push(offset + fitting.length);
    used += shown.length + 1;
    fitting.push(shown);
  }
  const [first] = wanted;
  if (fitting.length === 0 && first !== undefined) {
    const more = offset + 1 < total;
    return { text: cut(first, characters), count: 1, total, more, lineCut: true, cutLines, finalNewline: false };
  }
  const more = offset + fitting.length < total;
  const finalNewline = ended && total > 0 && !more;
  return { text: fitting.join("\n"), count: fitting.length, total, more, lineCut: false, cutLines, finalNewline };
}

const empty: LineWindow = {
  text: "",
  count: 0,
  total: 0,
  more: false,
  lineCut: false,
  cutLines: [],
  crlf: false,
  finalNewline: false,
  valid: true,
};

const request = fc.record({
  offset: fc.nat(8),
  lines: fc.integer({ min: 1, max: 6 }),
  characters: fc.integer({ min: 1, max: 30 }),
  columns: fc.option(fc.integer({ min: 1, max: 10 }), { nil: undefined }),
});

const fileInPieces = file.chain((one) => fc.tuple(fc.constant(one), cuts(one.bytes)));

describe("readWindow (RD-7, C-06)", () => {
  it("is what splitting the whole text gives, in every encoding, however the stream is cut", () =>
    fc.assert(
      fc.asyncProperty(fileInPieces, request, async ([{ bytes }, pieces], wanted) => {
        const { crlf: _, valid, ...window } = await windowOf(pieces, wanted);
        assert.deepEqual(
          { valid, ...window },
          { valid: true, ...naiveWindow(textOf(bytes, detectEncoding(bytes)), wanted) },
        );
      }),
      { numRuns: 2000 },
    ));

  it("of a file that is not read to its end is the same, but for the total", () =>
    fc.assert(
      fc.asyncProperty(fileInPieces, request, async ([{ bytes }, pieces], wanted) => {
        const { crlf: _, valid, total, ...window } = await stoppedWindowOf(pieces, wanted);
        const { total: all, ...naive } = naiveWindow(textOf(bytes, detectEncoding(bytes)), wanted);
        // The rest of a line too long to be kept was not looked at, so there might be more.
        if (window.lineCut && window.more) assert.deepEqual({ ...window, more: naive.more }, naive);
        else assert.deepEqual(window, naive);
        assert.equal(valid, true);
        assert.ok(total === undefined ? window.more : total === all);
      }),
      { numRuns: 2000 },
    ));

  it("nothing is read behind the window but the piece that shows that more follows", async () => {
    let read = 0;
    async function* endless() {
      for (;;) {
        read++;
        yield Buffer.from("line\n");
      }
    }
    const window = await readFirst(
      endless(),
      { offset: 3, lines: 2, characters: 100 },
      Number.POSITIVE_INFINITY,
      new LineIndex("utf8"),
    );
    assert.deepEqual([window.text, window.more, window.total, read], ["line\nline", true, undefined, 6]);
  });

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
    assert.deepEqual(await windowOf([]), empty);
    assert.deepEqual(await windowOf([new Uint8Array()]), empty);
    assert.deepEqual(await windowOf([encode("", "utf8bom")]), empty);
    assert.deepEqual(await windowOf([encode("", "utf16le")]), empty);
  });

  it("a lone line break is one empty line", async () =>
    assert.deepEqual(await ofText("\n"), { ...empty, count: 1, total: 1, finalNewline: true }));

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

  it("RD-14 lines that are longer than the columns are cut, and told", async () => {
    const wide = `${"😀".repeat(20_000)}\nshort\n${"x".repeat(2001)}`;
    const window = await ofText(wide, { columns: 2000 });
    assert.deepEqual(window, {
      ...empty,
      text: `${"😀".repeat(1000)}\nshort\n${"x".repeat(2000)}`,
      count: 3,
      total: 3,
      cutLines: [0, 2],
    });
    assert.equal((await ofText(wide, { columns: 1999 })).text.split("\n")[0], "😀".repeat(999));
  });

  it("a 5 MB single line is cut at the limit, without cutting a character", async function () {
    this.timeout(3000);
    const pieces = Array.from({ length: 80 }, () => Buffer.from("😀".repeat(16_384)));
    assert.deepEqual(await windowOf(pieces, { characters: 127_999 }), {
      ...empty,
      text: "😀".repeat(63_999),
      count: 1,
      total: 1,
      lineCut: true,
    });
  });

  it("bytes that mean nothing are told when they are shown, and only then", async () => {
    const bytes = Buffer.concat([Buffer.from("a\nb"), Buffer.from([0xff]), Buffer.from("\nc\ufffd\n")]);
    const valid = async (offset: number) =>
      (await readFirst(streamOf([bytes]), { offset, lines: 1, characters: 9 }, 0, new LineIndex("utf8"))).valid;
    assert.deepEqual([await valid(0), await valid(1), await valid(2)], [true, false, true]);
  });

  it("memory follows the window, not the file", async function () {
    this.timeout(5000);
    async function* gigabyte() {
      const piece = Buffer.alloc(1_000_000, "0123456789abcdef\n");
      for (let at = 0; at < 500; at++) yield piece;
    }
    const before = process.memoryUsage().arrayBuffers;
    const window = await readFirst(
      gigabyte(),
      { offset: 1000, lines: 10, characters: 128_000 },
      0,
      new LineIndex("utf8"),
    );
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
