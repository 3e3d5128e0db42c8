/**
 * Mixed calls in the real extension host, with somebody else at the same files, and what must hold at the end.
 * TOOLCRIB_SOAK_CALLS makes them more (`npm run soak -- --host`), TOOLCRIB_SOAK_SEED others.
 */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import * as vscode from "vscode";
import { Random } from "../soak/random";
import { callTool, closeEditors, decide, inWorkspace, onDisk, put } from "./support/workspace";

const calls = Number(process.env.TOOLCRIB_SOAK_CALLS ?? 40);
const seed = Number(process.env.TOOLCRIB_SOAK_SEED ?? 1);

/** Each test is told of when it ends, so that nobody waits for hours without news. */
const callsOfTest = 250;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const held = () => {
  collect();
  return process.memoryUsage().heapUsed;
};

const startText = (name: string) => Array.from({ length: 10 }, (_, line) => `${name} ${line}: start\r\n`).join("");
const names = Array.from({ length: 6 }, (_, at) => `soak/file${at}.txt`);

describe(`a soak in the extension host: ${calls} calls, seed ${seed}`, function () {
  this.timeout(30_000 + callsOfTest * 3_000);
  const random = new Random(seed);
  const texts = new Map<string, string>();
  /** Calls that changed a file, newest last, with what it held before. */
  const changes: { name: string; before: string }[] = [];

  before(() => {
    mkdirSync(inWorkspace("soak"), { recursive: true });
    for (const name of names) {
      put(name, startText(name));
      texts.set(name, startText(name));
    }
  });
  after(async () => {
    await closeEditors();
    rmSync(inWorkspace("soak"), { recursive: true, force: true });
  });

  const textOf = (name: string) => texts.get(name) as string;
  const line = (name: string) => random.pick(textOf(name).split("\r\n").slice(0, 10));
  const fresh = (old: string) => old.replace(/:.*/, () => `: ${random.word()} ü`);

  async function edit(name: string): Promise<void> {
    await callTool("read_file", { path: name });
    const old = line(name);
    const args = { path: name, old_string: old, new_string: fresh(old) };
    const call = callTool("edit_file", args);
    await decide("accept");
    assert.match(await call, /^Edited /);
    changes.push({ name, before: textOf(name) });
    texts.set(
      name,
      textOf(name).replace(old, () => args.new_string),
    );
  }

  async function editUnderneath(name: string): Promise<void> {
    await callTool("read_file", { path: name });
    const old = line(name);
    put(name, textOf(name).replace(old, "somebody else's"));
    const told = await callTool("edit_file", { path: name, old_string: old, new_string: fresh(old) });
    assert.match(told, /has changed since it was read/);
    put(name, textOf(name));
  }

  async function reject(name: string): Promise<void> {
    await callTool("read_file", { path: name });
    const call = callTool("write_file", { path: name, content: random.word() });
    await decide("reject");
    assert.match(await call, /^The person declined this/);
  }

  async function look(name: string): Promise<void> {
    const old = line(name);
    assert.ok((await callTool("search_text", { pattern: old.replace(/[^\w ]/g, ".") })).includes(name));
    assert.ok((await callTool("read_file", { path: name })).includes(old));
  }

  const refuse = async () => {
    const told = await callTool("write_file", { path: "../outside-soak.txt", content: "x" });
    assert.match(told, /^Denied by policy: /);
    assert.equal(existsSync(inWorkspace("../outside-soak.txt")), false);
  };

  const steps = [edit, edit, edit, look, look, look, reject, editUnderneath, refuse];
  const heap: number[] = [];
  let entries: string[] = [];

  for (let first = 1; first <= calls; first += callsOfTest) {
    const last = Math.min(first + callsOfTest - 1, calls);
    it(`loses nothing in calls ${first} to ${last}, and undoes to the byte`, async () => {
      if (first === 1) entries = readdirSync(inWorkspace("."));
      for (let done = first; done <= last; done += 2) {
        await random.pick(steps)(random.pick(names));
        // The journal keeps the newest 500 calls; what is older cannot be undone.
        if (changes.length === 200) await undoAll();
      }
      if (heap.length === 0 && last >= calls / 4) heap.push(held());
      if (last === calls) await undoAll();
    });
  }

  it("leaves nothing behind, and holds no more at its end", () => {
    heap.push(held());
    const [early = 0, late = 0] = heap;
    assert.ok(late < early * 1.2 + 20_000_000, `the heap grew from ${early} to ${late} bytes`);
    assert.deepEqual(readdirSync(inWorkspace(".")), entries);
  });

  async function undoAll(): Promise<void> {
    for (const name of names) assert.equal(onDisk(name).toString(), textOf(name));
    for (const { name, before } of changes.splice(0).reverse()) {
      await vscode.commands.executeCommand("toolcrib.undo");
      assert.equal(onDisk(name).toString(), before);
      texts.set(name, before);
    }
    for (const name of names) assert.equal(onDisk(name).toString(), startText(name));
  }
});
