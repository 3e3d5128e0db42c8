import * as z from "zod";
import { actionTitle } from "../../core/text/clauses/clause";
import { defineTool, type PlanContext } from "../../core/tools/tool";
import type { WriteEffect } from "../../core/vocabulary/effect";
import { ToolError } from "../../core/vocabulary/toolError";
import { integrationFacts, integrationsFolder } from "./integration";
import { runtimeOf } from "./integrationFolder";
import { scaffold } from "./integrationTemplates";

/** What integration_create made. */
export interface IntegrationCreateData {
  readonly name: string;
  /** Path of its folder, below the workspace. */
  readonly folder: string;
  /** Names of its files. */
  readonly files: readonly string[];
}

/** @throws ToolError `exists` when there is something of that name. */
async function mustBeFree(folder: string, { host }: PlanContext): Promise<void> {
  const target = await host.resolve(folder);
  if (await host.stat(target))
    throw new ToolError(
      "exists",
      `${target.shown} already exists: change its files with exec_write or edit_file, or choose another name.`,
    );
}

async function created(path: string, text: string, { host }: PlanContext): Promise<WriteEffect> {
  return { kind: "write", target: await host.resolve(path), before: undefined, after: Buffer.from(text) };
}

export const integrationCreate = defineTool({
  name: "integration_create",
  displayName: "Create Integration",
  summary: "Create an integration in the agent's own workspace: code, test and manifest",
  description:
    "Creates an integration in integrations/NAME of your own workspace: a program that gets JSON on standard input and prints JSON, a test that runs without any dependency, integration.json that registers it, and a README. Change the code with exec_write or edit_file, then use integration_run to test and to run it.",
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: false,
    idempotent: false,
    searchHint: "exec workspace integration scaffold new project template code test",
  },
  place: "workspace",
  effectKinds: ["write"],
  input: z.object(integrationFacts),
  usual: ["hosts", "packages", "secrets"],
  async plan(facts, context) {
    const { name } = facts;
    const folder = `${integrationsFolder}/${name}`;
    await mustBeFree(folder, context);
    await runtimeOf(facts, context.host);
    const { manifest, files } = scaffold(facts);
    const names = Object.keys(files);
    const effects = await Promise.all(
      Object.entries(files).map(([file, text]) => created(`${folder}/${file}`, text, context)),
    );
    return {
      title: actionTitle`Create the integration ${name}`,
      effects,
      async run({ host, tools }) {
        await host.write(...effects);
        for (const tool of ["integration_run", "exec_read", "exec_write", "exec_run"]) tools.activateTool(tool);
        const data: IntegrationCreateData = { name, folder, files: names };
        return { text: createdText(folder, names, manifest), isError: false, data };
      },
    };
  },
});

const createdText = (
  folder: string,
  files: readonly string[],
  { name, entry, test }: { name: string; entry: string; test: string },
) =>
  [
    `Created ${folder} with ${files.join(", ")}. Its test passes as it is.`,
    `Next: write what it should do into its test and ${entry}; integration_run with name "${name}" and action "test" runs \`${test}\`, with action "run" the program; packages are installed with exec_run in ${folder}. To hand it over to the person, save it as a skill.`,
  ].join("\n");
