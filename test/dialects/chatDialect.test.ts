/** Which dialect @crib speaks with which model (D-2, D-19). */
import assert from "node:assert/strict";
import fc from "fast-check";
import { readSettings } from "../../src/core/settings/readSettings";
import { type DialectName, dialectNames } from "../../src/core/vocabulary/dialectNames";
import { dialectFor, familyTable } from "../../src/dialects/chatDialect";

const spoken = (model: { family?: string; id?: string; name?: string; vendor?: string }, values = {}) =>
  dialectFor({ id: "", family: "", vendor: "", name: "", ...model }, readSettings(values).settings);

describe("the dialect of @crib", () => {
  const rows: [family: string, dialect: string][] = [
    ["claude-sonnet-4.5", "standard"],
    ["gpt-5-codex", "standard"],
    ["gpt-4o", "standard"],
    ["codex-mini", "standard"],
    ["gemini-2.5-pro", "qwen"],
    ["qwen3-coder", "qwen"],
    ["Qwen/QwQ-32B", "qwen"],
    ["llama3.3", "standard"],
    ["", "standard"],
  ];
  for (const [family, dialect] of rows)
    it(`with ${family || "a model without a family"} is ${dialect}`, () => assert.equal(spoken({ family }), dialect));

  it("goes by the family or the id, not by the name or the vendor", () => {
    assert.equal(spoken({ family: "llama", id: "openrouter/qwen/qwen3-coder:free" }), "qwen");
    assert.equal(spoken({ name: "Gemini 2.5 Pro", vendor: "gemini" }), "standard");
  });

  it("with a model that is in no table is toolcrib.dialect", () => {
    assert.equal(spoken({ family: "mistral-large" }, { dialect: "flyto" }), "flyto");
    assert.equal(spoken({ family: "gemini" }, { dialect: "flyto" }), "qwen");
  });

  it("is what a person chose, whatever the model and their table", () => {
    for (const name of dialectNames)
      assert.equal(spoken({ family: "gemini" }, { "chat.dialect": name, "chat.dialects": { "*": "flyto" } }), name);
  });

  it("follows the person's table before the built-in one, and its first pattern that fits", () => {
    const values = { "chat.dialects": { "*claude-opus*": "triggerfish", "*claude*": "flyto", "mistral-*": "nanobot" } };
    assert.equal(spoken({ family: "claude-opus-4" }, values), "triggerfish");
    assert.equal(spoken({ family: "claude-sonnet" }, values), "flyto");
    assert.equal(spoken({ family: "mistral-large" }, values), "nanobot");
    assert.equal(spoken({ family: "a-mistral-large" }, values), "standard");
    assert.equal(spoken({ family: "gemini" }, values), "qwen");
  });

  it("is none that an administrator forbids, as far as one is left", () => {
    const only = (...allowed: DialectName[]) =>
      ["gemini", "claude", "mistral"].map((family) =>
        dialectFor({ id: "", family, vendor: "", name: "" }, readSettings({ dialect: "flyto" }).settings, (name) =>
          allowed.includes(name),
        ),
      );
    assert.deepEqual(only("qwen", "flyto"), ["qwen", "flyto", "flyto"]);
    assert.deepEqual(only("standard", "nanobot"), ["standard", "standard", "standard"]);
    assert.deepEqual(only("nanobot"), ["nanobot", "nanobot", "nanobot"]);
    assert.deepEqual(only(), ["flyto", "flyto", "flyto"]);
  });

  it("says why of every row of its table, once", () => {
    const patterns = familyTable.map(({ models }) => models);
    assert.equal(new Set(patterns).size, patterns.length);
    for (const { because } of familyTable) assert.match(because, /^[^.]{20,}$/);
  });

  it("patterns: the whole name, with * for anything, in any case", () => {
    const fits = (pattern: string, id: string) =>
      spoken({ id }, { "chat.dialects": { [pattern]: "nanobot" } }) === "nanobot";
    for (const [pattern, id] of [
      ["Mistral", "mistral"],
      ["*", "x"],
      ["a*", "a"],
      ["*b", "a/b"],
      ["a*b*c", "a-b-b-c"],
    ])
      assert.ok(fits(pattern as string, id as string), `${pattern} fits ${id}`);
    for (const [pattern, id] of [
      ["a", "ab"],
      ["b", "ab"],
      ["a*a", "a"],
      ["a.c", "abc"],
      ["a*b*c", "acb"],
      ["a*bc*c", "abc"],
    ])
      assert.ok(!fits(pattern as string, id as string), `${pattern} does not fit ${id}`);
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "*", ".", "+"), minLength: 1, maxLength: 9 });
    const text = fc.string({ unit: fc.constantFrom("a", "b", ".", "+"), maxLength: 9 });
    fc.assert(
      fc.property(letters, text, (pattern, id) => {
        // A model without a family would fit a pattern of stars alone.
        const wanted = new RegExp(`^${pattern.replace(/[.+]/g, "\\$&").replaceAll("*", ".*")}$`);
        const values = { "chat.dialects": { [pattern]: "nanobot" } };
        assert.equal(spoken({ id, family: id }, values) === "nanobot", wanted.test(id));
      }),
    );
  });
});

describe("toolcrib.chat.dialects", () => {
  it("one broken entry spoils no other", () => {
    const { settings, problems } = readSettings({
      "chat.dialects": { "a*": "klingon", "b*": "qwen", "": "qwen", "c*": 5 },
    });
    const names = dialectNames.map((name) => `"${name}"`).join("|");
    assert.deepEqual(settings["chat.dialects"], { "b*": "qwen" });
    assert.deepEqual(problems, [
      {
        setting: "chat.dialects",
        at: "a*",
        text: `toolcrib.chat.dialects["a*"]: Invalid option: expected one of ${names}; that entry is left out.`,
      },
      {
        setting: "chat.dialects",
        at: "",
        text: 'toolcrib.chat.dialects[""]: Invalid key in record; that entry is left out.',
      },
      {
        setting: "chat.dialects",
        at: "c*",
        text: `toolcrib.chat.dialects["c*"]: Invalid option: expected one of ${names}; that entry is left out.`,
      },
    ]);
  });

  it("of another kind takes its default", () => {
    const { settings, problems } = readSettings({ "chat.dialects": [["a*", "qwen"]] });
    assert.deepEqual(settings["chat.dialects"], {});
    assert.equal(problems.length, 1);
  });
});
