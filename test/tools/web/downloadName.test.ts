/** The names that downloaded files get in a folder (RFC 6266, RFC 8187). */
import assert from "node:assert/strict";
import { posix, win32 } from "node:path";
import fc from "fast-check";
import { downloadName } from "../../../src/tools/web/downloadName";

describe("the name of a downloaded file", () => {
  const cases: readonly (readonly [about: string, disposition: string | undefined, path: string, expected: string])[] =
    [
      ["the address", undefined, "/files/tool-1.2.zip?x=/y.exe#/z", "tool-1.2.zip"],
      ["the address, unescaped", undefined, "/a%20b%C3%A9.txt", "a bé.txt"],
      ["the address, with what is no UTF-8 as it stands", undefined, "/a%E9.txt", "a%E9.txt"],
      ["an address without a name", undefined, "/files/", "download"],
      ["an address that climbs with escapes", undefined, "/a/..%2f..%2fetc%2fpasswd", "passwd"],
      ["a disposition without a name", "attachment", "/a.txt", "a.txt"],
      ["a name without quotes", "attachment; filename=b.txt; size=3", "/a", "b.txt"],
      ["a name in quotes, with what would end it", 'attachment; filename="b; c \\"d\\".txt"', "/a", "b; c _d_.txt"],
      ["inline, and big letters", 'INLINE;FileName="b.txt"', "/a", "b.txt"],
      [
        "the encoded name before the plain one",
        `attachment; filename="b.txt"; filename*=UTF-8''%e2%82%ac.txt`,
        "/a",
        "€.txt",
      ],
      ["Latin-1", "attachment; filename*=iso-8859-1'en'caf%E9.txt", "/a", "café.txt"],
      ["an encoded name that is broken", `attachment; filename*=UTF-8''%ff.txt; filename=b.txt`, "/a", "b.txt"],
      ["an encoded name of no known encoding", "attachment; filename*=x-none''b.txt", "/a.txt", "a.txt"],
      ["bytes of UTF-8 as headers carry them", 'attachment; filename="\u00e6\u0097\u00a5.txt"', "/a", "日.txt"],
      ["bytes that are no UTF-8", 'attachment; filename="caf\u00e9.txt"', "/a", "café.txt"],
      ["the first of two", "attachment; filename=b.txt; filename=c.txt", "/a", "b.txt"],
      ["folders", 'attachment; filename="../../.ssh/authorized_keys"', "/a", "authorized_keys"],
      ["folders of Windows", 'attachment; filename="C:\\\\Windows\\\\b.dll"', "/a", "b.dll"],
      ["encoded folders", "attachment; filename*=UTF-8''..%2F..%5Cb.txt", "/a", "b.txt"],
      ["only dots", 'attachment; filename=".."', "/a.txt", "a.txt"],
      ["a hidden file", 'attachment; filename=".bashrc"', "/a", "bashrc"],
      ["dots and blanks at the end", 'attachment; filename="b.txt. . "', "/a", "b.txt"],
      ["a device", 'attachment; filename="Con.txt"', "/a", "Con_.txt"],
      ["a device alone", undefined, "/NUL", "NUL_"],
      ["a name that begins like a device", undefined, "/console.txt", "console.txt"],
      ["a stream of Windows", undefined, "/b.txt:ads", "b.txt_ads"],
      ["letters that turn the reading round", "attachment; filename*=UTF-8''b%E2%80%AEtxt.exe", "/a", "btxt.exe"],
      ["lines", "attachment; filename*=UTF-8''b%0D%0A%00c.txt", "/a", "bc.txt"],
      ["a long name", `attachment; filename="${"é".repeat(200)}.tar.gz"`, "/a", `${"é".repeat(71)}.tar.gz`],
      ["a name that would end in a blank when it is cut", undefined, `/${"a".repeat(149)}%20bc`, "a".repeat(149)],
      ["a long ending", undefined, `/${"a".repeat(10)}.${"b".repeat(300)}`, `${"a".repeat(10)}.${"b".repeat(139)}`],
    ];
  for (const [about, disposition, path, expected] of cases)
    it(about, () => assert.equal(downloadName(disposition, `https://example.org${path}`), expected));

  it("is one plain name of a bounded length, whatever the server says", () => {
    const nasty = fc.constantFrom(
      "..",
      "/",
      "\\",
      "%2f",
      "%5c",
      "%00",
      "\u202e",
      "con",
      ".",
      ":",
      '"',
      "'",
      ";",
      "é",
      "*",
      "filename=",
    );
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.array(nasty, { maxLength: 12 }).map((parts) => parts.join("")),
    );
    const disposition = fc.oneof(
      text,
      text.map((name) => `attachment; filename="${name}"`),
      text.map((name) => `attachment; filename=${name}`),
      text.map((name) => `attachment; filename*=UTF-8''${encodeURIComponent(name)}`),
    );
    const address = text.map((path) => `https://example.org/${encodeURI(path)}`);
    fc.assert(
      fc.property(fc.option(disposition, { nil: undefined }), address, (said, url) => {
        const name = downloadName(said, url);
        assert.ok(Buffer.byteLength(name) <= 160 && name !== "", name);
        assert.doesNotMatch(name, /[\p{Cc}\p{Cf}<>:"/\\|?*]|^[. ]|[. ]$/u);
        assert.doesNotMatch(name, /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i);
        for (const { resolve, dirname } of [posix, win32])
          assert.equal(dirname(resolve("/folder", name)), resolve("/folder"));
      }),
      { numRuns: 2000 },
    );
  });
});
