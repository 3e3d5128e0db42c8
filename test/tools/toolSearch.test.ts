/** `tool_search`: its exact answers (TS-1 to TS-4). */
import assert from "node:assert/strict";
import * as z from "zod";
import type { AddedTool } from "../../src/core/tools/addedTools";
import { ToolCatalog } from "../../src/core/tools/toolCatalog";
import { asItself } from "../../src/dialects/shared/over";
import { toolOf } from "../support/bareCrib";
import { realCrib } from "../support/realCrib";

const unused = () => Promise.reject(new Error("unused"));

const added = (name: string, description: string): AddedTool => ({
  ...asItself(toolOf(unused, { name })),
  description,
  input: z.object({ url: z.string().describe("Where.") }),
  origin: { kind: "extension", name: "test.extension" },
});

const placed = async (descriptions: Readonly<Record<string, string>> = {}, settings: Record<string, unknown> = {}) => {
  const place = await realCrib({}, { settings });
  for (const [name, description] of Object.entries(descriptions)) place.crib.added.add(added(name, description));
  const search = (query: string) => place.call("tool_search", { query });
  return { ...place, search, shelf: new ToolCatalog(place.crib, place.session) };
};

describe("tool_search", () => {
  it("answers as the requirement has it, and has activated what it found (TS-2, TS-4)", async () => {
    const { search, shelf, asked } = await placed();
    assert.equal(shelf.isDeferred("delete_file"), true);
    assert.deepEqual(await search("unlink"), {
      text: [
        "Found 1 tool(s) matching 'unlink':",
        "- delete_file: Deletes one file that was read before; the person can undo it...",
        "These tools have been activated and are now available for use.",
      ].join("\n"),
      isError: false,
      data: { activated: ["delete_file"], offered: [], more: 0 },
    });
    assert.equal(shelf.isDeferred("delete_file"), false);
    assert.equal(shelf.isDeferred("move_file"), true);
    assert.equal(asked.length, 0);
  });

  it("says where the list is fixed for a turn that the tools come with the next one, and how they are called until then", async () => {
    const { search, session } = await placed();
    session.listsToolsPerTurn = true;
    const { text } = await search("unlink");
    const [, , activated, how] = text.split("\n");
    assert.equal(
      activated,
      "These tools have been activated. Your list has them from the next turn on; until then call them with call_tool.",
    );
    assert.match(how ?? "", /^If delete_file is not in your list, call it with call_tool; its arguments: \{"type":/);
  });

  it("says what is offered already, and activates nothing again", async () => {
    const { search } = await placed();
    await search("unlink");
    assert.deepEqual(await search("unlink"), {
      text: "No other tool matches 'unlink': already in your list are delete_file.",
      isError: false,
      data: { activated: [], offered: ["delete_file"], more: 0 },
    });
    assert.match(
      (await search("read_file")).text,
      /^No other tool matches 'read_file': already in your list are read_file\.$/,
    );
    const { text, data } = await search("move or read a file");
    assert.match(text, /\n- move_file: /);
    assert.match(text, /\nAlready in your list: read_file[^\n]*\./);
    assert.ok((data as { offered: string[] }).offered.includes("read_file"));
  });

  it("activates only what fits at least half as well as the best, and tells listeners once", async () => {
    const { search, shelf } = await placed({
      zebra_stripe_count: "Counts.",
      zebra_stripe_paint: "Paints.",
      stripe_only: "Something else.",
      other: "Has a zebra stripe count in its description alone.",
    });
    let changes = 0;
    shelf.onChange(() => changes++);
    const { data } = await search("zebra stripe counting");
    assert.deepEqual(data, { activated: ["zebra_stripe_count", "zebra_stripe_paint"], offered: [], more: 0 });
    assert.equal(changes, 1);
  });

  it("finds no tool that could only fail now: plans are handed in while planning", async () => {
    const { search, session, shelf } = await placed();
    assert.doesNotMatch((await search("submit plan")).text, /submit_plan/);
    session.plan.enter();
    shelf.resetActivations();
    assert.match((await search("submit_plan")).text, /already in your list are submit_plan/);
  });

  it("says of tools that came later how they are called where they are not offered", async () => {
    const { search } = await placed({
      quarry_fetch: "Fetches content from a URL. Follows redirects.",
      quarry_search: "Searches the quarry, e.g. for news",
    });
    const { text } = await search("quarry");
    const schema = '{"type":"object","properties":{"url":{"type":"string","description":"Where."}},"required":["url"]}';
    assert.equal(
      text,
      [
        "Found 2 tool(s) matching 'quarry':",
        "- quarry_search: Searches the quarry, e.g. for news",
        "- quarry_fetch: Fetches content from a URL...",
        "These tools have been activated and are now available for use.",
        `If quarry_search is not in your list, call it with call_tool; its arguments: ${schema}`,
        `If quarry_fetch is not in your list, call it with call_tool; its arguments: ${schema}`,
      ].join("\n"),
    );
  });

  it("keeps a description to one line of bounded length", async () => {
    const { search } = await placed({
      zebra_long: `${"x".repeat(199)}😀${"y".repeat(100)}`,
      zebra_lines: "One\nthing\n\nafter the other!",
      zebra_bare: "",
    });
    const { text } = await search("zebra");
    const lines = text.split("\n").slice(1, 4);
    assert.deepEqual(lines, [
      `- zebra_long: ${"x".repeat(199)}...`,
      "- zebra_lines: One thing after the other!",
      "- zebra_bare: ",
    ]);
  });

  it("activates the ten that fit best, and says that there are more", async () => {
    const { search, shelf } = await placed(
      Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`zebra_${at}`, "Stripes."])),
    );
    const { text, data } = await search("zebra");
    assert.match(text, /^Found 10 tool\(s\) matching 'zebra':\n/);
    assert.match(text, /\n2 weaker matches are not shown: search with other words if none of these fits\.\n/);
    assert.equal((data as { more: number }).more, 2);
    assert.deepEqual([shelf.isDeferred("zebra_9"), shelf.isDeferred("zebra_10")], [false, true]);
  });

  it("says in one sentence what to try when nothing is found", async () => {
    const { search, session, shelf } = await placed();
    const { text, isError } = await search("quaternion");
    const deferrable = shelf
      .all()
      .map(({ name }) => name)
      .filter((name) => shelf.isDeferred(name) && name !== "submit_plan");
    assert.equal(
      text,
      `No tool matches 'quaternion': try other words, or one of these names: ${deferrable.slice(0, 30).join(", ")} and ${deferrable.length - 30} more.`,
    );
    assert.equal(isError, false);
    assert.equal(session.activations.isEmpty, true);
  });

  it("names thirty tools at most when nothing is found", async () => {
    const { search } = await placed(
      Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`zebra_${at}`, "Stripes."])),
    );
    const { text } = await search("quaternion");
    assert.equal(text.split(", ").length, 31);
    assert.match(text, / and \d+ more\.$/);
  });

  it("says that all are active where nothing is deferred (TS-3)", async () => {
    const { search, session } = await placed({}, { "tools.deferAbove": 1000 });
    const { text, isError } = await search("delete");
    assert.equal(text, "All tools are already active: call the one you need by name.");
    assert.equal(isError, false);
    assert.equal(session.activations.isEmpty, true);
  });

  it("wants a query", async () => {
    const { call } = await placed();
    assert.equal((await call("tool_search", {})).text, 'tool_search needs the parameter "query", which is missing.');
    assert.match((await call("tool_search", { query: "" })).text, /^tool_search parameter "query" is wrong: /);
    assert.match(
      (await call("tool_search", { query: "x".repeat(1001) })).text,
      /^tool_search parameter "query" is wrong: /,
    );
  });
});
