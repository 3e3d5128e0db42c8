/** Reasons in another language: every value of a clause stays as it was, whatever it says. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { clause, nested } from "../../../../src/core/text/clauses/clause";
import {
  clauseMark,
  clauseTranslator,
  nestedName,
  titleMark,
} from "../../../../src/core/text/clauses/clauseTranslator";

/** The texts of all clauses, with their placeholders. */
const texts = Object.keys(JSON.parse(readFileSync("l10n/bundle.l10n.json", "utf8")) as object)
  .filter((key) => key.endsWith(clauseMark))
  .map((key) => key.slice(0, -clauseMark.length));

const placeholder = /\{(\w+)\}/g;

const bundleOf = (translated: (text: string) => string) =>
  Object.fromEntries(texts.map((text) => [`${text}${clauseMark}`, translated(text)]));

/** Shows where a clause begins and ends, and what is in between as it is in English. */
const bracketed = clauseTranslator(bundleOf((text) => `⟦${text}⟧`));
const withoutBrackets = (text: string) => text.replace(/[⟦⟧]/g, "");

/** Has the values alone, the last first, each between brackets. */
const reversed = clauseTranslator(
  bundleOf((text) =>
    (text.match(placeholder) ?? [])
      .map((one) => `⟦${one}⟧`)
      .toReversed()
      .join(""),
  ),
);

/** A clause with values in it; `0` is the first value. */
const filled = (text: string, give: (name: string, at: number) => string): string => {
  let at = 0;
  return text.replace(placeholder, (_, name: string) => give(name, at++));
};

const plainValue = fc.stringMatching(/^[\p{Lu}\d/]{1,12}$/u);
/** Anybody's words: parts of our own texts, placeholders, marks of Markdown. */
const anyValue = fc
  .array(
    fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("{0}", "{1}", "{clause0}", "; ", ": ", " is ", " (", ")", "`", "*", "|", "\n", "$&", "$1"),
      fc.constantFrom(...texts),
    ),
    { maxLength: 4 },
  )
  .map((parts) => withoutBrackets(parts.join("")));

/** A reason made of one of the texts; where a clause belongs, there is one. */
const reasonWith = (value: fc.Arbitrary<string>, depth = 3): fc.Arbitrary<string> =>
  fc.constantFrom(...texts).chain((text) => {
    const names = [...text.matchAll(placeholder)].map(([, name = ""]) => name);
    const values = names.map((name) =>
      name.startsWith(nestedName) && depth > 1 ? fc.oneof(value, reasonWith(value, depth - 1)) : value,
    );
    return fc.tuple(...values).map((given) => filled(text, (_, at) => given[at] ?? ""));
  });

describe("a clause", () => {
  it("is the English text itself", () => {
    const [name, missing]: [string, string | undefined] = ["a\\b", undefined];
    assert.equal(clause`it writes ${name}, ${2} and ${missing}\n`, "it writes a\\b, 2 and undefined\n");
    assert.equal(clause`it asks; ${nested(clause`it writes ${"x"}`)}`, "it asks; it writes x");
  });
});

