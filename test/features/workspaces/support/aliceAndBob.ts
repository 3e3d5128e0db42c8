/** Two agents that never heard of each other. */
import { snapshot } from "../../../support/tempFolder";
import { Neighbours } from "./neighbours";

/** What stands in a file of Bob's. */
export const secret = "what bob alone knows";
/** Why his workspace is closed. */
export const reason = "it belongs to another agent or to Toolcrib";
/** What a model is told with that. */
export const advice = "was not done; do not retry it another way: go on without it, or tell the person what you need.";

/** Bob's workspace beside Alice's, who has begun to work. */
export async function aliceAndBob(settings: Readonly<Record<string, unknown>>, says: "yes" | "no" = "no") {
  const world = new Neighbours({ "project/a.txt": "the person's\n" });
  const bob = await world.agent("bob");
  await bob.call("exec_write", { path: "scratch/secret.txt", content: secret });
  const alice = await world.agent("alice", settings, { says });
  await alice.call("exec_write", { path: "scratch/own.txt", content: "own\n" });
  return { world, alice, bob, untouched: snapshot(bob.own) };
}
