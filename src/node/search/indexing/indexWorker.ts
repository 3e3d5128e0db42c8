/** The thread that keeps the index of one folder. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import { messageOf } from "../../../core/vocabulary/toolError";
import type { BuildJob } from "./buildIndex";
import type { FromIndex, IndexStart, ToIndex } from "./messages";
import { TreeIndex } from "./treeIndex";

const start = workerData as IndexStart;
const tell = (message: FromIndex) => parentPort?.postMessage(message);
const judged: ((closed: readonly string[]) => void)[] = [];

const index = new TreeIndex(start, {
  closed(paths) {
    tell({ kind: "judge", paths });
    return new Promise((resolve) => judged.push(resolve));
  },
  build,
  tell: (state) => tell({ kind: "state", state }),
});

async function build(job: BuildJob): Promise<boolean> {
  const child = fork(start.builder, {
    execArgv: [...start.execArgv],
    env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
  });
  child.once("error", () => {});
  child.send(job, () => {});
  const [code] = await once(child, "exit");
  return code === 0;
}

parentPort?.on("message", async (message: ToIndex) => {
  if (message.kind === "closed") judged.shift()?.(message.closed);
  else if (message.kind === "structure") {
    const structure = await index.structure().catch(() => undefined);
    tell({ kind: "answer", id: message.id, answer: { structure } });
  } else {
    const { id, question } = message;
    tell({ kind: "answer", id, answer: await index.candidates(question).catch(() => "unknown" as const) });
  }
});

index
  .run()
  .catch((error) => tell({ kind: "state", state: { is: "off", reason: messageOf(error) } }))
  .finally(() => process.exit());
