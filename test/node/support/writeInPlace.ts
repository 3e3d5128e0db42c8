/**
 * Makes a call that changes the file `big` from `a`s to `b`s, and says when it is on record that it writes it in place: then it is
 * killed. Arguments: the folder, `call`, or `undo` to take that call back, or `recover` to look for what another left; how many
 * bytes the call leaves; and after how many bytes that are written in place it stops, by default after none.
 */
import { readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { FileInPlace } from "../../../src/node/files/opened/fileInPlace";
import { journalOf } from "./journalOf";

const say = (what: string) => writeSync(1, `${what}\n`);

function stopAfter(count: number): void {
  const write = FileInPlace.prototype.write;
  FileInPlace.prototype.write = async function (this: FileInPlace, bytes: Uint8Array) {
    await write.call(this, bytes.subarray(0, count));
    say("stopped");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };
}

async function main(folder: string, action: string, size: number, count: string | undefined): Promise<void> {
  const { journal, files, store } = await journalOf(folder);
  const put = store.put.bind(store);
  let isWatched = false;
  store.put = async (entry) => {
    await put(entry);
    if (isWatched && entry.changes.some(({ inPlace }) => inPlace)) say("begun");
  };
  const watch = () => {
    isWatched = true;
    if (count !== undefined) stopAfter(Number(count));
  };
  if (action !== "undo") watch();
  if (action !== "recover") {
    const target = await files.resolve("big");
    const before = readFileSync(join(folder, "files/big"));
    const facts = { id: "1", agent: "tester", tool: "probe", title: "Change big" };
    await journal.begin(facts).write([{ kind: "write", target, before, after: Buffer.alloc(size, "b") }]);
  }
  if (action === "recover") await journal.recover();
  if (action === "undo") {
    watch();
    await journal.undo("1");
  }
  say("ended");
  setInterval(() => {}, 1000);
}

const [folder = "", action = "", size = "", count] = process.argv.slice(2);
void main(folder, action, Number(size), count);
