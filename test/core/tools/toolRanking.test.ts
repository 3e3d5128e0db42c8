/** Which tools a few words find, and in which order (TS-1, C-38). */
import assert from "node:assert/strict";
import fc from "fast-check";
import { tools } from "../../../scripts/describedTools";
import type { DialectTool } from "../../../src/core/tools/tool";
import { rankTools } from "../../../src/core/tools/toolRanking";
import { makeDialects } from "../../../src/dialects";
import { asItself } from "../../../src/dialects/shared/over";
import { toolOf } from "../../support/bareCrib";

interface Words {
  readonly hint?: string;
  readonly aliases?: readonly string[];
  readonly description?: string;
}

const named = (name: string, { hint, aliases = [], description = "" }: Words = {}): DialectTool => {
  const metadata = { concurrencySafe: false, readOnly: false, destructive: false, idempotent: false };
  const plan = () => Promise.reject(new Error("unused"));
  const tool = toolOf(plan, { name, metadata: hint === undefined ? metadata : { ...metadata, searchHint: hint } });
  return { ...asItself(tool), aliases, description };
};

const found = (offered: readonly DialectTool[], query: string) =>
  rankTools(offered, query).map(({ tool }) => tool.name);

const byName = named("web_fetch");
const byAlias = named("Surf", { aliases: ["WebSurfer"] });
const byHint = named("download", { hint: "http url web page" });
const byDescription = named("curl", { description: "Fetches from the web." });
const unrelated = named("calendar", { hint: "date time", description: "Says which day it is." });
const shop = [unrelated, byDescription, byHint, byAlias, byName];

describe("ranking of tools", () => {
  it("finds by name, alias, hint and description, the description being weakest (C-38)", () =>
    assert.deepEqual(found(shop, "web"), ["Surf", "web_fetch", "download", "curl"]));

  it("puts a tool before all others that is called just so, by name or alias (IFC-8)", () => {
    const longer = named("web_fetch_web_page", { hint: "web fetch" });
    assert.deepEqual(found([longer, byName], "web_fetch"), ["web_fetch", "web_fetch_web_page"]);
    assert.deepEqual(found([longer, byName, byAlias], "websurfer")[0], "Surf");
    assert.deepEqual(found([longer, byName], "WebFetch")[0], "web_fetch");
  });

  it("knows the words of a name in any spelling of it", () => {
    const own = [named("write_file"), named("read_file")];
    for (const name of ["FileRead", "file_read", "file-read", "file.read"])
      assert.equal(found(own, name)[0], "read_file", name);
  });

  it("sums up the words of the query, so that the tool that more of them fit comes first", () => {
    const task = named("task_create");
    const stop = named("job_stop", { hint: "background task kill" });
    assert.deepEqual(found([task, stop], "kill a background task"), ["job_stop", "task_create"]);
  });

  it("takes the plural for the same word, but not what merely begins with two equal letters", () => {
    assert.deepEqual(found([named("task_list"), named("ask")], "tasks"), ["task_list"]);
    assert.deepEqual(found([named("read_file"), named("list")], "re li"), []);
    assert.deepEqual(found([named("go_to"), named("gopher")], "go"), ["go_to"]);
  });

  it("lets the description decide between equals alone", () => {
    const loud = named("fetch_b", { description: "Web pages, web sites, web addresses and all on the web." });
    assert.deepEqual(found([byName, loud], "fetch web"), ["web_fetch", "fetch_b"]);
    assert.deepEqual(found([named("fetch_a"), loud], "fetch pages"), ["fetch_b", "fetch_a"]);
  });

  it("heeds words that are in every question only where there are no others", () => {
    const forecast = named("forecast", { description: "Says how the weather will be." });
    assert.deepEqual(found([forecast], "how can the calendar be read"), []);
    assert.deepEqual(found([forecast], "for"), ["forecast"]);
    assert.deepEqual(found([forecast], "how the"), []);
  });

  it("finds nothing for what holds no word", () => {
    for (const query of ["", "   ", "!?*()[]\\", "\u0000", "\ud800"]) assert.deepEqual(found(shop, query), [], query);
  });
});

