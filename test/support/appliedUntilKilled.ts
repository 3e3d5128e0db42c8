/** Makes the changes of a command, or of another call, and says on its output when it is at the write with a number: then it is killed. */
import { writeSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { JournaledWrite } from "../../src/core/journal/callJournal";
import { Journal } from "../../src/features/undo/journal";
import { JournalFiles } from "../../src/features/undo/node/journalFiles";
import { NodeFiles } from "../../src/node/files/nodeFiles";

const [root = "", journalFolder = "", from = "", at = "", kind = "command"] = process.argv.slice(2);
const files = new NodeFiles(() => [{ path: root, real: root, name: "root" }], homedir());
const bytes = (text: string) => Buffer.from(text);
const nothing = new Uint8Array();

const targetOf = (name: string) => ({ path: join(root, name), real: join(root, name), shown: name, root });
const write = (name: string, before: string | undefined, after: string | undefined): JournaledWrite => ({
  kind: "write",
  target: targetOf(name),
  before: before === undefined ? undefined : bytes(before),
  after: after === undefined ? undefined : bytes(after),
});

async function packages(): Promise<JournaledWrite> {
  const target = targetOf("node_modules");
  const [found, coming] = [await files.wholes.identity(target.real), await files.wholes.identity(from)];
  const facts = { kind: "folder" as const, entries: 3, bytes: 3 };
  const whole = { before: facts, after: facts, from, ...(found && { found }), ...(coming && { coming }) };
  return {
    kind: "write",
    target,
    before: nothing,
    after: nothing,
    kinds: { before: "folder", after: "folder" },
    whole,
  };
}

const numbers = Array.from({ length: 50 }, (_, number) => number);

async function main(): Promise<void> {
  let count = 0;
  const original = files.write.bind(files);
  const step = () => ++count === Number(at) && writeSync(1, "now\n");
  // They follow each other too fast for whoever kills it.
  const stopHere = () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  files.write = (...args) => {
    if (step() && kind === "call") stopHere();
    return original(...args);
  };
  const together = files.writeTogether.bind(files);
  const check = () => void (step() && stopHere());
  files.writeTogether = (writes) => together(writes.map((write) => ({ ...write, check })));
  const exchange = files.wholes.exchange.bind(files.wholes);
  files.wholes.exchange = (...args) => {
    step();
    return exchange(...args);
  };
  const journal = new Journal({ store: new JournalFiles(journalFolder), files, now: Date.now });
  const facts = { id: crypto.randomUUID(), agent: "a" };
  const call = { ...facts, tool: "rename_symbol", title: "Rename old to new" };
  const command = {
    ...facts,
    tool: "run_command",
    title: "Run it",
    command: { id: "c", line: "sed -i s/old/new/ src/*" },
  };
  await (kind === "call" ? journal.begin(call).write(callWrites) : journal.begin(command).write(await commandWrites()));
  writeSync(1, "ended\n");
  setInterval(() => {}, 1000);
}

const callWrites = [
  write("src/0", "old", "new"),
  write("made/deep/0", undefined, "new"),
  write("src/1", "old", "new"),
  write("src/2", "old", "new"),
];

const commandWrites = async (): Promise<JournaledWrite[]> => [
  ...numbers.map((number) => write(`gone/${number}`, "old", undefined)),
  ...numbers.map((number) => write(`src/${number}`, "old", "new")),
  await packages(),
  { ...write("run.sh", "old", "old"), modes: { before: 0o644, after: 0o755 } },
  ...numbers.map((number) => write(`made/deep/${number}`, undefined, "new")),
  { ...write("link", undefined, "src/1"), kinds: { after: "link" } },
  ...numbers.map((number) => write(`.git/objects/${number}`, undefined, "new")),
  write(".git/HEAD", "old", "new"),
];

void main();
