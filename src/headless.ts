/**
 * Entry of the headless host: a small file, so that the rest is loaded with what was compiled of it before, and not at all for
 * help. A hook is judged by a window or in a thread, every other command line in this one.
 */
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";
import { keepCompiled } from "./headless/compiledCode";
import { type PlainAnswer, plainAnswer } from "./headless/help";
import { loadAndKeep, loadCompiled } from "./node/state/compiledFile";

const args = process.argv.slice(2);
const commandLine = join(__dirname, "commandLine.js");
const plain = isMainThread ? plainAnswer(args, VERSION) : undefined;
const isHook = args[0] === "hook";

if (plain) answer(plain);
else if (!isMainThread) void judge(keepCompiled(args, VERSION));
else if (isHook) void import("./headless/hook/hook").then(({ hook }) => hook(args.slice(1), __filename));
else void loaded(keepCompiled(args, VERSION)).then(({ runCommandLine }) => runCommandLine(args));

function answer({ text, code }: PlainAnswer): void {
  process.exitCode = code;
  // A reader that has gone is no error.
  process.stdout.on("error", () => {});
  process.stdout.write(text);
}

/** The thread of a hook ends with its answer, so that what was compiled is kept before. */
async function judge(folder: string | undefined): Promise<void> {
  if (folder === undefined) return (await import("./commandLine")).judgeInThread();
  const { exports, keep } = loadCompiled(commandLine, folder);
  return (exports as typeof import("./commandLine")).judgeInThread(keep);
}

async function loaded(folder: string | undefined): Promise<typeof import("./commandLine")> {
  if (folder === undefined) return import("./commandLine");
  return loadAndKeep(commandLine, folder) as typeof import("./commandLine");
}
