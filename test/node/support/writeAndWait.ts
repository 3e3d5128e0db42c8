/** Writes the file given and waits for a journal that never answers: what is beside the file by then stays there. */
import { atomicWrite } from "../../../src/node/files/writing/atomicWrite";

const [path = "", before] = process.argv.slice(2);
// A promise alone keeps no process.
setInterval(() => {}, 1000);
void atomicWrite({
  path,
  shown: path,
  before: before === undefined ? undefined : Buffer.from(before),
  after: Buffer.from("new"),
  ready: new Promise(() => {}),
});
