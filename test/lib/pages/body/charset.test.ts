import assert from "node:assert/strict";
import { labelToName } from "@exodus/bytes/encoding.js";
import fc from "fast-check";
import sniff from "html-encoding-sniffer";
import iconv from "iconv-lite";
import { decodeAs, decodeBody } from "../../../../src/lib/pages/body/charset";
import { metaCharset } from "../../../../src/lib/pages/body/metaCharset";
import { read } from "../jobs";

/** A text for each encoding, as far as iconv-lite and the standard agree on it. */
const samples: Readonly<Record<string, string>> = {
  ibm866: "Привет, мир №",
  "iso-8859-2": "Příliš žluťoučký kůň",
  "iso-8859-3": "Ĥĉĝĵŝŭ",
  "iso-8859-4": "Ąžuolas ē",
  "iso-8859-5": "Привет",
  "iso-8859-6": "مرحبا",
  "iso-8859-7": "Καλημέρα",
  "iso-8859-8": "שלום",
  "iso-8859-10": "Þórður ē",
  "iso-8859-13": "Ąžuolas",
  "iso-8859-14": "Ŵŷ ŵ",
  "iso-8859-15": "œuvre €",
  "iso-8859-16": "Țară €",
  "koi8-r": "Привет",
  "koi8-u": "Привіт їжак",
  macintosh: "naïve œuvre",
  "windows-874": "สวัสดี",
  "windows-1250": "Příliš €",
  "windows-1251": "Привет №",
  "windows-1252": "naïve “quoted” €",
  "windows-1253": "Καλημέρα",
  "windows-1254": "Şişli ğ",
  "windows-1255": "שלום ₪",
  "windows-1256": "مرحبا",
  "windows-1257": "Ąžuolas",
  "windows-1258": "Đăng ưu",
  "x-mac-cyrillic": "Привет",
  gbk: "你好，世界",
  gb18030: "你好㐂𠮷",
  big5: "你好，世界",
  "euc-jp": "日本語テキスト",
  shift_jis: "日本語テキスト①",
  "euc-kr": "안녕하세요 똠방각하",
  "utf-16le": "héllo 😀",
  "utf-16be": "héllo 😀",
};

/** Names that iconv-lite has for the same. */
const elsewhere: Readonly<Record<string, string>> = {
  "x-mac-cyrillic": "maccyrillic",
  ibm866: "cp866",
  "utf-16be": "utf16be",
  "utf-16le": "utf16le",
};

