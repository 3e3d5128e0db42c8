/** What the pages show to be typed, set or chosen is there as it is written. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ParseError, parse } from "jsonc-parser";
import { marked } from "marked";
import { commands, optionNames } from "../../src/headless/usage";

const pages = ["README.md", ...readdirSync("docs").map((name) => join("docs", name))];
const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const texts = JSON.parse(readFileSync("package.nls.json", "utf8")) as Readonly<Record<string, string>>;

interface Example {
  readonly page: string;
  readonly language: string;
  readonly text: string;
}

const blocks: Example[] = [];
const spans: Example[] = [];
for (const page of pages)
  marked.walkTokens(marked.lexer(readFileSync(page, "utf8")), (token) => {
    if (token.type === "code") blocks.push({ page, language: token.lang ?? "", text: token.text });
    if (token.type === "codespan") spans.push({ page, language: "", text: token.text });
  });

/** Those of which the test says that something is wrong. */
const wrong = (examples: readonly Example[], problem: (text: string) => string | undefined) =>
  examples.flatMap(({ page, text }) => {
    const found = problem(text);
    return found === undefined ? [] : [`${page}: ${found}`];
  });

describe("examples in the documentation", () => {
  it("are JSON where they say so", () => {
    const json = blocks.filter(({ language }) => /^jsonc?$/.test(language));
    assert.ok(json.length > 10, `${json.length}`);
    const problems = wrong(json, (text) => {
      const errors: ParseError[] = [];
      parse(text, errors, { allowTrailingComma: true });
      // A page may show a part of an object: its members without the braces.
      if (errors.length > 0) parse(`{${text}}`, errors.splice(0) && errors, { allowTrailingComma: true });
      return errors.length > 0 ? text : undefined;
    });
    assert.deepEqual(problems, []);
  });

  it("name commands of the program and their options", () => {
    const names = Object.keys(commands);
    const lines = [...blocks.filter(({ language }) => /^(sh|bash|console)?$/.test(language)), ...spans].flatMap(
      ({ page, text }) => text.split("\n").map((line) => ({ page, language: "", text: line })),
    );
    const calls = lines.filter(({ text }) => /^(npx )?toolcrib [a-z]/.test(text));
    assert.ok(calls.length > 40, `${calls.length}`);
    const problems = wrong(calls, (text) => {
      const [name = "", ...words] = text.replace(/^(npx )?toolcrib /, "").split(/\s+/);
      if (!names.includes(name)) return text;
      const known = new Set<string>([...optionNames(name as keyof typeof commands), "help"]);
      const options = words.flatMap((word) => /^\[?--([a-z-]+)/.exec(word)?.[1] ?? []);
      return options.every((option) => known.has(option)) ? undefined : text;
    });
    assert.deepEqual(problems, []);
  });

  it("name commands of the palette by their titles", () => {
    const titles = new Set(
      manifest.contributes.commands.map(({ title }: { title: string }) => `Toolcrib: ${texts[title.slice(1, -1)]}`),
    );
    const named = pages.flatMap((page) =>
      [...readFileSync(page, "utf8").matchAll(/[*`_](Toolcrib: [^*`_\n]+)[*`_]/g)].map(([, text = ""]) => ({
        page,
        language: "",
        text,
      })),
    );
    assert.ok(named.length > 40, `${named.length}`);
    assert.deepEqual(
      wrong(named, (text) => (titles.has(text) ? undefined : text)),
      [],
    );
  });

  it("name settings that are there", () => {
    const groups = [manifest.contributes.configuration].flat() as {
      properties: Record<string, { properties?: object }>;
    }[];
    const known = groups
      .flatMap(({ properties }) => Object.entries(properties))
      .flatMap(([name, { properties = {} }]) => [name, ...Object.keys(properties).map((part) => `${name}.${part}`)]);
    const named = spans.filter(({ text }) => /^"?toolcrib\.[a-z][\w.]*"?$/i.test(text));
    assert.ok(named.length > 60, `${named.length}`);
    const problems = wrong(named, (quoted) => {
      const name = quoted.replaceAll('"', "");
      return known.some((setting) => setting === name || setting.startsWith(`${name}.`)) ? undefined : name;
    });
    assert.deepEqual(problems, []);
  });
});
