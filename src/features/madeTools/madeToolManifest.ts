/** `tool.json` of a tool that an agent made: what it is, and what it asks for (CT-2). */
import * as z from "zod";
import { inputFromSchema } from "../../core/tools/jsonSchema";
import { messageOf } from "../../core/vocabulary/toolError";
import { checkedBy, jsonIn, jsonText } from "../approvedFolders/jsonManifest";
import { hostName, plainName } from "../approvedFolders/manifestFields";

/** Name of the manifest's file in the tool's folder. */
export const manifestName = "tool.json";

const permissions = z
  .strictObject({
    writes: z
      .enum(["none", "workspace"])
      .default("none")
      .describe("What it may change: nothing, or files of the workspace. Default: none."),
    reads: z
      .enum(["none", "workspace"])
      .default("workspace")
      .describe(
        "What it may read: nothing of the workspace, or everything that commands may read. Default: workspace.",
      ),
    network: z
      .array(hostName)
      .max(20)
      .default([])
      .describe("Hosts it may connect to, as far as the person's settings allow. Default: none."),
  })
  .describe("What it may do: enforced by the sandbox, and approved by the person.");

/** The parts that whoever makes a tool says of it. */
export const toolFacts = {
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,47}$/, 'expected a lowercase letter, then up to 47 lowercase letters, digits and "_"')
    .describe("Name of the tool, for example word_count."),
  description: z
    .string()
    .min(1)
    .max(4000)
    .describe("For the model that calls it: what it does, when to use it, what it returns."),
  parameters: z
    .record(z.string(), z.unknown())
    .describe('JSON Schema of its arguments, of type "object" with properties.'),
  runtime: z.enum(["node", "python", "bash"]).optional().describe("Runtime that runs the script."),
  timeout_ms: z
    .number()
    .int()
    .min(100)
    .max(3_600_000)
    .default(60_000)
    .describe("Timeout of a run in milliseconds. Default: 60000."),
  permissions: permissions.prefault({}),
} as const;

/** The whole file; the editor completes and checks it with the same. */
export const madeToolManifest = z.strictObject({
  ...toolFacts,
  script: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, "expected the plain name of a file beside tool.json")
    .optional()
    .describe(
      "Name of the script, a file beside tool.json. It gets the arguments as JSON on standard input, and prints its result: text, or JSON with text, data and isError.",
    ),
  integration: z
    .strictObject({
      workspace: z.string().regex(/^[a-z0-9][a-z0-9._+-]{0,199}$/, "expected the name of an agent's workspace"),
      name: plainName,
    })
    .optional()
    .describe("In place of a script: the integration that it runs, with what the person allowed that."),
});

/** See {@link madeToolManifest}. */
export type MadeToolManifest = z.infer<typeof madeToolManifest>;

/** Of a tool that runs a script of its own. */
export interface ScriptManifest extends MadeToolManifest {
  readonly runtime: NonNullable<MadeToolManifest["runtime"]>;
  readonly script: string;
}

/** False for a tool that runs an integration. */
export const runsScript = (manifest: MadeToolManifest): manifest is ScriptManifest =>
  manifest.script !== undefined && manifest.runtime !== undefined;

/** @throws Error with one clause on the first thing that is wrong. */
export function checkedManifest(value: unknown): MadeToolManifest {
  const manifest = checkedBy(madeToolManifest, value);
  const { runtime, script, integration } = manifest;
  if (integration ? runtime !== undefined || script !== undefined : !runsScript(manifest))
    throw new Error('it needs either "script" with "runtime", or "integration"');
  try {
    inputFromSchema(manifest.parameters);
  } catch (error) {
    throw new Error(`"parameters" cannot be used: ${messageOf(error)}`);
  }
  return manifest;
}

/** Reads the file. @throws Error with one clause on the first thing that is wrong. */
export const readManifest = (bytes: Uint8Array): MadeToolManifest => checkedManifest(jsonIn(bytes));

/** The file's text. */
export const manifestText = (manifest: MadeToolManifest): string => jsonText(manifest);
