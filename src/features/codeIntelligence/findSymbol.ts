import * as z from "zod";
import { symbolKinds } from "../../core/ports/editor/codeIntelligence";
import { actionTitle } from "../../core/text/clauses/clause";
import type { FoundCode, FoundSymbol } from "../../core/tools/knownCode";
import { defineTool, looking, type PlanContext, type RunContext } from "../../core/tools/tool";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { isInside } from "../../core/vocabulary/paths";
import { ToolError } from "../../core/vocabulary/toolError";
import { targetsOf, within } from "../../tools/search/searchedPlaces";
import { isIn, nameParts } from "./codePlace";
import { pageInput, placesResult } from "./codeText";
import { codeOf, waitOf } from "./codeWait";
import { labelOf, workspaceSymbols } from "./workspaceSymbols";

/** Where symbols are looked for: in one file, or in folders. */
interface SymbolPlaces {
  readonly targets: readonly ResolvedPath[];
  readonly isFile: boolean;
}

export const findSymbol = defineTool({
  name: "find_symbol",
  displayName: "Find Symbol",
  summary: "Find classes, functions and other symbols by name",
  description:
    "Finds declared symbols (classes, functions, variables …) by name with the editor's language support, in the workspace, a folder or a file, and returns path:line: text with kind and full name. With the path of a file and without name it returns the outline of the file. * in name stands for any characters.",
  metadata: { ...looking, searchHint: "symbol class function method outline declaration lsp" },
  needs: "code",
  effectKinds: ["read", "list"],
  input: z.object({
    name: z
      .string()
      .min(1)
      .max(1000)
      .optional()
      .describe("Name or part of it, as total, Cart.total or *Error. Required unless path is a file."),
    path: z.string().min(1).optional().describe("File or folder to look in. Default: every workspace folder."),
    kind: z.enum(symbolKinds).optional().describe("Only symbols of this kind. Default: every kind."),
    ...pageInput,
  }),
  async plan({ name, path, kind, context, limit, offset }, planning) {
    codeOf(planning);
    const places = await placesFor(path, planning);
    if (name === undefined && !places.isFile)
      throw new ToolError("invalid_input", "Give the name of a symbol, or the path of a file for its outline.");
    const { targets, isFile } = places;
    return {
      title: titleOf(name, targets),
      effects: targets.map((target) => ({ kind: isFile ? "read" : "list", target })),
      async run(run) {
        const answer = await symbolsIn(places, name, run);
        const found = answer.found.filter((symbol) => kind === undefined || symbol.kind === kind);
        const labelled = found.map((symbol) => ({ ...symbol.place, label: labelOf(symbol) }));
        const of = `${name === undefined ? "" : ` matching "${name}"`}${within(targets)}`;
        const one = kind === undefined ? "symbol" : `symbol of kind ${kind}`;
        const many = one.replace("symbol", "symbols");
        return placesResult({ places: labelled, one, many, of, context, limit, offset }, answer, run);
      },
    };
  },
});

async function placesFor(path: string | undefined, context: PlanContext): Promise<SymbolPlaces> {
  const targets = await targetsOf(path, context);
  const [first] = targets;
  const stat = first && (await context.host.stat(first));
  if (first && !stat)
    throw new ToolError("not_found", `${first.shown} does not exist: give a file or folder to look in.`);
  return { targets, isFile: stat?.kind !== "directory" };
}

function symbolsIn({ targets, isFile }: SymbolPlaces, name: string | undefined, run: RunContext) {
  const [first] = targets;
  const passes = name === undefined ? () => true : matching(name);
  if (isFile && first) return outlineOf(first, passes, run);
  const inFolders = (symbol: FoundSymbol) => targets.some(({ real }) => isInside(real, symbol.place.target.real));
  return workspaceSymbols(queryIn(name ?? ""), (symbol) => inFolders(symbol) && passes(symbol), targets, run);
}

async function outlineOf(
  file: ResolvedPath,
  passes: (symbol: FoundSymbol) => boolean,
  run: RunContext,
): Promise<FoundCode<FoundSymbol>> {
  const answer = await codeOf(run).outline(file, waitOf(run));
  return { ...answer, found: answer.found.filter(passes) };
}

/** The longest part without a wildcard, which languages look for; of what it lies in where there is none. */
function queryIn(name: string): string {
  const { last, container } = nameParts(name);
  const [longest = ""] = last.split("*").sort((a, b) => b.length - a.length);
  return longest === "" && container !== "" ? queryIn(container) : longest;
}

/** Part of a name in any case, or all of it where it has wildcards. */
function matching(name: string): (symbol: FoundSymbol) => boolean {
  const { last, container } = nameParts(name);
  const parts = last.toLowerCase().split("*");
  return (symbol) => {
    const own = symbol.name.toLowerCase();
    const fits = parts.length > 1 ? holdsInOrder(own, parts) : own.includes(last.toLowerCase());
    return fits && isIn(container, symbol.container);
  };
}

/** Whether a text begins with the first part, ends with the last, and has the others between, in time linear to both. */
function holdsInOrder(text: string, parts: readonly string[]): boolean {
  const [first = "", ...rest] = parts;
  const last = rest.pop() ?? "";
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const part of rest) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}

function titleOf(name: string | undefined, targets: readonly ResolvedPath[]): string {
  const places = targets.map(({ shown }) => shown).join(", ");
  if (name === undefined) return actionTitle`Outline ${places}`;
  return within(targets) === "" ? actionTitle`Find symbol ${name}` : actionTitle`Find symbol ${name} in ${places}`;
}
