/** Why a schedule could never run, found before a person is asked to look at it (EX-9). */

import { runtimesText } from "../../core/ports/runtimes";
import { schedulesFolder } from "../../core/ports/workspaces";
import type { PlanContext, PlanHost } from "../../core/tools/tool";
import { ToolError } from "../../core/vocabulary/toolError";
import { lockAmong, lockProblem } from "./lockFiles";
import type { ScheduleDefinition } from "./scheduleDefinition";
import { hostsOfSchedule } from "./scheduleHosts";
import type { ScheduledFiles } from "./schedules";

const refused = (why: string, instead: string) =>
  new ToolError("invalid_input", `The schedule would never run, because ${why}: ${instead}.`);

/** @throws ToolError for work that every run of would be refused, so that nobody waits for it in vain. */
export async function checkRun(
  { command, network, timeout_ms }: ScheduleDefinition,
  { host, settings }: PlanContext,
): Promise<void> {
  if (settings.sandbox === "off")
    throw refused(
      "the setting toolcrib.sandbox is off, and runs that nobody watches need a sandbox",
      "tell the person",
    );
  const most = settings.limits.commandTimeoutMs;
  if (timeout_ms > most)
    throw refused(`timeout_ms ${timeout_ms} exceeds the maximum of ${most}`, "use a smaller value");
  const denied = settings["web.deniedHosts"].filter((host) => network.includes(host));
  if (denied.length > 0) throw refused(`${denied.join(", ")} is denied by a setting`, "do without that host");
  const language = host.shellLanguage();
  const verdict = await host.verdict({
    kind: "exec",
    command,
    ...(language !== "bash" && { language }),
    cwd: await host.resolve("."),
    timeoutMs: timeout_ms,
    program: {
      ...{ tool: "schedule", digest: "", folder: "", askedIn: schedulesFolder, isGranted: true },
      permissions: { writes: "workspace", reads: "workspace", network },
    },
  });
  if (verdict.kind === "deny") throw refused(verdict.reason, verdict.instead ?? "propose another command");
  if (verdict.kind === "ask" && verdict.rule === "madeTools")
    throw refused("no sandbox works here, and runs that nobody watches need one", "tell the person");
}

/** A command that begins with a runtime and a plainly named file for it. */
const start =
  /^\s*(?:deno\s+run(?:\s+(?:-A|--allow-[\w-]+(?:=\S+)?))*|(?:\.\/)?\.venv\/bin\/python3?|python3?|node|bash|sh)\s+(?:\.\/)?(\w[\w./-]*)(?=\s|$)/;

/** What a run finds beside the files that it begins with. */
const foundThere = /^(?:state|node_modules|\.venv)\//;

/** True for a file or a folder, or for one whose ending Node finds by itself. */
const isAmong = (path: string, { files }: ScheduledFiles) =>
  files.some(({ name }) => name === path || name.startsWith(`${path}/`) || name.startsWith(`${path}.`));

/** @throws ToolError for a command that no run could start with these files. */
export async function checkStart(
  definition: ScheduleDefinition,
  found: ScheduledFiles,
  host: Pick<PlanHost, "runtimes">,
): Promise<void> {
  const { command, files } = definition;
  if (found.problem !== undefined) throw refused(`its files cannot be approved (${found.problem})`, "fix that first");
  const lacking = lockProblem(found.files, found.integration, hostsOfSchedule({ ...found, definition }));
  if (lacking !== undefined) throw refused(lacking, "add that to the manifest, or do without packages");
  if (/^\s*(?:\.\/)?\.venv\//.test(command) && lockAmong(found.files)?.source !== "pip")
    throw refused(
      "a run gets a .venv only if its files include a requirements.txt or requirements.lock that names packages",
      "add one, or use python3",
    );
  const [, file] = start.exec(command) ?? [];
  if (file !== undefined && !foundThere.test(file) && !file.split("/").includes("..") && !isAmong(file, found))
    throw refused(
      files === undefined
        ? `it runs in an empty folder, which has no ${file}`
        : `there is no ${file} in ${files}, where it starts`,
      files === undefined ? "give the folder that contains it as files" : "name a file that is there",
    );
  await checkRuntime(command, host);
}

/** @throws ToolError for a runtime that is not here, or may not be used. */
async function checkRuntime(command: string, host: Pick<PlanHost, "runtimes">): Promise<void> {
  const [, wanted] = /^\s*(python|node|deno)3?(?=\s|$)/.exec(command) ?? [];
  if (wanted === undefined) return;
  const all = await host.runtimes();
  if (all.found.some(({ name }) => name === wanted) && all.allows(wanted)) return;
  throw refused(`it needs ${wanted}, and only these are available here: ${runtimesText(all)}`, "use one of those");
}
