/** Ten thousand searches and listings while a process swaps folders for links to outside (D-6): nothing of there is shown. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ToolResult } from "../../src/core/tools/tool";
import { DiskSearch } from "../../src/node/search/diskSearch";
import { ripgrep } from "../node/support/searchTrees";
import { type RealCrib, realCrib } from "../support/realCrib";
import { plant } from "../support/tempFolder";

/** At the same time: what one waits for, another uses. */
const atOnce = 4;
const minutes = 5;

const marker = "MARKER";
/** Bytes of each file of outside: no file inside is as large, so the number tells. */
const outsideBytes = 7919;

const content = (text: string) => text.padEnd(outsideBytes - 1, ".").concat("\n");

/** The call's words, and what came of it. */
interface Call {
  readonly tool: string;
  readonly input: Record<string, unknown>;
}

const shapes: readonly Call[] = [
  { tool: "search_text", input: { pattern: "needle", path: "d", include_ignored: true } },
  { tool: "search_text", input: { pattern: "needle", path: "d" } },
  { tool: "search_text", input: { pattern: "needle", context: 1, include_ignored: true } },
  { tool: "search_text", input: { pattern: "needle", path: "d", output_mode: "count" } },
  { tool: "search_text", input: { pattern: marker, output_mode: "files_with_matches", include_ignored: true } },
  { tool: "search_text", input: { pattern: "needle", path: "p", include_ignored: true } },
  { tool: "search_text", input: { pattern: "needle", path: "p/e/f.txt" } },
  { tool: "find_files", input: { pattern: "**", path: "d", include_ignored: true } },
  { tool: "find_files", input: { pattern: "**", limit: 3 } },
  { tool: "find_files", input: { pattern: "**", path: "p", include_ignored: true } },
  { tool: "list_directory", input: { path: "d", recursive: true } },
  { tool: "list_directory", input: { path: "p", recursive: true } },
  { tool: "list_directory", input: { path: ".", recursive: true, include_ignored: true } },
];

/** The folders that are swapped: one that is searched itself, and one in a folder that is. */
const folders = ["d", "p/e"];

/** Each folder holds names that its counterpart outside has too, and that has some of its own. */
async function workspace(engine: "ripgrep" | "walk"): Promise<RealCrib & { swapped: [string, string][] }> {
  const names = ["f.txt", "g.txt", "h/i.txt", "h/deep/j.txt"];
  const own = folders.flatMap((folder) => names.map((name) => [`${folder}/${name}`, `needle ${name}\n`] as const));
  const at = await realCrib({ "a.txt": "needle a\n", ...Object.fromEntries(own) });
  const search = new DiskSearch(at.host.files, ripgrep(), () => engine === "walk");
  Object.assign(at.host, { search });
  const outside = join(dirname(at.root), "elsewhere");
  const all = [...names, `${marker}.txt`, `${marker}/x.txt`, `h/${marker}.md`];
  plant(outside, Object.fromEntries(all.map((name) => [name, content(`needle ${marker} ${name}\n`)])));
  mkdirSync(join(at.root, "links"));
  const swapped = folders.map((folder, index): [string, string] => {
    const link = join(at.root, `links/${index}`);
    symlinkSync(outside, link);
    return [join(at.root, folder), link];
  });
  return { ...at, swapped };
}

async function swapping(pairs: readonly (readonly [string, string])[]): Promise<ChildProcess> {
  const swapper = spawn("python3", [join(__dirname, "support/swapForever.py"), ...pairs.flat()], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(swapper.stdout, "data");
  return swapper;
}

/** What a result tells of outside; links are listed by their own names. */
function leaks({ text }: ToolResult): boolean {
  const words = text.replace(/^No match.*$/m, "").replaceAll(`"${marker}"`, "");
  return words.includes(marker) || words.includes(`${outsideBytes} bytes`);
}

describe("searches and listings that are raced (D-6)", function () {
  this.timeout(minutes * 60_000);

  before(function () {
    if (process.platform !== "linux") this.skip();
  });

  for (const [engine, calls] of [
    ["ripgrep", 6000],
    ["walk", 4000],
  ] as const)
    it(`${calls} calls show nothing of outside, with ${engine}`, async () => {
      const at = await workspace(engine);
      const counts = new Map<string, { calls: number; leaks: number; errors: number; found: number }>();
      let begun = 0;
      const swapper = await swapping(at.swapped);
      const run = async () => {
        for (; begun < calls; ) {
          const { tool, input } = shapes[begun++ % shapes.length] as Call;
          const result = await at.call(tool, input);
          const key = `${tool} ${JSON.stringify(input)}`;
          const count = counts.get(key) ?? { calls: 0, leaks: 0, errors: 0, found: 0 };
          counts.set(key, count);
          count.calls++;
          if (leaks(result)) count.leaks++;
          if (result.isError) count.errors++;
          else if (/f\.txt|needle/.test(result.text)) count.found++;
        }
      };
      try {
        await Promise.all(Array.from({ length: atOnce }, run));
      } finally {
        const exited = once(swapper, "exit");
        swapper.kill("SIGKILL");
        await exited;
      }
      const all = [...counts.values()];
      const sum = (of: (count: (typeof all)[number]) => number) => all.reduce((total, count) => total + of(count), 0);
      const told = JSON.stringify([...counts], undefined, 1);
      assert.equal(
        sum(({ leaks }) => leaks),
        0,
        told,
      );
      assert.equal(
        sum(({ calls }) => calls),
        calls,
      );
      // Else the swapper kept everything from being found, and nothing was tried.
      assert.ok(sum(({ found }) => found) > calls / 20, told);
    });
});
