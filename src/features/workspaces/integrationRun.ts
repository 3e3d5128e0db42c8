import * as z from "zod";
import type { UsableRuntimes } from "../../core/ports/runtimes";
import { actionTitle } from "../../core/text/clauses/clause";
import {
  type AnyTool,
  defineTool,
  type Plan,
  type PlanHost,
  type RunContext,
  type ToolResult,
} from "../../core/tools/tool";
import type { ExecEffect, ResolvedPath } from "../../core/vocabulary/effect";
import { childOf, segments } from "../../core/vocabulary/paths";
import type { Program } from "../../core/vocabulary/program";
import { planCommand, runParameters } from "../../tools/commands/commandRun";
import type { CommandData } from "../../tools/commands/commandText";
import { type AccessGrants, withAccess } from "./accessWish";
import { fileCommand } from "./fileCommand";
import { type IntegrationManifest, integrationFacts, integrationManifestName, integrationsFolder } from "./integration";
import { integrationManifestIn, runtimeOf, unusable } from "./integrationFolder";

/** The run of an integration that gets secrets: of the bytes that a person approved, and of no others. */
export interface ApprovedIntegration {
  /** As it is judged. */
  readonly command: string;
  readonly program: Program;
  /** Runs it in a folder of its own. @param input what it reads. */
  run(given: Readonly<Record<string, unknown>>, timeoutMs: number, context: RunContext): Promise<ToolResult>;
}

/** What integration_run needs beside the call. */
export interface IntegrationServices {
  readonly grants: AccessGrants;
  /**
   * One that a person approved as it is now.
   * @param workspace name of the workspace in which it lies.
   * @throws ToolError `denied` for one that they have not, after they were told that it waits.
   */
  approved(workspace: string, name: string): Promise<ApprovedIntegration>;
}

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

const input = z.object({
  name: integrationFacts.name.describe("Name of the integration."),
  action: z.enum(["run", "test"]).default("run").describe("Run its program, or its tests. Default: run."),
  arguments: z
    .record(z.string(), z.unknown())
    .default({})
    .describe("Arguments that the program gets as JSON on standard input; its tests get none. Default: {}."),
  timeout_ms: runParameters.timeout_ms,
});

type Wish = z.infer<typeof input>;

/** What a plan of a run says and notes, whichever way it is run. */
const shownAs = ({ name, action }: Pick<Wish, "name" | "action">, { description }: IntegrationManifest) => ({
  title: action === "run" ? actionTitle`Run the integration ${name}` : actionTitle`Test the integration ${name}`,
  notes: [description],
});

/** The plan of a run with secrets; it is judged here and again where it runs. */
async function approvedPlan(
  { name, action, arguments: given, timeout_ms }: Wish,
  cwd: ResolvedPath,
  manifest: IntegrationManifest,
  services: IntegrationServices,
  maxTimeout: number,
): Promise<Plan> {
  const { command, program, run } = await services.approved(segments(cwd.root ?? "").at(-1) ?? "", name);
  const timeoutMs = Math.min(timeout_ms ?? maxTimeout, maxTimeout);
  const effect: ExecEffect = { kind: "exec", command, cwd, timeoutMs, input: JSON.stringify(given), program };
  return {
    ...shownAs({ name, action }, manifest),
    effects: [effect],
    run: (context) => run(given, timeoutMs, context),
  };
}

export const integrationRun = (services: IntegrationServices): AnyTool =>
  defineTool({
    name: "integration_run",
    displayName: "Run Integration",
    summary: "Run or test an integration of the agent's own workspace",
    description:
      "Runs an integration of your own workspace, or its tests, as its integration.json says, in its folder, and returns stdout, stderr, exit code and duration as exec_run does. The program gets `arguments` as JSON on standard input. One that names secrets runs in a copy of its files that the person has approved, with a folder `state` that stays from run to run; its tests get no secrets.",
    metadata: {
      concurrencySafe: false,
      readOnly: false,
      destructive: true,
      idempotent: false,
      searchHint: "exec workspace integration run test invoke",
    },
    place: "workspace",
    effectKinds: ["exec"],
    input,
    usual: ["arguments"],
    async plan(wish, context) {
      const { name, action, arguments: given, timeout_ms } = wish;
      const { host, settings } = context;
      const folder = await host.resolve(`${integrationsFolder}/${name}`);
      const manifest = await integrationManifestIn(folder, name, host);
      const runtimes = await runtimeOf(manifest, host);
      if (action === "run" && Object.keys(manifest.secrets).length > 0)
        return approvedPlan(wish, folder, manifest, services, settings.limits.commandTimeoutMs);
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
      return withAccess({ ...plan, ...shownAs(wish, manifest) }, host, services.grants).then((known) => ({
        ...known,
        run: async (running: RunContext) => withHosts(await plan.run(running), manifest.hosts),
      }));
    },
  });

/** Of a run that failed, the hosts without which it may have: nothing else would tell the model what they depend on. */
function withHosts(result: ToolResult, hosts: readonly string[]): ToolResult {
  const { exitCode } = result.data as CommandData;
  if (exitCode === 0 || hosts.length === 0) return result;
  const note = `[Its integration.json names ${hosts.join(", ")}: it reaches them once the person has allowed that.]`;
  return { ...result, text: `${result.text}\n${note}` };
}
