/** Prepares what the next sandbox needs, prints the folder of its network and keeps it. */
import { type NextSandbox, prepareNext, takeNext } from "../../../../src/node/sandbox/bubblewrap/nextSandbox";

const kept: (NextSandbox | undefined)[] = [];

setInterval(() => kept, 1000);
void prepareNext(process.argv[2] ?? "").then(() => {
  kept.push(takeNext());
  console.log(kept[0]?.network?.folder);
});
