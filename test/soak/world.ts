/** The folders of a soak, and what each file in them must hold. */
import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { plant, snapshot } from "../support/tempFolder";
import type { Random } from "./random";

/** A change by somebody else: what a file held before it and after it. */
interface ForeignChange {
  readonly before: string;
  readonly after: string;
}

const linesOf = (name: string, end: string) =>
  Array.from({ length: 20 }, (_, line) => `${name} line ${line}: grüße${end}`).join("");

const files = (kind: string, count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => {
      const name = `${kind}/${kind}${at}.txt`;
      return [name, linesOf(name, at % 3 === 0 ? "\r\n" : "\n")];
    }),
  );

/** `steady` files are changed by calls alone, `moving` ones by somebody else too, `locked` ones lose permissions. */
const startTree = { ...files("steady", 24), ...files("moving", 8), ...files("locked", 6) };

/** A workspace, its state folder and its folder for temporary files. */
export class World {
  readonly root: string;
  readonly state: string;
  readonly temporary: string;
  /** Stands in the arguments of what commands start, as a part of a second. */
  readonly mark = `300.${process.pid}`;
  /** What each file must hold, by its path in the workspace. */
  readonly expected = new Map<string, string>();
  readonly #foreign = new Map<string, ForeignChange[]>();
  readonly #start: Record<string, string>;

  constructor(readonly top: string) {
    this.root = join(top, "workspace");
    this.state = join(top, "state");
    this.temporary = join(top, "tmp");
    for (const folder of [this.root, this.state, this.temporary]) mkdirSync(folder, { recursive: true });
    plant(this.root, startTree);
    this.#forget();
    this.#start = snapshot(this.root);
  }

  #forget(): void {
    this.expected.clear();
    for (const [name, text] of Object.entries(startTree)) this.expected.set(name, text);
  }

  at(path: string): string {
    return join(this.root, path);
  }

  /** What it holds; undefined when it is not there. */
  onDisk(path: string): string | undefined {
    return existsSync(this.at(path)) ? readFileSync(this.at(path), "utf8") : undefined;
  }

  /** A file of one of these folders that must be there. */
  pick(random: Random, ...folders: readonly string[]): string {
    return random.pick([...this.expected.keys()].filter((path) => folders.includes(dirname(path))));
  }

  /** Holds from now on that a file has this content; undefined: that it is not there. */
  expect(path: string, text: string | undefined): void {
    if (text === undefined) this.expected.delete(path);
    else this.expected.set(path, text);
    assert.equal(this.onDisk(path), text, `${path} holds something else`);
  }

  /** Replaces a file as an editor does. */
  changeAsSomebodyElse(path: string, after: string): void {
    const before = this.expected.get(path) as string;
    this.#replace(path, after);
    this.#foreign.set(path, [...(this.#foreign.get(path) ?? []), { before, after }]);
    this.expect(path, after);
  }

  /** Somebody else takes their last change back. @throws AssertionError when that is not what the file holds. */
  takeBackForeign(path: string): void {
    const last = this.#foreign.get(path)?.pop();
    assert.ok(last, `${path} was said to be changed by somebody else, and was not`);
    assert.equal(this.onDisk(path), last.after, `${path} is not as somebody else left it`);
    this.#replace(path, last.before);
  }

  #replace(path: string, text: string): void {
    writeFileSync(`${this.at(path)}.other`, text);
    renameSync(`${this.at(path)}.other`, this.at(path));
  }

  /** Holds that every file and no other is there, byte for byte. */
  verify(): void {
    const found = Object.entries(snapshot(this.root)).filter(([path]) => !path.endsWith("/"));
    const wanted = [...this.expected].map(([path, text]) => [path, Buffer.from(text).toString("latin1")] as const);
    assertSame(Object.fromEntries(found), Object.fromEntries(wanted), "files are not as calls left them");
  }

  /** Holds that all is as it was at the start, once somebody else has taken back what nobody else changed afterwards. */
  verifyStart(): void {
    for (const [path, changes] of this.#foreign) while (changes.length > 0) this.takeBackForeign(path);
    assertSame(snapshot(this.root), this.#start, "undoing everything did not bring back the start");
    this.#forget();
  }

  /** Takes permissions away for as long as the action takes. */
  async without(path: string, mode: number, action: () => Promise<void>): Promise<void> {
    const before = statSync(this.at(path)).mode;
    chmodSync(this.at(path), mode);
    try {
      await action();
    } finally {
      // A call that replaced the file gave it the permissions that it had; one that deleted it left nothing to change.
      if (existsSync(this.at(path))) chmodSync(this.at(path), before);
    }
  }

  /** Leaves no room on the disk for as long as the action takes. */
  async onFullDisk(action: () => Promise<void>): Promise<void> {
    const ballast = join(this.top, "ballast");
    for (const size of [1_048_576, 4_096]) fill(ballast, size);
    try {
      await action();
    } finally {
      rmSync(ballast, { force: true });
    }
  }
}

/** Names what differs, and nothing else. */
function assertSame(found: Record<string, string>, wanted: Record<string, string>, what: string): void {
  const names = [...new Set([...Object.keys(found), ...Object.keys(wanted)])];
  const differing = names.filter((name) => found[name] !== wanted[name]);
  const told = differing.map((name) => `${name}: ${JSON.stringify(found[name])}, not ${JSON.stringify(wanted[name])}`);
  assert.ok(told.length === 0, `${what}:\n${told.join("\n")}`);
}

function fill(file: string, size: number): void {
  try {
    for (;;) writeFileSync(file, Buffer.alloc(size), { flag: "a" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}