describe("ranking of the crib's own tools", () => {
  const { standard } = makeDialects(tools);
  const cases: readonly [query: string, first: string][] = [
    ["delete a file", "delete_file"],
    ["rm", "delete_file"],
    ["rename a file", "move_file"],
    ["rename a function", "rename_symbol"],
    ["who uses this", "find_references"],
    ["usages", "find_references"],
    ["organize imports", "code_action"],
    ["type errors", "diagnostics"],
    ["list files", "list_directory"],
    ["read a file", "read_file"],
    ["write a script in my own workspace", "exec_write"],
    ["what is in this folder", "list_directory"],
    ["several files in one patch", "apply_patch"],
    ["ignore build output in git", "gitignore"],
    ["log of a background job", "job_output"],
    ["kill the server", "job_stop"],
    ["plan approval", "submit_plan"],
    ["toolcrib_delete_file", "delete_file"],
  ];
  for (const [query, first] of cases)
    it(`"${query}" means ${first}`, () => assert.equal(found(standard.tools, query)[0], first));

  it("finds both tools that list for ls", () => {
    assert.deepEqual(found(standard.tools, "ls").slice(0, 2), ["exec_ls", "list_directory"]);
  });

  it("gives every one of them words to be found by (IFC-3)", () => {
    for (const { tool } of standard.tools)
      assert.match(tool.metadata.searchHint ?? "", /^[a-z-]+( [a-z-]+)*$/, tool.name);
  });
});

describe("ranking of any tools for any query", () => {
  const word = fc.stringMatching(/^[a-z]{3,8}$/);
  const anyTool = fc
    .record({ name: fc.array(word, { minLength: 1, maxLength: 3 }), hint: word, description: fc.lorem() })
    .map(({ name, hint, description }) => named(name.join("_"), { hint, description }));
  const anyTools = fc.uniqueArray(anyTool, { maxLength: 20, selector: ({ name }) => name });

  it("ends with the same list each time, each tool once, all of them offered ones", () =>
    fc.assert(
      fc.property(anyTools, fc.oneof(fc.string(), fc.lorem(), fc.string({ unit: "binary" })), (offered, query) => {
        const names = found(offered, query);
        assert.deepEqual(found(offered, query), names);
        assert.equal(new Set(names).size, names.length);
        for (const name of names) assert.ok(offered.some((tool) => tool.name === name));
      }),
    ));

  it("finds a tool by every part of its name of three letters and more (TS-1)", () =>
    fc.assert(
      fc.property(anyTools, anyTool, fc.nat(), fc.nat(), (others, wanted, from, length) => {
        const [first = ""] = wanted.name.split("_");
        const start = from % (first.length - 2);
        const part = first.slice(start, start + 3 + (length % (first.length - start - 2)));
        assert.ok(found([...others.filter(({ name }) => name !== wanted.name), wanted], part).includes(wanted.name));
      }),
    ));

  it("puts the tool that is called so first, whatever the others are", () =>
    fc.assert(
      fc.property(anyTools, anyTool, (others, wanted) => {
        const offered = [
          ...others.filter(({ name }) => name.replaceAll("_", "") !== wanted.name.replaceAll("_", "")),
          wanted,
        ];
        assert.equal(found(offered, wanted.name)[0], wanted.name);
      }),
    ));

  it("ranks no tool that its description alone brings in before one with a name or a hint that fits", () =>
    fc.assert(
      fc.property(anyTools, fc.lorem({ maxCount: 6 }), (offered, query) => {
        const strengths = rankTools(offered, query).map(({ strength }) => strength > 0);
        assert.deepEqual(
          strengths,
          strengths.toSorted((a, b) => Number(b) - Number(a)),
        );
      }),
    ));

  it("takes upper and lower case for the same", () =>
    fc.assert(
      fc.property(anyTools, fc.array(word, { maxLength: 4 }), (offered, words) => {
        assert.deepEqual(found(offered, words.join(" ").toUpperCase()), found(offered, words.join(" ")));
      }),
    ));
});
