/** What the hook for other agents' tools costs beside a bare start of Node.js. */
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { hookFolderIn } from "../../src/features/builtInTools/node/hookPlaces";
import { HookServer } from "../../src/features/builtInTools/node/hookServer";
import { compare, type Row } from "./measure";

const rounds = 15;

/** Starts it as a harness does, and waits for its end. */
function started(args: readonly string[], input: string, env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { env, stdio: ["pipe", "ignore", "inherit"] });
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`it ended with ${code}`))));
    child.stdin.end(input);
  });
}

/** A hook that a window judges for, and one that judges by itself. @param folder for what they keep. */
export async function hookRows(root: string, folder: string): Promise<Row[]> {
  const state = join(folder, "hook-state");
  mkdirSync(join(state, "toolcrib"), { recursive: true });
  const env = { ...process.env, XDG_STATE_HOME: state };
  const call = { sessionId: "s", timestamp: 1, cwd: root, toolName: "bash", toolArgs: { command: "git status" } };
  const bare = () => started(["-e", "process.stdin.resume()"], "", env);
  const hook = () => started([join("dist", "headless.js"), "hook"], JSON.stringify(call), env);
  const row = (task: string) => compare(task, bare, hook, { rounds, warm: true });
  const alone = await row("judge a call for a hook without a window, beside a bare start of Node.js");
  const server = await HookServer.open({
    folder: hookFolderIn(join(state, "toolcrib")),
    place: () => ({ roots: [root], stateFolder: state, sessionState: state, settings: {}, trusted: true }),
    judge: async () => ({ kind: "none", reason: "" }),
  });
  try {
    const byWindow = await row("hand a call to the window, beside a bare start of Node.js");
    return [alone, { ...byWindow, goal: { more: 100 } }];
  } finally {
    server.close();
  }
}
