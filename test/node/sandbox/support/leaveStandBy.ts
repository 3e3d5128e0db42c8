/** Runs a command in another's world, names the processes of the sandbox that waits for the next one, and then ends or goes on for ever. */
import { setTimeout as delay } from "node:timers/promises";
import { waitingText } from "../../../../src/node/sandbox/bubblewrap/handover";
import { childrenWith, descendants } from "../../support/processes";
import { World } from "./world";

const [top = "", how] = process.argv.slice(2);

async function leave(): Promise<void> {
  const world = new World({}, undefined, top);
  await world.run("true", { onlyReads: true });
  const waiting = () => childrenWith(process.pid, waitingText);
  while (waiting().length === 0) await delay(10);
  await delay(100);
  process.stdout.write(JSON.stringify(waiting().flatMap((pid) => [pid, ...descendants(pid)])));
  if (how === "goes on") setInterval(() => {}, 1000);
}

void leave();