describe("The encoding of a page (WF-2)", () => {
  for (const [charset, text] of Object.entries(samples))
    it(`reads ${charset} as iconv-lite writes it`, () => {
      const bytes = iconv.encode(text, elsewhere[charset] ?? charset);
      const page = read(bytes, { contentType: `text/plain; charset="${charset.toUpperCase()}"` });
      assert.deepEqual([page.text, page.charset], [text, charset]);
    });

  it("reads what the standard reads otherwise than others: Latin-1 is windows-1252, and two encodings are none", () => {
    const bytes = Uint8Array.of(0x80, 0x9f, 0xe9);
    assert.deepEqual(decodeBody(bytes, "text/html; charset=iso-8859-1", "html"), {
      text: "€Ÿé",
      charset: "windows-1252",
      isGuess: false,
    });
    assert.equal(decodeAs(bytes, "x-user-defined"), "\uf780\uf79f\uf7e9");
    assert.equal(decodeAs(bytes, "replacement"), "\ufffd");
    assert.equal(decodeBody(bytes, "text/html; charset=iso-2022-kr", "html").charset, "replacement");
    assert.equal(decodeAs(iconv.encode("日本", "shift_jis"), "shift_jis"), "日本");
    assert.equal(decodeAs(Buffer.from("\u001b$BF|K\\\u001b(B", "latin1"), "iso-2022-jp"), "日本");
  });

  const html = (head: string) => Buffer.concat([Buffer.from(`<html>${head}`), Uint8Array.of(0xef)]);
  it("asks the mark first, then the header, then the page, then the bytes", () => {
    const marked = Buffer.concat([Uint8Array.of(0xef, 0xbb, 0xbf), Buffer.from("é")]);
    assert.deepEqual(decodeBody(marked, "text/html; charset=koi8-r", "html"), {
      text: "é",
      charset: "utf-8",
      isGuess: false,
    });
    const page = html("<meta charset=koi8-r>");
    assert.equal(decodeBody(page, "text/html; charset=windows-1251", "html").charset, "windows-1251");
    assert.equal(decodeBody(page, "text/html; charset=nonsense", "html").charset, "koi8-r");
    assert.equal(decodeBody(Buffer.from("é"), undefined, "text").charset, "utf-8");
    assert.equal(
      decodeBody(iconv.encode("Привет, это обычный русский текст.", "koi8-r"), "text/plain", "text").charset,
      "koi8-r",
    );
    assert.equal(decodeBody(Buffer.from("a\xe9", "latin1"), undefined, "text").charset, "windows-1252");
  });

  it("believes the declaration of XML, but for UTF-16 that it could not be read in", () => {
    const xml = (name: string) => Buffer.from(`<?xml version="1.0" encoding='${name}'?><a>\xe9</a>`, "latin1");
    assert.equal(decodeBody(xml("iso-8859-2"), "text/xml", "xml").charset, "iso-8859-2");
    assert.equal(decodeBody(xml("utf-16"), "text/xml", "xml").charset, "utf-8");
    assert.equal(decodeBody(Buffer.from("<a/>"), "text/xml", "xml").charset, "utf-8");
  });

  it("leaves out a character that is cut off at the end", () => {
    for (const [charset, name] of [
      ["utf-8", "utf8"],
      ["shift_jis", "shift_jis"],
      ["gb18030", "gb18030"],
      ["utf-16le", "utf16le"],
    ] as const) {
      const whole = iconv.encode("a日", name);
      assert.equal(decodeAs(whole.subarray(0, -1), charset), "a", charset);
    }
  });

  it("never fails, whatever bytes come in whatever encoding", () => {
    const charsets = [...Object.keys(samples), "utf-8", "iso-2022-jp", "x-user-defined", "replacement"];
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), fc.constantFrom(...charsets), (bytes, charset) => {
        assert.equal(typeof decodeAs(bytes, charset), "string");
      }),
    );
  });

  it("finds in a page what html-encoding-sniffer finds", () => {
    const piece = fc.constantFrom(
      "<meta charset=koi8-r>",
      '<META CHARSET="big5">',
      "<meta charset='utf-16'>",
      "<meta charset=x-user-defined>",
      "<!-- <meta charset=gbk> -->",
      '<meta http-equiv=Content-Type content="text/html; charset=euc-kr">',
      "<meta content='a; charset=gbk'>",
      "<meta/charset=iso-8859-2>",
      '<p title="<meta charset=gbk>">',
      "<?php <meta charset=gbk> ?>",
      "<!doctype html>",
      "</p x='>'>",
      "text",
      "<meta charset=none>",
      " <",
      '<meta charset="" charset=gbk>',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const bytes = Buffer.from(`${pieces.join("")}.`);
        assert.equal(metaCharset(bytes) ?? "utf-8", sniff(bytes, { defaultEncoding: "UTF-8" }).toLowerCase());
      }),
      { numRuns: 500 },
    );
    assert.equal(labelToName("latin1"), "windows-1252");
  });

  it("takes markup apart as html-encoding-sniffer does, however broken it is", () => {
    const piece = fc.constantFrom(
      ...["<meta ", "<meta/", "<p ", "</p", "<!--", "-->", "->", "<!", "<?", ">", "<", "=", " ", "/", "\v", '"', "'"],
      ...["charset", "koi8-r", "http-equiv", "content", "content-type", "x", "; charset=big5;"],
      ...['charset="euc-kr"', "content='a; charset=gbk'", "http-equiv=content-type"],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        // Whatever is open ends: of a tag that does not, it reads what the standard leaves alone.
        const bytes = Buffer.from(`<meta ${pieces.join("")}'-->"-->'-->`);
        assert.equal(metaCharset(bytes) ?? "utf-8", sniff(bytes, { defaultEncoding: "UTF-8" }).toLowerCase());
      }),
      { numRuns: 5000 },
    );
  });

  it("goes on after a meta element that stops at the word charset, at which html-encoding-sniffer throws", () => {
    for (const content of ["All about charset", "text/html; charset=", "charset "])
      assert.equal(metaCharset(Buffer.from(`<meta content="${content}"><meta charset=koi8-r>`)), "koi8-r", content);
  });

  it("believes no element that the first 1,024 bytes do not hold whole", () => {
    const meta = "<meta charset=koi8-r>";
    assert.equal(metaCharset(Buffer.from(" ".repeat(1024 - meta.length) + meta)), "koi8-r");
    for (let missing = 1; missing <= meta.length; missing++)
      assert.equal(metaCharset(Buffer.from(" ".repeat(1024 - meta.length + missing) + meta)), undefined);
  });
});
