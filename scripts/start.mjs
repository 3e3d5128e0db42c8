/**
 * `npm start`: opens a VS Code with the extension on a fresh copy of the demo workspace. A desktop VS Code is used when
 * there is one; otherwise a VS Code server is installed from npm and its address printed.
 *
 *   --server   the server even when there is a desktop VS Code
 *   --check    the server, only to see whether it starts with the extensions in it
 */
import { copyDemoWorkspace } from "./vscode/demoCopy.mjs";
import { openDesktop } from "./vscode/desktop.mjs";
import { repository } from "./vscode/paths.mjs";
import { serveDemo } from "./vscode/serveDemo.mjs";

const flags = new Set(process.argv.slice(2));
const check = flags.has("--check");

/** What is to be stopped before we end; nothing yet. */
let stop = async () => {};
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.once(signal, () => stop().finally(() => process.exit(0)));
}

const folder = await copyDemoWorkspace({ scripted: true });
if (!check && !flags.has("--server") && openDesktop([repository], folder)) {
  console.log(`\n  VS Code opens.\n\n${whatToTry(folder)}\n`);
} else {
  const demo = await serveDemo(folder, (line) => console.log(line));
  stop = demo.stop;
  if (check) {
    await demo.check().finally(stop);
    console.log("The demo starts, and the extension is in it.");
  } else {
    console.log(`\n  Open ${demo.address}\n\n${whatToTry(folder)}\n\n  Ctrl+C stops it.\n`);
  }
}

/** @param {string} folder */
function whatToTry(folder) {
  return `  In the Chat view "@crib fix the failing test" is typed already: press Enter.
  Should another model be chosen there, pick "Toolcrib demo (scripted)".
  The model is a script and needs no account. Its tool calls are real: you are asked before anything changes or runs.
  The workspace is a fresh copy of a small project: ${folder}`;
}
