/**
 * Entry of the file that harnesses start as a hook: a copy of it outlives the version of the extension that put it there,
 * so it looks for the program of the one that is installed. Where there is none it says no, as harnesses take an error for
 * a yes.
 */
import { refusedVerdict } from "./features/builtInTools/harness";
import { hookAnswer } from "./features/builtInTools/hookAnswer";
import { findProgram } from "./features/builtInTools/node/hookProgram";

function launch(): void {
  try {
    const program = findProgram(__dirname);
    process.argv = [process.argv[0] ?? "node", program, "hook", ...process.argv.slice(2)];
    require(program);
  } catch (error) {
    const harness = process.argv.some((word) => /^(--harness=)?claude-code$/.test(word)) ? "claude-code" : undefined;
    const reason = error instanceof Error ? error.message : String(error);
    console.log(hookAnswer(harness, refusedVerdict(`Toolcrib's hook could not start: ${reason}`)));
  }
}

launch();
