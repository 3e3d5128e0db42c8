/** Prepares what the next command on a layer needs, prints the names of the layers that there are then, and ends. */
import { readdirSync } from "node:fs";
import { systemProgram } from "../../../../src/node/processes/systemPrograms";
import { prepareNext, takeNext } from "../../../../src/node/sandbox/bubblewrap/nextSandbox";
import { probeLayer } from "../../../../src/node/sandbox/layer/layerProbe";

const [state = "", root = "", mount] = process.argv.slice(2);

async function prepare(): Promise<void> {
  const probe = await probeLayer(state);
  if ("reason" in probe) throw new Error(probe.reason);
  const programs = { ...probe.programs, ...(mount !== undefined && { mount }) };
  await prepareNext(systemProgram("bwrap") ?? "", { ...probe, programs, roots: [root] });
  console.log(readdirSync(probe.place).join());
  if (mount !== undefined && !takeNext()) throw new Error("The network is to be made all the same.");
  process.exit();
}

// What is prepared keeps no program from ending.
setInterval(() => {}, 1000);
void prepare();
