/** Entry of the headless host. A hook is judged by a window or in a thread, every other command line in this one. */
import { isMainThread } from "node:worker_threads";

if (!isMainThread) void import("./commandLine").then(({ judgeInThread }) => judgeInThread());
else if (process.argv[2] === "hook" && !process.argv.includes("--help") && !process.argv.includes("-h"))
  void import("./headless/hook/hook").then(({ hook }) => hook(process.argv.slice(3), __filename));
else void import("./commandLine").then(({ runCommandLine }) => runCommandLine(process.argv.slice(2)));
