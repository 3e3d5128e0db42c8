/** Results of runs as text files, where a person wishes for them (EX-9). */
import { mkdir } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { ToolError } from "../../../core/vocabulary/toolError";
import { homeFolder } from "../../../node/environment/homeFolder";
import type { ScheduleRun } from "../scheduleRuns";
import type { Schedule } from "../schedules";
import { historyText } from "../scheduleText";
import { writeWhole } from "./runFolder";

/**
 * Writes the result of a run below a folder; nothing where none is named.
 * @param named the setting `schedules.resultsFolder`.
 * @throws ToolError `invalid_input` for a relative path. @throws Error of the file system.
 */
export async function writeResult(named: string, { name }: Schedule, run: ScheduleRun): Promise<void> {
  if (named.trim() === "") return;
  const folder = named.trim().replace(/^~(?=$|[\\/])/, homeFolder());
  if (!isAbsolute(folder))
    throw new ToolError("invalid_input", `toolcrib.schedules.resultsFolder "${named}" is not an absolute path.`);
  const stamp = new Date(run.startedAt).toISOString().replace(/[-:]|\.\d+/g, "");
  await mkdir(folder, { recursive: true });
  await writeWhole(join(folder, name, `${stamp}-${run.id.slice(-6)}.txt`), `${historyText([run])}\n`);
}