describe("reasons in another language", () => {
  it("finds every clause by its text, whatever its values are", () => {
    for (const text of texts) {
      const values: string[] = [];
      const reason = filled(text, (name) => {
        const value = name.startsWith(nestedName) ? "it deletes files" : `V${values.length}`;
        values.push(value);
        return value;
      });
      const shown = bracketed(reason);
      assert.ok(shown.startsWith("⟦") && shown.endsWith("⟧"), reason);
      assert.equal(withoutBrackets(shown), reason);
      const nestedCount = values.filter((value) => value === "it deletes files").length;
      assert.equal(shown.slice(1).split("⟦it deletes files⟧").length - 1, nestedCount, reason);
    }
  });

  it("loses, adds and reorders nothing within any value", () => {
    fc.assert(
      fc.property(reasonWith(anyValue), (reason) => assert.equal(withoutBrackets(bracketed(reason)), reason)),
      {
        numRuns: 2000,
      },
    );
    fc.assert(
      fc.property(anyValue, (text) => assert.equal(withoutBrackets(bracketed(text)), text)),
      { numRuns: 2000 },
    );
  });

  it("has every value where the other language wants it", () => {
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.array(plainValue, { minLength: 5, maxLength: 5 }), (text, values) => {
        const names = [...text.matchAll(placeholder)].map(([, name = ""]) => name);
        fc.pre(names.length > 0 && !names.some((name) => name.startsWith(nestedName)));
        const given = values.slice(0, names.length);
        const shown = reversed(filled(text, (_, at) => given[at] ?? ""));
        assert.equal(
          shown,
          given
            .map((value) => `⟦${value}⟧`)
            .toReversed()
            .join(""),
        );
      }),
    );
  });

  it("takes the text that says most, and leaves what is no clause as it is", () => {
    const translate = clauseTranslator({
      [`{0} expands${clauseMark}`]: "{0} раскрывается",
      [`{0} expands, so ask{1}${clauseMark}`]: "{0} раскрывается; спросите{1}",
      [`{0}: {clause1}${clauseMark}`]: "{0}: {clause1}",
      [`{0} is {1} ({clause2})${clauseMark}`]: "{0}: {1} ({clause2})",
      "{0} writes": "not a clause",
    });
    assert.equal(translate("a expands"), "a раскрывается");
    assert.equal(translate("a expands, so ask!"), "a раскрывается; спросите!");
    assert.equal(translate("env: a expands"), "env: a раскрывается", "not as one value");
    for (const text of ["a hook: says no", "this is bad (very)", "a writes", "expands ", ""])
      assert.equal(translate(text), text);
  });

  it("shows values that look like placeholders or patterns of a replacement as they are", () => {
    const translate = clauseTranslator({ [`{0} points to {1}${clauseMark}`]: "{1} ← {0}" });
    assert.equal(translate("{1} points to $& {0} $1"), "$& {0} $1 ← {1}");
  });

  it("goes into clauses only so deep, and reads no text that nobody waits for", () => {
    const translate = clauseTranslator({
      [`it says: {clause0}${clauseMark}`]: "говорит: {clause0}",
      [`it ends${clauseMark}`]: "конец",
    });
    assert.equal(translate(`${"it says: ".repeat(3)}it ends`), "говорит: говорит: говорит: конец");
    assert.equal(translate(`${"it says: ".repeat(5)}it ends`), `${"говорит: ".repeat(4)}it says: it ends`);
    const long = `it says: ${"x".repeat(4000)}`;
    assert.equal(translate(long), long);
  });

  it("is quick for a text that is made to fit many clauses", () => {
    const begun = performance.now();
    for (const part of ["; ", ": ", " is ", " (", "; also, ", " is (", "; a is b (c: d); also, ", "x, so tools "])
      for (const end of ["", ")", "!"]) bracketed(`${part.repeat(4000 / part.length - 1)}${end}`);
    assert.ok(performance.now() - begun < 5000, `${performance.now() - begun} ms`);
  });
});

describe("titles of calls in another language", () => {
  const titles: Readonly<Record<string, string>> = JSON.parse(readFileSync("l10n/bundle.l10n.ru.json", "utf8"));
  const translate = clauseTranslator(titles, titleMark);

  it("are found by what they say, with names, commands and patterns as they are", () => {
    for (const [title, shown] of [
      ["Run npm test", "Выполнить npm test"],
      ["Run in the background: npm start", "Выполнить в фоне: npm start"],
      ["Create src/a.ts", "Создать src/a.ts"],
      ["Create the tool sum", "Создать инструмент sum"],
      ["Rename a to b in 3 files", "Переименовать a в b (файлов: 3)"],
      ["List problems in the workspace", "Показать проблемы в рабочей области"],
      ["agent_3 (fix the tests): Delete src/a.ts", "agent_3 (fix the tests): Удалить src/a.ts"],
      ["Copilot's tool Edit: Change src/a.ts", "Инструмент Edit (Copilot): Изменить src/a.ts"],
    ] as const)
      assert.equal(translate(title), shown);
  });

  it("show a command as it is, although it looks like another title", () => {
    for (const command of ["echo x's tool y: Delete z", "echo: Read a.ts", "rm -rf a to b in 3 files", "Run a; Run b"])
      assert.equal(translate(`Run ${command}`), `Выполнить ${command}`);
  });

  it("are no reasons, and reasons are no titles", () => {
    assert.equal(clauseTranslator(titles)("Read the docs first"), "Read the docs first");
    const reason = "it changes files";
    assert.notEqual(clauseTranslator({ [`${reason}${clauseMark}`]: "x" })(reason), reason);
    assert.equal(clauseTranslator({ [`${reason}${clauseMark}`]: "x" }, titleMark)(reason), reason);
  });

  it("lose, add and reorder nothing within any value", () => {
    const all = Object.keys(titles)
      .filter((key) => key.endsWith(titleMark))
      .map((key) => key.slice(0, -titleMark.length));
    const shown = clauseTranslator(
      Object.fromEntries(all.map((text) => [`${text}${titleMark}`, `⟦${text}⟧`])),
      titleMark,
    );
    const title = fc
      .tuple(fc.constantFrom(...all), fc.array(anyValue, { minLength: 3, maxLength: 3 }))
      .map(([text, values]) => filled(text, (_, at) => values[at] ?? ""));
    fc.assert(
      fc.property(title, (text) => assert.equal(withoutBrackets(shown(text)), text)),
      { numRuns: 2000 },
    );
  });
});
