/** What an integration is made of, as far as it can be run (EX-6). */

import { runtimesText, type UsableRuntimes } from "../../core/ports/runtimes";
import type { PlanHost } from "../../core/tools/tool";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { messageOf, ToolError } from "../../core/vocabulary/toolError";
import { maxManifestBytes } from "../approvedFolders/jsonManifest";
import { type IntegrationManifest, integrationManifestName, integrationsFolder, readIntegration } from "./integration";

const missing = ({ shown }: ResolvedPath, name: string) =>
  new ToolError(
    "not_found",
    `There is no integration "${name}", as ${shown}/${integrationManifestName} does not exist: list ${integrationsFolder} with exec_ls, or make it with integration_create.`,
  );

/** @param problem one clause. */
export const unusable = ({ shown }: ResolvedPath, name: string, problem: string) =>
  new ToolError(
    "invalid_input",
    `The integration "${name}" cannot be run, because ${problem}: fix the files in ${shown}.`,
  );

/**
 * The manifest in the folder of an integration.
 * @throws ToolError `not_found` or `invalid_input`, with what is wrong in the folder.
 */
export async function integrationManifestIn(
  folder: ResolvedPath,
  name: string,
  host: PlanHost,
): Promise<IntegrationManifest> {
  const file = await host.resolve(`${folder.path}/${integrationManifestName}`);
  const stat = await host.stat(file);
  if (!stat) throw missing(folder, name);
  if (stat.kind !== "file") throw unusable(folder, name, `its ${integrationManifestName} is not a file`);
  if (stat.size > maxManifestBytes)
    throw unusable(
      folder,
      name,
      `its ${integrationManifestName} is ${stat.size} bytes; the limit is ${maxManifestBytes}`,
    );
  const bytes = await host.read(file);
  try {
    return readIntegration(name, bytes);
  } catch (error) {
    throw unusable(folder, name, messageOf(error));
  }
}

/**
 * What there is of the manifest's runtime, and of no other.
 * @throws ToolError `unavailable` where it may not be used, or is not there.
 */
export async function runtimeOf(
  { name, runtime }: Pick<IntegrationManifest, "name" | "runtime">,
  host: PlanHost,
): Promise<UsableRuntimes> {
  const all = await host.runtimes();
  const found = all.found.filter((one) => one.name === runtime);
  if (found.length > 0 && all.allows(runtime)) return { ...all, found };
  throw new ToolError(
    "unavailable",
    `The integration "${name}" needs ${runtime}, but only these are available here: ${runtimesText(all)}. Write it for another runtime, or ask the person to install this one.`,
  );
}
