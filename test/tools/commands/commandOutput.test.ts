import assert from "node:assert/strict";
import fc from "fast-check";
import { markedStderr } from "../../../src/core/text/markedStderr";
import { binaryKind } from "../../../src/lib/media/printedBytes";
import { CommandOutput, liveLine, type Printed, sharedRoom } from "../../../src/tools/commands/commandOutput";

const latin1 = (text: string) => Buffer.from(text, "latin1");

describe("binary output (SH-12)", () => {
  const padded = (head: string) => latin1(`${head}\0\0\0`);
  const kinds: [bytes: Buffer, kind: string][] = [
    [padded("\x7fELF\x02\x01\x01"), "ELF program"],
    [padded("\x89PNG\r\n\x1a\n"), "PNG image"],
    [padded("\xff\xd8\xff\xe0"), "JPEG image"],
    [latin1("%PDF-1.7\n"), "PDF document"],
    [padded("GIF89a"), "GIF image"],
    [padded("\x1f\x8b\x08"), "gzip archive"],
    [padded("PK\x03\x04"), "ZIP archive"],
    [latin1(`name${"\0".repeat(253)}ustar\0`), "tar archive"],
    [padded("\0asm\x01"), "WebAssembly module"],
    [padded("\xce\xfa\xed\xfe"), "Mach-O program"],
    [padded("\xcf\xfa\xed\xfe"), "Mach-O program"],
    [padded("BM\x46\0\0\0\0\0\0\0"), "BMP image"],
    [padded("RIFF\x10\0\0\0WEBP"), "WebP image"],
    [latin1("h\0e\0l\0l\0o\0"), "unknown kind"],
    [latin1("\xcf\xf0\xe8\xe2\xe5\xf2, \xec\xe8\xf0"), "unknown kind"],
    [latin1("\x01\x02\x03\x04ab"), "unknown kind"],
    [latin1(`ab${"\0".repeat(6)}c`), "unknown kind"],
  ];
  for (const [bytes, kind] of kinds)
    it(`${kind}: ${JSON.stringify(bytes.toString("latin1").slice(0, 12))}`, () =>
      assert.equal(binaryKind(bytes), kind));

  it("text is text, whatever it begins with, and a character cut at byte 512 does no harm", () => {
    for (const text of ["", "BM is not a bitmap", "é€😀", "PK", "MZ", "\u001b[1mbold\u001b[0m\n"])
      assert.equal(binaryKind(Buffer.from(text)), undefined, text);
    for (let before = 505; before <= 512; before++)
      assert.equal(binaryKind(Buffer.from(`${"x".repeat(before)}😀 and more`)), undefined, `${before}`);
    assert.equal(binaryKind(Buffer.concat([Buffer.alloc(600, 120), latin1("\xff\0")])), undefined);
  });

  it("a few bytes that are no text hide nothing, nor do names that NULs end", () => {
    const bold = (text: string) => [...text].map((letter) => `${letter}\b${letter}`).join("");
    for (const text of ["a\0b", "caf\xe9\n", "caf\xe9.c:3: error\n", "src/a.ts\0src/b.ts\0", bold("NAME\n")])
      assert.equal(binaryKind(latin1(text)), undefined, JSON.stringify(text));
  });
});

