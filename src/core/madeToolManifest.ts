/** `tool.json` of a tool that an agent made: what it is, and what it asks for (CT-2). */
import * as z from "zod";
import { inputFromSchema } from "./jsonSchema";
import { messageOf } from "./toolError";

/** Name of the manifest's file in the tool's folder. */
export const manifestName = "tool.json";

/** Bytes of a manifest at most. */
const mostBytes = 256 * 1024;

const host = z
  .string()
  .regex(
    /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/,
    'expected a host in small letters such as "api.example.org", "*.example.org" or "localhost:3000"',
  );

const permissions = z
  .strictObject({
    writes: z
      .enum(["none", "workspace"])
      .default("none")
      .describe("What it may change: nothing, or files of the workspace. Default: none."),
    reads: z
      .enum(["none", "workspace"])
      .default("workspace")
      .describe("What it may read: nothing of the workspace, or all that commands may. Default: workspace."),
    network: z
      .array(host)
      .max(20)
      .default([])
      .describe("Hosts it may reach, as far as the person's settings let commands reach them. Default: none."),
  })
  .describe("What it may do; the sandbox holds it to that, and the person approves it.");

/** The parts that whoever makes a tool says of it. */
export const toolFacts = {
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,47}$/, 'expected a small letter, then up to 47 small letters, digits and "_"')
    .describe("Name of the tool, for example word_count."),
  description: z
    .string()
    .min(1)
    .max(4000)
    .describe("For the model that calls it: what it does, when to use it, what it returns."),
  parameters: z
    .record(z.string(), z.unknown())
    .describe('JSON Schema of its arguments, of type "object" with properties.'),
  runtime: z.enum(["node", "python", "bash"]).describe("What runs the script."),
  timeout_ms: z
    .number()
    .int()
    .min(100)
    .max(3_600_000)
    .default(60_000)
    .describe("Milliseconds after which a run is stopped. Default: 60000."),
  permissions: permissions.prefault({}),
} as const;

/** The whole file; the editor completes and checks it with the same. */
export const madeToolManifest = z.strictObject({
  ...toolFacts,
  script: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, "expected the plain name of a file beside tool.json")
    .describe(
      "Name of the script, a file beside tool.json. It gets the arguments as JSON on standard input, and prints its result: text, or JSON with text, data and isError.",
    ),
});

/** See {@link madeToolManifest}. */
export type MadeToolManifest = z.infer<typeof madeToolManifest>;

function firstProblem({ issues: [issue] }: z.ZodError): string {
  const place = issue?.path.join(".") ?? "";
  const wish = (issue?.message ?? "it is not as it must be")
    .replace(/^Invalid (?:input|option): /, "")
    .replace(/^Too (?:small|big): /, "")
    .replace(/, received .*$/, "");
  return place === "" ? wish : `"${place}" is wrong: ${wish}`;
}

function jsonIn(bytes: Uint8Array): unknown {
  if (bytes.length > mostBytes) throw new Error(`it has ${bytes.length} bytes, and may have ${mostBytes}`);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw new Error(`it is not JSON in UTF-8 (${messageOf(error)})`);
  }
}

/** @throws Error with one clause on the first thing that is wrong. */
export function checkedManifest(value: unknown): MadeToolManifest {
  const parsed = madeToolManifest.safeParse(value);
  if (!parsed.success) throw new Error(firstProblem(parsed.error));
  try {
    inputFromSchema(parsed.data.parameters);
  } catch (error) {
    throw new Error(`"parameters" cannot be used: ${messageOf(error)}`);
  }
  return parsed.data;
}

/** Reads the file. @throws Error with one clause on the first thing that is wrong. */
export const readManifest = (bytes: Uint8Array): MadeToolManifest => checkedManifest(jsonIn(bytes));

/** The file's text. */
export const manifestText = (manifest: MadeToolManifest): string => `${JSON.stringify(manifest, undefined, 2)}\n`;
