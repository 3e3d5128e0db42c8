/** Shell programs at random that change files, and what a folder holds before and after them. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { RealCrib } from "./realCrib";
import { type Tree, tempFolder } from "./tempFolder";

/** What such programs find. */
export const programTree: Tree = {
  a: "a\n",
  b: "b\n".repeat(5000),
  "d/c": "c\n",
  "d/e/f": Buffer.from([0, 255, 10, 13]),
  "d/g": { link: "../a" },
  h: undefined,
};

/** Undoes all, in the order in which it was made, the newest first. */
export async function undoAll({ crib }: RealCrib): Promise<void> {
  for (let left = await crib.journal.undoable(); left.length > 0; left = await crib.journal.undoable())
    await crib.journal.undo();
}

/**
 * Holds that the program `run` in the root does there what it does anywhere, and is undone to the byte.
 * @returns what there was before and after it, and what the model was told.
 */
export async function doesAsAnywhere(real: RealCrib) {
  const before = state(real.root);
  const plain = tempFolder();
  cpSync(real.root, plain, { recursive: true, verbatimSymlinks: true });
  execFileSync("bash", ["run"], { cwd: plain });
  const { text, isError } = await real.call("run_command", { command: "bash run" });
  assert.equal(isError, false, text);
  const after = state(plain);
  assert.deepEqual(state(real.root), after);
  await undoAll(real);
  assert.deepEqual(state(real.root), before);
  return { before, after, text };
}

/** Every name with its kind, permissions and content. Node's own way through a folder follows links, in circles too. */
export function state(folder: string, below = ""): Record<string, string> {
  const found: Record<string, string> = {};
  for (const one of readdirSync(join(folder, below))) {
    const name = join(below, one);
    const path = join(folder, name);
    const stat = lstatSync(path);
    const mode = (stat.mode & 0o7777).toString(8);
    if (stat.isSymbolicLink()) found[name] = `-> ${readlinkSync(path)}`;
    else if (stat.isDirectory()) Object.assign(found, { [name]: `folder ${mode}` }, state(folder, name));
    else found[name] = `${mode} ${readFileSync(path, "latin1")}`;
  }
  return found;
}

/** Names in the folders of such programs. */
export const names = ["a", "b", "c", "d", "e", "f", "g", "h", "n o", "ü"];

/** Quoted paths of up to three of these names. */
export const placeOf = (...all: readonly string[]) =>
  fc.array(fc.constantFrom(...all), { minLength: 1, maxLength: 3 }).map((parts) => `'${parts.join("/")}'`);

/** Root may write a file that nobody may, and has no such right in the sandbox. */
const fileModes = ["644", "600", "755", ...(process.getuid?.() === 0 ? [] : ["444"])];

/** How far a folder is copied into itself depends on the order of its names, so that is left out. */
const copied = (from: string, to: string) =>
  `case "$(realpath -m -- ${to})/" in "$(realpath -m -- ${from})"/*) ;; *) cp -r ${from} ${to} ;; esac`;

/** One line of a program. @param copies whether folders are copied; otherwise they are moved the more often. */
export const stepAt = (place: fc.Arbitrary<string>, copies = true) =>
  fc.oneof(
    fc
      .tuple(fc.constantFrom("rm -f", "rm -rf", "touch", "mkdir", "mkdir -p", "rmdir"), place)
      .map((parts) => parts.join(" ")),
    fc
      .tuple(fc.constantFrom("mv -T", "mv", copies ? "cp -r" : "mv", "ln -f", "cp -p"), place, place)
      .map(([how, from, to]) => (how === "cp -r" ? copied(from, to) : `${how} ${from} ${to}`)),
    fc.tuple(place, place).map(([to, at]) => `ln -sfn $(basename ${to}) ${at}`),
    fc.tuple(fc.constantFrom(...fileModes), place).map(([mode, at]) => `[ -f ${at} ] && chmod ${mode} ${at}`),
    fc.tuple(fc.constantFrom("755", "700", "711"), place).map(([mode, at]) => `[ -d ${at} ] && chmod ${mode} ${at}`),
    fc
      .tuple(fc.stringMatching(/^[ -&(-~]{0,8}$/), fc.constantFrom(">", ">>"), place)
      .map(([text, op, at]) => `printf %s '${text}' ${op}${at}`),
  );
