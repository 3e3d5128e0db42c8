/**
 * Entry of the headless host: a small file, so that Node can be told to keep what it compiles of the rest. A hook is judged
 * by a window or in a thread, every other command line in this one.
 */
import { isMainThread } from "node:worker_threads";
import { keepCompiled } from "./headless/compiledCode";

const args = process.argv.slice(2);
const isHook = args[0] === "hook" && !args.includes("--help") && !args.includes("-h");

if (!isMainThread) void import("./commandLine").then(({ judgeInThread }) => judgeInThread());
else if (isHook) void import("./headless/hook/hook").then(({ hook }) => hook(args.slice(1), __filename));
else {
  keepCompiled(args, VERSION);
  void import("./commandLine").then(({ runCommandLine }) => runCommandLine(args));
}
