/** Secrets in requests are found in whatever coding a server would read them in (PO-9). */
import assert from "node:assert/strict";
import fc from "fast-check";
import { textSentBy } from "../../../src/policy/confidentiality/sentText";
import { findSecrets } from "../../../src/policy/secrets/secretText";

const key = ["ghp", "_aB3xK9mQ7zR2tW5yL8nC4vD6fG1hJ0pSuE9x"].join("");

const found = (url: string, body?: string) => [
  ...new Set(
    findSecrets(textSentBy({ kind: "fetch", url, method: "GET", ...(body !== undefined && { body }) })).map(
      ({ name }) => name,
    ),
  ),
];

const base64 = (text: string) => Buffer.from(text).toString("base64");
const base64url = (text: string) => Buffer.from(text).toString("base64url");
const hex = (text: string) => Buffer.from(text).toString("hex");
const percent = (text: string) => [...text].map((letter) => `%${hex(letter)}`).join("");
const labels = (text: string, length: number) => text.match(new RegExp(`.{1,${length}}`, "g"))?.join(".");

describe("the text that a request sends", () => {
  const hidden: Readonly<Record<string, string>> = {
    "a path": `https://h.example/${key}/x`,
    "a query": `https://h.example/?q=${key}&r=1`,
    "a fragment": `https://h.example/#${key}`,
    "a user name": `https://${key}@h.example/`,
    "a host": `https://${key}.h.example/`,
    escapes: `https://h.example/?q=${percent(key)}`,
    "escapes of escapes": `https://h.example/?q=${encodeURIComponent(percent(key))}`,
    "one escape in the middle": `https://h.example/?q=${key.replace("_", "%5f")}`,
    Base64: `https://h.example/?q=${base64(key)}`,
    "Base64 in escapes": `https://h.example/?q=${encodeURIComponent(base64(`${key}??`))}&x=y`,
    "Base64 behind letters": `https://h.example/a/${base64(key)}`,
    "Base64 for addresses": `https://h.example/${base64url(`?>${key}`)}.png`,
    "hexadecimal digits": `https://h.example/${hex(key)}`,
    "hexadecimal digits behind an odd one": `https://h.example/x?a=f${hex(`:${key}`)}`,
    "labels in Base64": `https://${labels(base64url(key), 20)}.h.example/`,
    "labels in hexadecimal digits": `http://${labels(hex(key), 30)}.h.example:8080/x`,
    "labels as they are": `https://${labels(key, 11)}.h.example/`,
  };
  for (const [where, url] of Object.entries(hidden))
    it(`is looked through for secrets in ${where}`, () => assert.deepEqual(found(url), ["GitHub token"]));

  it("is looked through for secrets whose code holds the marks of either Base64", () => {
    const secret = ["abc8Q~", "dE5fG6hI7jK8lM9nO0pQ1rS2tU3vW4xY5z"].join("");
    assert.match(base64(secret), /\+/);
    assert.match(base64url(secret), /-/);
    assert.deepEqual(found(`https://h.example/a/${base64(secret)}`), ["Azure client secret"]);
    assert.deepEqual(found(`https://h.example/a/${base64url(secret)}`), ["Azure client secret"]);
  });

  it("has its body in it, in all these codings too", () => {
    for (const body of [key, JSON.stringify({ query: key }), `q=${percent(key)}`, base64(key)])
      assert.deepEqual(found("https://h.example/", body), ["GitHub token"], body);
  });

  it("reads a plus as a blank", () =>
    assert.deepEqual(found(`https://h.example/?h=authorization:+Bearer+aB3xK9mQ7zR2tW5yL8nC4vD6fG1hJ0`), [
      "authorization header",
    ]));

  it("holds nothing in ordinary addresses", () => {
    for (const url of [
      "https://github.com/a/b/commit/2a5ab0bcf5f6ef9a5a2ba0b3b1b5c4a6b0a3d9ab",
      "https://h.example/static/app.3f2a9c81d7e64b50.js?integrity=sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K",
      "https://ru.example/wiki/%D0%A0%D0%BE%D1%81%D1%81%D0%B8%D1%8F_%28%D1%81%D1%82%D1%80%D0%B0%D0%BD%D0%B0%29",
      "https://h.example/search?q=how+to+rotate+a+token&lang=en",
      "https://h.example/%zz%",
    ])
      assert.deepEqual(found(url), [], url);
  });

  it("never throws, keeps the address as it is, and grows by no more than a fixed factor", () => {
    const piece = fc.constantFrom("%", "%2", "%25", "+", "A", "f0", "/", ".", "@", ":", "\u00e9", "-", "_", "=", "eyJ");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 2000 }), (pieces) => {
        const url = `https://${pieces.join("")}`;
        const text = textSentBy({ kind: "fetch", url, method: "GET" });
        assert.ok(text.startsWith(url));
        assert.ok(text.length <= 100 * url.length + 100);
      }),
    );
  });
});
