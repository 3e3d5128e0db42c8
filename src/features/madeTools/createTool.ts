import * as z from "zod";
import { actionTitle, clause } from "../../core/text/clauses/clause";
import { defineTool, type PlanContext } from "../../core/tools/tool";
import type { WriteEffect } from "../../core/vocabulary/effect";
import { segments } from "../../core/vocabulary/paths";
import { permissionLines } from "../../core/vocabulary/program";
import { messageOf, ToolError } from "../../core/vocabulary/toolError";
import { plainName } from "../approvedFolders/manifestFields";
import { integrationsFolder } from "../workspaces/integration";
import { integrationManifestIn } from "../workspaces/integrationFolder";
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

/** The parts of a call that say what the tool runs. */
interface Given extends Pick<MadeToolManifest, "runtime"> {
  readonly script: string | undefined;
  readonly integration: string | undefined;
}

/** What a tool runs: a script of its own, or an integration of the agent's workspace. */
interface Runs {
  readonly manifest: Pick<MadeToolManifest, "script" | "integration">;
  /** Files beside the manifest, by name. */
  readonly files: Readonly<Record<string, string>>;
  /** For whoever is asked. */
  readonly notes: readonly string[];
}

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

/** @throws ToolError `not_found` or `invalid_input` for an integration that is not there or cannot be used. */
async function runsOf({ integration, script, runtime }: Given, context: PlanContext): Promise<Runs> {
  if ((integration === undefined) === (script === undefined))
    throw invalid('it needs either "script" with "runtime", or "integration"');
  if (integration !== undefined) {
    const { host, roots, ownWorkspace = roots[0] } = context;
    const folder = await host.resolve(`${integrationsFolder}/${integration}`, ownWorkspace);
    const { hosts } = await integrationManifestIn(folder, integration, host);
    const workspace = segments(ownWorkspace ?? "").at(-1) ?? "";
    const notes = [
      `It runs the integration ${integration}${hosts.length > 0 ? `, which talks to ${hosts.join(", ")}` : ""}.`,
    ];
    return { manifest: { integration: { workspace, name: integration } }, files: {}, notes };
  }
  if (script?.trim() === "") throw invalid('"script" is empty');
  if (!runtime) throw invalid('"runtime" is missing');
  const name = scripts[runtime];
  return { manifest: { script: name }, files: { [name]: script ?? "" }, notes: [] };
}

export const createTool = defineTool({
  name: "create_tool",
  displayName: "Create Tool",
  summary: "Create your own tool from a script, for a person to approve",
  description:
    "Creates a new tool from a script or from an integration of your own workspace, for recurring work that no tool does. The script gets the arguments as JSON on standard input and prints its result: text, or JSON with text, data and isError; a non-zero exit code is a failure. It runs in the workspace folder, in a sandbox that enforces the permissions you request. A tool of an integration runs that as the person approved it, with its hosts and secrets. The tool can be called, with call_tool or by its name, once a person has approved its exact files; to change or remove it, use the file tools on its folder in .toolcrib/tools.",
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
    script: z
      .string()
      .min(1)
      .max(maxCharacters)
      .optional()
      .describe("Complete text of the script; give this with runtime, or integration."),
    integration: plainName
      .optional()
      .describe("Name of an integration of your own workspace that the tool runs, instead of a script."),
  }),
  usual: ["permissions"],
  async plan({ script, integration, ...facts }, context) {
    const runs = await runsOf({ script, integration, runtime: facts.runtime }, context);
    const manifest = checked({ ...facts, ...runs.manifest });
    const { name } = manifest;
    await mustBeFree(name, context);
    const texts = { [manifestName]: manifestText(manifest), ...runs.files };
    const effects = await Promise.all(Object.entries(texts).map(([file, text]) => created(name, file, text, context)));
    const files = effects.map(({ target }) => target.shown);
    return {
      title: actionTitle`Create the tool ${name}`,
      effects,
      notes: [
        clause`The tool will not run until you have approved it.`,
        ...(integration === undefined ? permissionLines(manifest.permissions) : runs.notes),
      ],
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
