import assert from "node:assert/strict";
import { linkSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { judgedCode } from "../../../../src/core/calls/hosts/judgedCode";
import { judgeEffect, judgeReads } from "../../../../src/core/rules/rule";
import type { FoundPlace, UnreadPlace } from "../../../../src/core/tools/knownCode";
import { answer, at, type CodeCrib, codeCrib, fakeCode } from "../../../support/fakeCode";

const cart = "src/cart.ts";
/** More of them than are resolved one by one. */
const crowd = Array.from({ length: 18 }, (_, index) => `many/m${index}.ts`);

const folder = fc.constantFrom("src", "src/deep", "src/deep/down", "many", "closed", ".ssh", "../more", "../outside");
const name = fc.constantFrom("a.ts", "b.ts", "shut.ts", ".env", "key.pem", "odd\u200b.ts", "folder");
const path = fc.tuple(folder, name).map((parts) => parts.join("/"));
/** A file, or another name of what was there before: a link or a hard link. */
const entry = fc.record({ path, what: fc.constantFrom("file", "link", "hard link", "folder link"), to: fc.nat() });

function plant({ root }: CodeCrib, entries: readonly { path: string; what: string; to: number }[]): string[] {
  // The file that is asked about keeps its one name.
  const named = [...crowd];
  for (const { path, what, to } of entries) {
    const full = join(root, path);
    const known = join(root, named[to % named.length] ?? "");
    try {
      mkdirSync(dirname(full), { recursive: true });
      if (what === "file") writeFileSync(full, `total(); // ${path}\n`, { flag: "wx" });
      else if (what === "link") symlinkSync(known, full);
      else if (what === "hard link") linkSync(known, full);
      else symlinkSync(dirname(known), full);
    } catch {
      // The place is taken: the tree is random, not every entry fits.
      continue;
    }
    named.push(path);
    if (what === "folder link")
      named.push(`${path}/a.ts`, `${path}/m1.ts`, `${path}/../${path.split("/").at(-1)}/m2.ts`);
  }
  return [cart, ...named].map((one) => join(root, one));
}

/** What is found when each file is resolved and judged by itself. */
async function oneByOne({ crib, host }: CodeCrib, paths: readonly string[]) {
  const context = crib.context();
  const found: FoundPlace[] = [];
  const unread = new Map<string, UnreadPlace>();
  for (const path of paths) {
    const target = await host.files.resolve(path);
    const { range } = at(path, 0, 0, 5);
    const { kind, reason } = await judgeEffect(crib.rules, { kind: "read", target }, context);
    const { shown, root } = target;
    if (kind === "allow") found.push({ target, range });
    else unread.set(shown, { shown, reason, asks: kind === "ask", ...(root === undefined && { line: 1 }) });
  }
  return { found, unread: [...unread.values()].sort((a, b) => (a.shown < b.shown ? -1 : 1)) };
}

describe("code that is judged", () => {
  it("is judged together as file by file: links, hard links, closed, secret and odd names, and other folders", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(entry, { maxLength: 14 }),
        fc.boolean(),
        fc.boolean(),
        async (entries, asks, hasClosed) => {
          let named: string[] = [];
          const tree = Object.fromEntries([cart, ...crowd].map((one) => [one, `total(); // ${one}\n`]));
          const made = await codeCrib(
            hasClosed ? { ...tree, ".toolcribignore": "closed/\nshut.ts\n" } : tree,
            () => ({ locations: async () => answer(...named.map((one) => at(one, 0, 0, 5))) }),
            { moreRoots: ["more"], settings: { "toolcrib.readOutsideRoots": asks ? "ask" : "deny" } },
          );
          const all = plant(made, entries);
          const { crib, host } = made;
          const code = judgedCode({
            code: fakeCode({ locations: async () => answer(...all.map((one) => at(one, 0, 0, 5))) }),
            files: host.files,
            judge: (targets) => judgeReads(crib.rules, targets, crib.context()),
            readable: async (file) => file,
          });
          const file = await host.files.resolve(join(made.root, cart));
          const point = { file, position: { line: 0, character: 0 }, lineText: "" };
          const wait = { limitMs: 1000, signal: new AbortController().signal };
          const expected = await oneByOne(made, [...new Set(all)]);
          const { found, unread } = await code.locations("references", point, wait);
          assert.deepEqual({ found, unread }, expected);

          named = all.filter((one) => statSync(one, { throwIfNoEntry: false })?.isFile());
          const shown = (await oneByOne(made, named)).found.map(
            ({ target }) => `${target.shown}:1: ${readFileSync(target.real, "utf8").trimEnd()}`,
          );
          const said = await made.said("find_references", { path: cart, line: 1, name: "total", limit: 5000 });
          assert.deepEqual(
            said.split("\n").filter((line) => line.includes(":1: ")),
            [...new Set(shown)].sort(),
          );
        },
      ),
      { numRuns: 60 },
    ));
});
