/** Prepares a network, prints its folder and keeps it. */
import {
  type PreparedNetwork,
  prepareNetwork,
  takeNetwork,
} from "../../../../src/node/sandbox/network/preparedNetwork";

const kept: (PreparedNetwork | undefined)[] = [];

setInterval(() => kept, 1000);
void prepareNetwork(process.argv[2] ?? "").then(() => {
  kept.push(takeNetwork());
  console.log(kept[0]?.folder);
});