describe("CommandOutput", () => {
  it("knows binary output by its first bytes in however small pieces, and counts all", () => {
    const output = new CommandOutput({ stdout: 100, stderr: 100 });
    for (const byte of Buffer.concat([latin1("\x89PNG\r\n\x1a\n\0"), Buffer.alloc(1000, 97)]))
      output.append("stdout", Buffer.from([byte]));
    output.append("stderr", Buffer.from("€"));
    assert.deepEqual(output.finish(), {
      stdout: "[binary output (PNG image, 1009 bytes) not shown: redirect it to a file]",
      stderr: "€",
      isCut: false,
      leftOut: [],
    });
  });

  it("shows what stands for bytes that are no text, and says so in a line", () => {
    const output = new CommandOutput({ stdout: 100, stderr: 100 });
    output.append("stdout", latin1("src/a.ts\0src/b.ts\0"));
    output.append("stderr", latin1("caf\xe9.c:3: error\n"));
    const { stdout, stderr } = output.finish();
    assert.equal(stdout, "src/a.ts␀src/b.ts␀\n[␀ stands for a NUL byte]\n");
    assert.equal(
      stderr,
      "caf\ufffd.c:3: error\n[\ufffd stands for bytes that are not UTF-8: iconv -f windows-1252 -t utf-8 may make them readable]\n",
    );
  });

  it("puts characters together that came in two pieces, and keeps a last line without its end", () => {
    const output = new CommandOutput({ stdout: 100, stderr: 100 });
    for (const byte of Buffer.from("a€\nend 😀")) output.append("stdout", Buffer.from([byte]));
    assert.equal(output.finish().stdout, "a€\nend 😀");
  });

  it("says which was cut", () => {
    const output = new CommandOutput({ stdout: 10, stderr: 100 });
    output.append("stdout", Buffer.from("abcdefghijklmnopqrstuvwxyz\n"));
    assert.deepEqual(output.finish(), {
      stdout: "abcdefgh\n[… 17 bytes left out …]\nz\n",
      stderr: "",
      isCut: true,
      leftOut: [{ stream: "stdout", from: 8 }],
    });
  });

  it("names no place where what is shown was folded", () => {
    const output = new CommandOutput({ stdout: 10, stderr: 100 });
    output.append("stdout", Buffer.from("10%\r20%\rabcdefghijklmnopqrstuvwxyz\n"));
    assert.deepEqual(output.finish().leftOut, [{ stream: "stdout" }]);
  });

  describe("with one room for both streams", () => {
    const finished = (stdout: string, stderr: string) => {
      const output = new CommandOutput(sharedRoom(1000));
      output.append("stdout", Buffer.from(stdout));
      output.append("stderr", Buffer.from(stderr));
      return output.finish();
    };
    const size = ({ stdout, stderr }: Printed) => stdout.length + (stderr === "" ? 0 : markedStderr(stderr).length);

    it("gives one what the other leaves", () => {
      assert.equal(finished("o".repeat(1000), "").isCut, false);
      const { stdout, stderr } = finished("o".repeat(5000), "e".repeat(91));
      assert.equal(stderr, "e".repeat(91));
      assert.match(stdout, /^o{600,}\n\[… \d+ bytes left out …\]\no{100,}$/);
    });

    it("gives each half where both want more", () => {
      const printed = finished("o".repeat(5000), "e".repeat(5000));
      assert.ok(printed.stdout.length > 450 && printed.stdout.length <= 500, printed.stdout);
      assert.ok(printed.stderr.length > 400 && printed.stderr.length <= 491, printed.stderr);
      assert.deepEqual(
        printed.leftOut.map(({ stream }) => stream),
        ["stdout", "stderr"],
      );
    });

    it("is never exceeded, by marks of many short lines neither", () =>
      fc.assert(
        fc.property(
          fc.string({ unit: fc.constantFrom("a", "\n", "b"), maxLength: 3000 }),
          fc.string({ unit: fc.constantFrom("a", "\n", "\n"), maxLength: 3000 }),
          (stdout, stderr) => {
            const printed = finished(stdout, stderr);
            assert.ok(size(printed) <= 1000, String(size(printed)));
            if (stdout.length + markedStderr(stderr).length <= 1000) assert.equal(printed.isCut, false);
          },
        ),
      ));
  });
});

describe("liveLine", () => {
  it("is the last line that says something, plain and without half characters", () => {
    assert.equal(liveLine(Buffer.from("one\ntwo\n\n")), "two");
    assert.equal(liveLine(Buffer.from("10%\r\u001b[32m50%\u001b[0m")), "50%");
    assert.equal(liveLine(Buffer.from("\n")), "");
    assert.equal(liveLine(Buffer.from("€€").subarray(0, 5)), "€");
    assert.match(liveLine(Buffer.from("€".repeat(1000))), /^€{133}$/);
  });
});
