/** Another process on the same base: claims a moment, or begins a run and never ends it. Arguments: base, what, count. */

import { ScheduleBookFiles } from "../../../../src/features/schedules/node/scheduleBook";
import type { Schedule } from "../../../../src/features/schedules/schedules";

const [base = "", what, count = "1"] = process.argv.slice(2);
const schedule: Schedule = {
  ...{ name: "report", workspace: "tester", folder: "", digest: "", state: "approved" },
  source: new Uint8Array(),
  files: [],
};

async function main(): Promise<void> {
  const book = new ScheduleBookFiles(() => base, Date.now);
  if (what === "begin") {
    await book.begin(schedule, "person", 1);
    process.stdout.write("begun\n");
    setInterval(() => {}, 1000);
    return;
  }
  const won: number[] = [];
  for (let at = 1; at <= Number(count); at++) if (await book.claim(schedule, "time", at)) won.push(at);
  process.stdout.write(`${JSON.stringify(won)}\n`);
}

void main();
