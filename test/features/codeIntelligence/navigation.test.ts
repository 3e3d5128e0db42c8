import assert from "node:assert/strict";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { answer, at, codeCrib, silence, symbol } from "../../support/fakeCode";
import { realCrib } from "../../support/realCrib";

const tree = {
  "src/cart.ts": "export function total() {}\n\n// about total\ntotal();\n",
  "src/use.ts": "import { total } from './cart';\ntotal(); total();\n",
  "src/secret/key.ts": "total();\n",
  ".env": "total\n",
};
const place = { path: "src/cart.ts", line: 1, name: "total" };

describe("find_references", () => {
  it("lists lines by file, each once, with what was asked to be around them", async () => {
    const { said } = await codeCrib(tree, (path) => ({
      locations: async () =>
        answer(
          at(path("src/use.ts"), 1, 9, 5),
          at(path("src/use.ts"), 1, 0, 5),
          at(path("src/use.ts"), 0, 9, 5),
          at(path("src/cart.ts"), 3, 0, 5),
          at(path("src/cart.ts"), 0, 16, 5),
        ),
    }));
    assert.equal(
      await said("find_references", place),
      [
        '4 lines with references to "total" in 2 files:',
        "src/cart.ts:1: export function total() {}",
        "src/cart.ts:4: total();",
        "src/use.ts:1: import { total } from './cart';",
        "src/use.ts:2: total(); total();",
      ].join("\n"),
    );
    assert.equal(
      await said("find_references", { ...place, context: 1, limit: 2 }),
      [
        '4 lines with references to "total" in 2 files, 1 to 2:',
        "src/cart.ts:1: export function total() {}",
        "src/cart.ts-2- ",
        "src/cart.ts-3- // about total",
        "src/cart.ts:4: total();",
        "src/cart.ts-5- ",
        "[There are more: call again with offset 2.]",
      ].join("\n"),
    );
    assert.equal(
      await said("find_references", { ...place, offset: 3 }),
      '4 lines with references to "total" in 2 files, 4 to 4:\nsrc/use.ts:2: total(); total();',
    );
    assert.equal(
      await said("find_references", { ...place, offset: 9 }),
      'There are only 4 lines with references to "total": give a smaller offset than 9.',
    );
  });

  it("judges the files of the page alone, names the closed ones there, and goes on behind them", async () => {
    const { said } = await codeCrib({ ...tree, ".toolcribignore": "src/secret/\n" }, (path) => ({
      locations: async () =>
        answer(
          at(path("src/use.ts"), 0, 9, 5),
          at(path("src/use.ts"), 1, 0, 5),
          at(path("src/secret/key.ts"), 0, 0, 5),
          at(path("src/cart.ts"), 0, 16, 5),
        ),
    }));
    assert.equal(
      await said("find_references", { ...place, limit: 1 }),
      [
        '4 lines with references to "total" in 3 files, 1 to 1:',
        "src/cart.ts:1: export function total() {}",
        "[There are more: call again with offset 1.]",
      ].join("\n"),
    );
    const closed = "[Left out: src/secret/key.ts (.toolcribignore lists it (line 1))]";
    const page = (offset: number, limit: number) => said("find_references", { ...place, offset, limit });
    assert.equal(
      await page(1, 1),
      [
        '4 lines with references to "total" in 3 files, 2 to 2, none of which may be shown.',
        "[There are more: call again with offset 2.]",
        closed,
      ].join("\n"),
    );
    assert.equal(
      await page(1, 2),
      [
        '4 lines with references to "total" in 3 files, 2 to 3:',
        "src/use.ts:1: import { total } from './cart';",
        "[There are more: call again with offset 3.]",
        closed,
      ].join("\n"),
    );
    assert.equal(
      await page(3, 1),
      '4 lines with references to "total" in 3 files, 4 to 4:\nsrc/use.ts:2: total(); total();',
    );
    // Where all is on one page, only what may be read is counted.
    assert.match(await page(0, 4), /^3 lines with references to "total" in 2 files:\n/);
  });

  it("judges links by where they lead, also among many files of a folder", async () => {
    const many = Array.from({ length: 40 }, (_, at) => `src/many/m${at}.ts`);
    const files = { ...tree, ...Object.fromEntries(many.map((name) => [name, "total();\n"])) };
    const { said, root, outside } = await codeCrib({ ...files, ".toolcribignore": "src/secret/\n" }, (path) => {
      const named = [...many, "src/many/zClosed.ts", "src/many/zOut.ts", "src/many/zIn.ts", "src/many/../use.ts"];
      return { locations: async () => answer(...named.map((name) => at(path(name), 0, 0, 5))) };
    });
    writeFileSync(join(outside, "far.ts"), "total();\n");
    symlinkSync(join(root, "src/secret/key.ts"), join(root, "src/many/zClosed.ts"));
    symlinkSync(join(outside, "far.ts"), join(root, "src/many/zOut.ts"));
    symlinkSync(join(root, "src/cart.ts"), join(root, "src/many/zIn.ts"));
    const text = await said("find_references", place);
    assert.match(
      text,
      /^42 lines with references to "total" in 42 files:\nsrc\/cart\.ts:1: .*\nsrc\/many\/m0\.ts:1: total\(\);\n/,
    );
    assert.match(text, /\nsrc\/use\.ts:1: import/);
    assert.match(text, /\n\[Outside the workspace, so only named.*far\.ts:1\]\n\[Left out: src\/secret\/key\.ts /);
    assert.doesNotMatch(text, /zClosed|zOut|zIn/);
  });

  it("names what may not be read, and shows nothing of it", async () => {
    const { said, outside } = await codeCrib({ ...tree, ".toolcribignore": "src/secret/\n" }, (path) => ({
      locations: async () =>
        answer(
          at(path("src/cart.ts"), 0, 16, 5),
          at(path("src/secret/key.ts"), 0, 0, 5),
          at(path(".env"), 0, 0, 5),
          at(path("../outside/lib.ts"), 6, 0, 5),
          { address: "git:/old/cart.ts", range: at("", 0, 0, 5).range },
        ),
    }));
    writeFileSync(join(outside, "lib.ts"), "\n\n\n\n\n\ntotal\n");
    assert.equal(
      await said("find_references", place),
      [
        '1 line with a reference to "total" in 1 file:',
        "src/cart.ts:1: export function total() {}",
        `[Outside the workspace, so only named: ${join(outside, "lib.ts")}:7]`,
        "[Left out: .env (.env may contain secrets (.env)), git:/old/cart.ts (it is not a file), src/secret/key.ts (.toolcribignore lists it (line 1))]",
      ].join("\n"),
    );
  });

  it("judges a link by where it leads", async () => {
    const { said, root, outside } = await codeCrib(tree, (path) => ({
      locations: async () => answer(at(path("src/link.ts"), 0, 0, 5)),
    }));
    writeFileSync(join(outside, "real.ts"), "total\n");
    symlinkSync(join(outside, "real.ts"), join(root, "src/link.ts"));
    assert.match(
      await said("find_references", place),
      /^No references to "total" found in files that may be read\.\n\[Outside the workspace, so only named: .*:1\]$/,
    );
  });

  it("says that reading outside asks, where it does", async () => {
    const { said } = await codeCrib(
      tree,
      (path) => ({ locations: async () => answer(at(path("../outside/lib.ts"), 6, 0, 5)) }),
      { settings: { readOutsideRoots: "ask" } },
    );
    assert.match(
      await said("find_references", place),
      /\[Outside the workspace, so only named; reading one needs a person's approval: .*lib\.ts:7\]$/,
    );
  });

  it("says why there is nothing: a language that has not loaded, or none at all", async () => {
    const silent = await codeCrib(tree, () => ({ locations: async () => silence }));
    assert.equal(
      await silent.said("find_references", place),
      'No references to "total" found. The editor\'s language support gave no answer within 15 s: it may still be loading, or not know this kind of file. Try again later, or use search_text.',
    );
    const empty = await codeCrib(tree, () => ({}));
    assert.equal(await empty.said("find_references", place), 'No references to "total" found.');
  });

  it("says that it waited", async () => {
    const { said } = await codeCrib(tree, (path) => ({
      locations: async () => ({ ...answer(at(path("src/cart.ts"), 3, 0, 5)), waitedMs: 4200 }),
    }));
    assert.match(await said("find_references", place), /\n\[The language server was loading: waited 4 s for it\.\]$/);
  });

  it("raises the session's level by the files that it shows", async () => {
    const { call, session } = await codeCrib(
      tree,
      (path) => ({ locations: async () => answer(at(path("src/use.ts"), 0, 9, 5)) }),
      { settings: { "classification.rules": [{ match: { path: "src/use.ts" }, level: "CONFIDENTIAL" }] } },
    );
    await call("find_references", place);
    assert.equal(session.taint.level, "CONFIDENTIAL");
  });
});

describe("the other ways through code", () => {
  const answers = (path: (name: string) => string) => ({
    locations: async () => answer(at(path("src/cart.ts"), 0, 16, 5)),
    calls: async (direction: string) =>
      answer({
        symbol: symbol("main", "function", at(path("src/use.ts"), 0, 0, 5)),
        sites: direction === "callers" ? [at(path("src/use.ts"), 1, 0, 5)] : [at(path("src/cart.ts"), 3, 0, 5)],
      }),
    types: async () => answer(symbol("Cart", "class", at(path("src/cart.ts"), 0, 7, 8))),
    hover: async () => answer("```ts\nfunction total(): void\n```", "Adds up."),
    outline: async () =>
      answer(
        symbol("total", "function", at(path("src/cart.ts"), 0, 16, 5)),
        symbol("subtotal", "variable", at(path("src/cart.ts"), 3, 0, 5), "Cart"),
      ),
  });

  it("go_to, call_hierarchy and type_hierarchy tell what lies where", async () => {
    const { said } = await codeCrib(tree, answers);
    assert.equal(
      await said("go_to", { ...place, to: "type_definition" }),
      '1 line with a type definition of "total" in 1 file:\nsrc/cart.ts:1: export function total() {}',
    );
    assert.equal(
      await said("call_hierarchy", place),
      '1 line with a call of "total" in 1 file:\nsrc/use.ts:2: total(); total();  [in function main]',
    );
    assert.equal(
      await said("call_hierarchy", { ...place, direction: "callees" }),
      '1 line with a call in "total" in 1 file:\nsrc/cart.ts:4: total();  [calls function main, src/use.ts:1]',
    );
    assert.equal(
      await said("type_hierarchy", place),
      '1 line with a subtype of "total" in 1 file:\nsrc/cart.ts:1: export function total() {}  [class Cart]',
    );
  });

  it("hover shows what the editor shows, unless that is declared where nothing may be read", async () => {
    const { said } = await codeCrib(tree, answers);
    assert.equal(await said("hover", place), "```ts\nfunction total(): void\n```\n\nAdds up.");
    const closed = await codeCrib({ ...tree, ".toolcribignore": "src/secret/\n" }, (path) => ({
      ...answers(path),
      locations: async () => answer(at(path("src/secret/key.ts"), 0, 0, 5)),
    }));
    assert.equal(
      await closed.said("hover", place),
      'No information about "total" found in files that may be read.\n[Left out: src/secret/key.ts (.toolcribignore lists it (line 1))]',
    );
  });

  it("hover tells the kind alone of a text or number that stands in no file which is known to be readable", async () => {
    const texts = {
      "src/cart.ts": "export const total = secret; // 'mine', 7\n",
      "src/secret/key.ts": "'s3cret'; 4711\n",
    };
    const shown = async (...parts: string[]) => {
      const { said } = await codeCrib({ ...tree, ...texts, ".toolcribignore": "src/secret/\n" }, (path) => ({
        locations: async () => answer(at(path("src/cart.ts"), 0, 13, 5)),
        hover: async () => answer(...parts),
      }));
      return said("hover", place);
    };
    for (const [code, told] of [
      ['const total: "s3cret"', "const total: string"],
      ["const total: -4711 | 7 | 'mine'", "const total: number | 7 | 'mine'"],
      ['{ a: "mine"; b: `s3cret-`; c: 4711n; d1: 0x1267 }', '{ a: "mine"; b: string; c: number; d1: number }'],
      [
        'function total<"it\'s 1">(x: "a\\"b"): void (+2 overloads)',
        "function total<string>(x: string): void (+2 overloads)",
      ],
      ['module "src/x"', 'module "src/x"'],
    ] as const) {
      assert.equal(
        await shown(`\`\`\`ts\n${code}\n\`\`\``, "Has 2 'parts'."),
        `\`\`\`ts\n${told}\n\`\`\`\n\nHas 2 'parts'.`,
      );
      assert.equal(await shown(`\`\`\`ts\n${code}`), `\`\`\`ts\n${told}`);
      assert.equal(await shown(code), told);
    }
  });

  it("hover shows what belongs to the editor itself, unless a person works on it", async () => {
    const { said } = await codeCrib(tree, (path) => ({
      ...answers(path),
      locations: async () => answer({ ...at(path("../outside/lib.d.ts"), 0, 0, 5), isEditors: true }),
    }));
    assert.match(await said("hover", place), /Adds up\.$/);
    const inside = await codeCrib({ ...tree, ".toolcribignore": "src/secret/\n" }, (path) => ({
      ...answers(path),
      locations: async () => answer({ ...at(path("src/secret/key.ts"), 0, 0, 5), isEditors: true }),
    }));
    assert.doesNotMatch(await inside.said("hover", place), /Adds up/);
  });

  it("find_symbol finds by part of a name, by pattern, by kind, and gives outlines", async () => {
    const { said } = await codeCrib(tree, answers);
    const first = "src/cart.ts:1: export function total() {}  [function total]";
    const second = "src/cart.ts:4: total();  [variable Cart.subtotal]";
    const both = `${first}\n${second}`;
    assert.equal(
      await said("find_symbol", { name: "TOTAL" }),
      `2 lines with symbols matching "TOTAL" in 1 file:\n${both}`,
    );
    assert.match(
      await said("find_symbol", { name: "t*l" }),
      /^1 line with a symbol matching "t\*l" in 1 file:\n.*function total\]$/,
    );
    assert.match(await said("find_symbol", { name: "Cart.*" }), /variable Cart\.subtotal\]$/);
    assert.match(
      await said("find_symbol", { path: "src/cart.ts", kind: "variable" }),
      /^1 line with a symbol of kind variable in src\/cart\.ts in 1 file:\n/,
    );
    assert.equal(
      await said("find_symbol", { path: "src" }),
      "Give the name of a symbol, or the path of a file for its outline.",
    );
    assert.equal(
      await said("find_symbol", { name: "x", path: "none" }),
      "none does not exist: give a file or folder to look in.",
    );
  });
});

describe("where no editor knows the files", () => {
  it("the tools are not offered, and say why when they are called all the same", async () => {
    const { call, crib, session } = await realCrib(tree);
    const { ToolCatalog } = await import("../../../src/core/tools/toolCatalog");
    const names = new ToolCatalog(crib, session).all().map(({ name }) => name);
    assert.deepEqual(
      names.filter((name) => ["find_symbol", "find_references", "hover", "search_text"].includes(name)),
      ["search_text"],
    );
    assert.equal(
      (await call("find_references", place)).text,
      "No language support is available here: use search_text, read_file and edit_file instead.",
    );
  });
});
