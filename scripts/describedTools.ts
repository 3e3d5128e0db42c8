import { makeTools } from "../src/composition/allTools";
import { ScheduleBookFiles } from "../src/features/schedules/node/scheduleBook";
import { schedulesIn } from "../src/features/schedules/node/scheduleFiles";
import { Schedules } from "../src/features/schedules/schedules";
import { TaskStore } from "../src/features/tasks/tasks";
import { TestRuns } from "../src/features/tests/testRuns";
import { AccessGrantFiles } from "../src/features/workspaces/node/accessGrants";

/** All tools as they are described, for what is generated and for tests; there is no task and no schedule behind them. */
export const tools = makeTools({
  tasks: new TaskStore(() => Date.now()),
  testRuns: new TestRuns(),
  schedules: new Schedules({ ...schedulesIn("", () => ""), note: () => {} }),
  book: new ScheduleBookFiles(
    () => "",
    () => Date.now(),
  ),
  skillServices: {
    all: () => [],
    describe: () => undefined,
    personal: () => ({ all: async () => [], read: async () => undefined }),
  },
  integrationServices: {
    grants: new AccessGrantFiles(() => ""),
    approved: () => Promise.reject(new Error("There is no integration here.")),
  },
});
