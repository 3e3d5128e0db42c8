import * as z from "zod";
import type { UsableRuntimes } from "../../core/ports/runtimes";
import { defineTool, type PlanHost, type ToolResult } from "../../core/tools/tool";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { childOf } from "../../core/vocabulary/paths";
import { planCommand, runParameters } from "../../tools/commands/commandRun";
import type { CommandData } from "../../tools/commands/commandText";
import { fileCommand } from "./fileCommand";
import { type IntegrationManifest, integrationFacts, integrationManifestName, integrationsFolder } from "./integration";
import { integrationManifestIn, runtimeOf, unusable } from "./integrationFolder";

/** The command that runs its program. @throws ToolError when that is not there, or cannot be run. */
async function entryCommand(
  cwd: ResolvedPath,
  { name, entry }: IntegrationManifest,
  host: PlanHost,
  runtimes: UsableRuntimes,
): Promise<string> {
  const file = await host.resolve(childOf(cwd, entry).path);
  if ((await host.stat(file))?.kind !== "file")
    throw unusable(cwd, name, `the file ${entry} that its ${integrationManifestName} names is not in its folder`);
  return fileCommand({ file, args: [], cwd }, { ...host, runtimes: () => Promise.resolve(runtimes) });
}

export const integrationRun = defineTool({
  name: "integration_run",
  displayName: "Run Integration",
  summary: "Run or test an integration of the agent's own workspace",
  description:
    "Runs an integration of your own workspace, or its tests, as its integration.json says, in its folder, and returns stdout, stderr, exit code and duration as exec_run does. The program gets `arguments` as JSON on standard input.",
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: true,
    idempotent: false,
    searchHint: "exec workspace integration run test invoke",
  },
  place: "workspace",
  effectKinds: ["exec"],
  input: z.object({
    name: integrationFacts.name.describe("Name of the integration."),
    action: z.enum(["run", "test"]).default("run").describe("Run its program, or its tests. Default: run."),
    arguments: z
      .record(z.string(), z.unknown())
      .default({})
      .describe("Arguments that the program gets as JSON on standard input; its tests get none. Default: {}."),
    timeout_ms: runParameters.timeout_ms,
  }),
  usual: ["arguments"],
  async plan({ name, action, arguments: given, timeout_ms }, context) {
    const { host } = context;
    const folder = await host.resolve(`${integrationsFolder}/${name}`);
    const manifest = await integrationManifestIn(folder, name, host);
    const runtimes = await runtimeOf(manifest, host);
    const plan = await planCommand(
      {
        command: action === "run" ? await entryCommand(folder, manifest, host, runtimes) : manifest.test,
        folder,
        ...(action === "run" && { input: JSON.stringify(given) }),
        ...(timeout_ms !== undefined && { timeout_ms }),
        ...{ background: false, tty: false, outside_sandbox: false, movesFolder: false },
      },
      context,
    );
    return {
      ...plan,
      title: `${action === "run" ? "Run" : "Test"} the integration ${name}`,
      notes: [manifest.description],
      run: async (context) => withHosts(await plan.run(context), manifest.hosts),
    };
  },
});

/** Of a run that failed, the hosts without which it may have: nothing else would tell the model which setting they need. */
function withHosts(result: ToolResult, hosts: readonly string[]): ToolResult {
  const { exitCode } = result.data as CommandData;
  if (exitCode === 0 || hosts.length === 0) return result;
  const note = `[Its integration.json names ${hosts.join(", ")}: commands reach the hosts of the setting toolcrib.web.allowedHosts.]`;
  return { ...result, text: `${result.text}\n${note}` };
}
