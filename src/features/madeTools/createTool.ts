import * as z from "zod";
import { defineTool, type PlanContext } from "../../core/tools/tool";
import type { WriteEffect } from "../../core/vocabulary/effect";
import { permissionLines } from "../../core/vocabulary/program";
import { messageOf, ToolError } from "../../core/vocabulary/toolError";
import { checkedManifest, type MadeToolManifest, manifestName, manifestText, toolFacts } from "./madeToolManifest";
import { madeToolsFolder } from "./madeTools";

/** What create_tool made. */
export interface CreateToolData {
  readonly tool: string;
  /** Paths of its files, as people see them. */
  readonly files: readonly string[];
  readonly state: "PENDING_APPROVAL";
}

/** Characters of a script; a person has to read it. */
const maxCharacters = 200_000;

const scripts = { node: "main.mjs", python: "main.py", bash: "main.sh" } as const;

const invalid = (problem: string) =>
  new ToolError("invalid_input", `create_tool was given an invalid value: ${problem}.`);

/** @throws ToolError `exists` for a name that something else has. */
async function mustBeFree(name: string, { tools, host }: PlanContext): Promise<void> {
  const folder = await host.resolve(`${madeToolsFolder}/${name}`);
  if (await host.stat(folder))
    throw new ToolError(
      "exists",
      `${folder.shown} already exists: change the tool with edit_file, or choose another name.`,
    );
  if (tools.find(name)) throw new ToolError("exists", `There is already a tool "${name}": choose another name.`);
}

async function created(name: string, file: string, text: string, { host }: PlanContext): Promise<WriteEffect> {
  const target = await host.resolve(`${madeToolsFolder}/${name}/${file}`);
  return { kind: "write", target, before: undefined, after: new TextEncoder().encode(text) };
}

function checked(given: MadeToolManifest): MadeToolManifest {
  try {
    return checkedManifest(given);
  } catch (error) {
    throw invalid(messageOf(error));
  }
}

export const createTool = defineTool({
  name: "create_tool",
  displayName: "Create Tool",
  summary: "Create your own tool from a script, for a person to approve",
  description:
    "Creates a new tool from a script, for recurring work that no tool does. The script gets the arguments as JSON on standard input and prints its result: text, or JSON with text, data and isError; a non-zero exit code is a failure. It runs in the workspace folder, in a sandbox that enforces the permissions you request. The tool can be called, with call_tool or by its name, once a person has approved its exact files; to change or remove it, use the file tools on its folder in .toolcrib/tools.",
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: false,
    idempotent: false,
    searchHint: "make new custom tool script extend automate reuse",
  },
  effectKinds: ["write"],
  input: z.object({
    ...toolFacts,
    script: z.string().min(1).max(maxCharacters).describe("Complete text of the script."),
  }),
  usual: ["permissions"],
  async plan({ script: text, ...facts }, context) {
    const script = scripts[facts.runtime];
    const manifest = checked({ ...facts, script });
    const { name } = manifest;
    if (text.trim() === "") throw invalid('"script" is empty');
    await mustBeFree(name, context);
    const effects = [
      await created(name, manifestName, manifestText(manifest), context),
      await created(name, script, text, context),
    ];
    const files = effects.map(({ target }) => target.shown);
    return {
      title: `Create the tool ${name}`,
      effects,
      notes: ["The tool will not run until you have approved it.", ...permissionLines(manifest.permissions)],
      async run({ host }) {
        await host.write(...effects);
        const data: CreateToolData = { tool: name, files, state: "PENDING_APPROVAL" };
        return { text: madeText(name, files), isError: false, data };
      },
    };
  },
});

const madeText = (name: string, files: readonly string[]): string =>
  `Created the tool "${name}" (${files.join(", ")}). It is PENDING_APPROVAL: ask the person to review it ("Toolcrib: Review Agent-Made Tools", or "toolcrib tools approve ${name}" without an editor), then call it with call_tool or by its name.`;
