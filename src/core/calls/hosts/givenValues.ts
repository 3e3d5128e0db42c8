/** Values of secret files that a command is given: they are taken out of everything that it prints. */
import type { OutputStream } from "../../ports/outputLog";
import type { CommandOutcome, CommandRequest } from "../../ports/shell";
import { TakenOut, withoutTexts } from "../../text/takenOut";
import type { ToolResult } from "../../tools/tool";
import type { ExtraAccess } from "../../vocabulary/extraAccess";
import type { GivenSecrets } from "../../vocabulary/program";
import { ToolError } from "../../vocabulary/toolError";
import type { Guard } from "./guard";

/** Bytes of a file whose values can be looked for. */
const largest = 256 * 1024;

/**
 * The values in the files that it is given.
 * @throws ToolError `unavailable` for a file that is another one by now, `too_large` where they cannot all be looked for.
 */
export async function valuesGiven({ files }: ExtraAccess, { host, givenValues }: Guard): Promise<readonly string[]> {
  const values: string[] = [];
  for (const file of files) {
    const target = await host.files.resolve(file);
    const stat = await host.files.stat(target);
    // It was removed: there is nothing to give.
    if (!stat && target.real === file) continue;
    if (target.real !== file || stat?.kind !== "file" || stat.links > 1)
      throw new ToolError(
        "unavailable",
        `The command did not run: ${target.shown} is no longer the file that was asked about, or now has several names (hard links). Call again.`,
      );
    if (stat.size > largest)
      throw new ToolError(
        "too_large",
        `The command did not run: ${target.shown} is ${stat.size} bytes, and only secrets in files of up to ${largest} bytes can be removed from the output. Do without the file.`,
      );
    values.push(...givenValues(await host.files.read(target), target.real));
  }
  return [...new Set(values)];
}

/**
 * What a program that gets secrets is run with.
 * @throws ToolError `unavailable` where one of them was never given, or they cannot be read.
 */
export async function secretsGiven(
  given: GivenSecrets,
  { host }: Guard,
): Promise<Required<Pick<CommandRequest, "variables" | "secretFiles">>> {
  const found = await Promise.all(
    given.names.map(async (name) => [name, await host.secrets?.get(given, name)] as const),
  );
  const missing = found.flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length > 0)
    throw new ToolError(
      "unavailable",
      `The program did not run, because ${missing.join(", ")} of the integration ${given.integration} ${missing.length > 1 ? "are" : "is"} not set. Tell the person: the Workspaces view has "Set Secret…", the command line "toolcrib integrations secret ${given.integration} ${missing[0]}".`,
    );
  const { asFiles = [] } = given;
  const those = (areFiles: boolean) =>
    Object.fromEntries(
      found.flatMap(([name, value = ""]) => (asFiles.includes(name) === areFiles ? [[name, value]] : [])),
    );
  return { variables: those(false), secretFiles: those(true) };
}

/** Runs a command, and keeps texts out of its output and of what is said of it. */
export async function withoutValues(
  values: readonly string[],
  request: CommandRequest,
  run: (request: CommandRequest) => Promise<CommandOutcome>,
): Promise<CommandOutcome> {
  if (values.length === 0) return run(request);
  const streams = { stdout: new TakenOut(values), stderr: new TakenOut(values) };
  const show = (stream: OutputStream, bytes: Uint8Array) =>
    bytes.length > 0 ? request.onOutput(stream, bytes) : undefined;
  const hidden = { ...request, hiddenTexts: values };
  const outcome = await run({ ...hidden, onOutput: (stream, chunk) => show(stream, streams[stream].push(chunk)) });
  for (const stream of ["stdout", "stderr"] as const) await show(stream, streams[stream].finish());
  // The command chooses the name of the folder in which it ends.
  const { folder: _, ...told } = outcome;
  return { ...told, notes: told.notes.map((note) => withoutTexts(note, values)) };
}

/** The texts of a result's facts. */
function factsWithout(values: readonly string[], facts: unknown): unknown {
  if (typeof facts === "string") return withoutTexts(facts, values);
  if (Array.isArray(facts)) return facts.map((one) => factsWithout(values, one));
  if (typeof facts !== "object" || facts === null || Object.getPrototypeOf(facts) !== Object.prototype) return facts;
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, factsWithout(values, value)]));
}

/** What models and programs read of a result, without these texts. */
export const resultWithout = (values: readonly string[], result: ToolResult): ToolResult => ({
  ...result,
  text: withoutTexts(result.text, values),
  ...(result.data !== undefined && { data: factsWithout(values, result.data) }),
});
