import { makeTools } from "../src/composition/allTools";
import { schedulesIn } from "../src/features/schedules/node/scheduleFiles";
import { Schedules } from "../src/features/schedules/schedules";
import { TaskStore } from "../src/features/tasks/tasks";
import { TestRuns } from "../src/features/tests/testRuns";

/** All tools as they are described, for what is generated and for tests; there is no task and no schedule behind them. */
export const tools = makeTools({
  tasks: new TaskStore(() => Date.now()),
  testRuns: new TestRuns(),
  schedules: new Schedules({ ...schedulesIn("", () => ""), note: () => {} }),
});
