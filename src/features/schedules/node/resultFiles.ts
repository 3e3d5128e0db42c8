/** Results of runs as files, where a person wishes for them (EX-9). */
import { mkdir } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { revealed } from "../../../core/text/markdown";
import { ToolError } from "../../../core/vocabulary/toolError";
import { homeFolder } from "../../../node/environment/homeFolder";
import type { ScheduleBook, ScheduleRun } from "../scheduleRuns";
import type { Schedule } from "../schedules";
import { historyText } from "../scheduleText";
import { writeWhole } from "./runFolder";

/**
 * Writes the result of a run below a folder, and copies the files that it made beside that; nothing where none is named.
 * @param named the setting `schedules.resultsFolder`.
 * @throws ToolError `invalid_input` for a relative path. @throws Error of the file system.
 */
export async function writeResult(
  named: string,
  schedule: Schedule,
  run: ScheduleRun,
  book: Pick<ScheduleBook, "copyFiles">,
): Promise<void> {
  if (named.trim() === "") return;
  const folder = named.trim().replace(/^~(?=$|[\\/])/, homeFolder());
  if (!isAbsolute(folder))
    throw new ToolError("invalid_input", `toolcrib.schedules.resultsFolder "${named}" is not an absolute path.`);
  const stamp = new Date(run.startedAt).toISOString().replace(/[-:]|\.\d+/g, "");
  const place = join(folder, schedule.name, `${stamp}-${run.id.slice(-6)}`);
  await mkdir(folder, { recursive: true });
  const left = run.files ? await book.copyFiles(schedule, run, place) : [];
  const lines = [historyText([run]), ...left.map((one) => `Not copied: ${revealed(one)}`)];
  await writeWhole(`${place}.txt`, `${lines.join("\n")}\n`);
}
