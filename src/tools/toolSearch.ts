import * as z from "zod";
import { isBridge } from "../core/calls/resolveCallTool";
import { actionTitle } from "../core/text/clauses/clause";
import { isDeferrable } from "../core/tools/deferral";
import { parametersOf } from "../core/tools/dialect";
import type { KnownTools } from "../core/tools/tool";
import { type DialectTool, defineTool, looking, type ToolResult } from "../core/tools/tool";

/** Tools that one search activates at most: more would undo what deferring is for. */
const maxFound = 10;
/** Names that a search which found nothing offers at most. */
const maxOffered = 30;
/** Characters of a tool's line. */
const maxLineLength = 200;

/** What was found, for other programs. */
export interface ToolSearchData {
  /** Names of the tools that were found and are active now, best first. */
  readonly activated: readonly string[];
  /** Names of the tools that fit and were offered before, best first. */
  readonly offered: readonly string[];
  /** How many more fit, and were left as they are. */
  readonly more: number;
}

export const toolSearch = defineTool({
  name: "tool_search",
  displayName: "Search Tools",
  summary: "Find and activate tools that are not listed yet",
  description:
    "Searches tools that are not in your list yet by name or purpose and activates the matches, which are in your list from the next step. Search before you work without a tool, or use a command for something a tool may do better.",
  metadata: { ...looking, searchHint: "tool search find discover deferred" },
  effectKinds: [],
  input: z.object({
    query: z
      .string()
      .min(1)
      .max(1000)
      .describe("Words that describe the tool, or its name (for example 'delete file', 'task list')."),
  }),
  async plan({ query }) {
    return {
      title: actionTitle`Search the tools for '${query}'`,
      effects: [],
      run: async ({ tools }) => found(tools, query),
    };
  },
});

function found(tools: KnownTools, query: string): ToolResult {
  const all = tools.isDeferring ? tools.searchTools(query) : [];
  const best = all.slice(0, maxFound);
  const hidden = best.filter(({ name }) => tools.isDeferred(name));
  const offered = best.filter((tool) => !hidden.includes(tool));
  const data: ToolSearchData = {
    activated: hidden.map(({ name }) => name),
    offered: offered.map(({ name }) => name),
    more: all.length - best.length,
  };
  tools.activateTool(...data.activated);
  return { text: worded(tools, query, hidden, data), isError: false, data };
}

function worded(tools: KnownTools, query: string, hidden: readonly DialectTool[], data: ToolSearchData): string {
  const { offered, more } = data;
  if (!tools.isDeferring) return "All tools are already active: call the one you need by name.";
  if (hidden.length === 0) return offered.length === 0 ? nothingFound(tools, query) : nothingNew(query, offered);
  return [
    `Found ${hidden.length} tool(s) matching '${query}':`,
    ...hidden.map(({ name, description }) => `- ${name}: ${inShort(description)}`),
    activated(tools),
    ...(offered.length > 0 ? [`Already in your list: ${offered.join(", ")}.`] : []),
    ...(more > 0 ? [`${more} weaker matches are not shown: search with other words if none of these fits.`] : []),
    ...howToCall(tools, hidden),
  ].join("\n");
}

/** A host that lists its tools once a turn cannot offer them before the next one. */
function activated(tools: KnownTools): string {
  if (!tools.listsPerTurn) return "These tools have been activated and are now available for use.";
  const bridge = tools.all().find(isBridge);
  const untilThen = bridge ? `; until then call them with ${bridge.name}` : "";
  return `These tools have been activated. Your list has them from the next turn on${untilThen}.`;
}

/** The first sentence of a description, with dots for what follows. */
function inShort(description: string): string {
  const text = description.replace(/\s+/g, " ").trim();
  const sentence = /^.*?[.!?](?= \p{Lu}|$)/u.exec(text)?.[0] ?? text;
  if (sentence === text && text.length <= maxLineLength) return text;
  const wholeCharacters = sentence.slice(0, maxLineLength).replace(/\p{Surrogate}$/u, "");
  return `${wholeCharacters.replace(/[.!? ]+$/, "")}...`;
}

/** A host that lists its tools beforehand cannot offer what came later. */
function howToCall(tools: KnownTools, found: readonly DialectTool[]): string[] {
  const bridge = tools.all().find(isBridge);
  if (!bridge) return [];
  const unsure = found.filter(({ name }) => tools.mayBeUnlisted(name));
  return unsure.map(
    (tool) =>
      `If ${tool.name} is not in your list, call it with ${bridge.name}; its arguments: ${JSON.stringify(parametersOf(tool))}`,
  );
}

const nothingNew = (query: string, offered: readonly string[]): string =>
  `No other tool matches '${query}': already in your list are ${offered.join(", ")}.`;

function nothingFound(tools: KnownTools, query: string): string {
  const names = tools
    .all()
    .filter((tool) => isDeferrable(tool) && tools.isOfUse(tool))
    .map(({ name }) => name);
  const more = names.length > maxOffered ? ` and ${names.length - maxOffered} more` : "";
  return `No tool matches '${query}': try other words, or one of these names: ${names.slice(0, maxOffered).join(", ")}${more}.`;
}
