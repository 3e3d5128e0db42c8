/** Swaps a folder for a link to another and back, as fast as it can, whatever is done to it: FOLDER ELSEWHERE. */
import { lstatSync, renameSync, symlinkSync } from "node:fs";

const [folder, elsewhere] = process.argv.slice(2) as [string, string];
const [aside, link] = [`${folder}.aside`, `${folder}.link`];

/** A step fails where the other process made something in the meantime. */
function attempt(step: () => void): void {
  try {
    step();
  } catch {
    // The next round finds its way back.
  }
}

symlinkSync(elsewhere, link);
process.stdout.write("ready\n");
for (let round = 0; ; round++) {
  attempt(() => renameSync(folder, aside));
  attempt(() => renameSync(link, folder));
  attempt(() => lstatSync(folder).isSymbolicLink() && renameSync(folder, link));
  // A folder that was made while none was there stands in the way.
  attempt(() => lstatSync(aside) && renameSync(folder, `${folder}.made.${round}`));
  attempt(() => renameSync(aside, folder));
}
