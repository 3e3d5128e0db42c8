/** Runs a command in another's world, says when a sandbox waits for the next one, and then ends or goes on for ever. */
import { setTimeout as delay } from "node:timers/promises";
import { waitingText } from "../../../../src/node/sandbox/bubblewrap/handover";
import { runningWith } from "../../support/processes";
import { World } from "./world";

const [top = "", how] = process.argv.slice(2);

async function leave(): Promise<void> {
  const world = new World({}, undefined, top);
  await world.run("true", { onlyReads: true });
  while (runningWith(waitingText).length === 0) await delay(10);
  await delay(100);
  process.stdout.write("waits\n");
  if (how === "goes on") setInterval(() => {}, 1000);
}

void leave();
