/**
 * One folder a case, run through the real pipeline on a copy of `input`: `call.json` says what is called and how questions
 * are answered, `result.json` what came of it, `expected` how the folder is afterwards (absent: as before). A leading `_`
 * in a name stands for a dot, `$ROOT` for the folder, `$WORLD` for the one around it. To write what is expected anew: UPDATE_SCENARIOS=1, then read the
 * difference.
 */
import assert from "node:assert/strict";
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { DialectName } from "../../src/composition/makeCribs";
import { realCrib } from "../support/realCrib";
import { snapshot } from "../support/tempFolder";

interface Scenario {
  readonly dialect?: DialectName;
  readonly settings?: Record<string, unknown>;
  readonly trusted?: boolean;
  /** To every question; yes when absent. */
  readonly answer?: "yes" | "no" | "nobody";
  readonly calls: readonly { readonly tool: string; readonly input: unknown }[];
}

interface Outcome {
  readonly results: readonly { readonly text: string; readonly isError: boolean }[];
  /** Titles of the questions, in order. */
  readonly asked: readonly string[];
}

const folder = dirname(fileURLToPath(import.meta.url));
const names = readdirSync(folder).filter((name) => statSync(join(folder, name)).isDirectory());
const updating = process.env.UPDATE_SCENARIOS === "1";

const json = (path: string) => JSON.parse(readFileSync(path, "utf8"));
const below = (top: string) =>
  readdirSync(top, { recursive: true, encoding: "utf8" })
    .sort()
    .map((name) => join(top, name));

/** Copies a tree, gives names their dots, and times that follow the names. */
function lay(from: string, to: string): void {
  if (existsSync(from)) cpSync(from, to, { recursive: true });
  for (const path of below(to).reverse())
    if (basename(path).startsWith("_")) renameSync(path, join(dirname(path), `.${basename(path).slice(1)}`));
  for (const [at, path] of below(to).entries()) utimesSync(path, 1_600_000_000 + at, 1_600_000_000 + at);
}

/** The reverse of {@link lay}. */
function keep(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
  for (const path of below(to).reverse())
    if (basename(path).startsWith(".")) renameSync(path, join(dirname(path), `_${basename(path).slice(1)}`));
}

const withoutTimes = (text: string) => text.replace(/, \d+(\.\d)? ?m?s(, (in the|no) sandbox)?\]/g, ", TIME]");
const approvals = {
  yes: { approved: true, by: "person" },
  no: { approved: false, by: "person", feedback: "leave it" },
  nobody: { approved: false, by: "nobody" },
} as const;

describe("scenarios", () => {
  it("are there", () => assert.ok(names.length >= 20));

  for (const name of names)
    it(name, async () => {
      const path = (...parts: string[]) => join(folder, name, ...parts);
      const { calls, answer = "yes", ...options } = json(path("call.json")) as Scenario;
      const at = await realCrib({}, { ...options, confirm: async () => approvals[answer] });
      lay(path("input"), at.root);
      const before = snapshot(at.root);
      const placed = (text: string) => text.replaceAll(at.root, "$ROOT").replaceAll(dirname(at.root), "$WORLD");
      const results: Outcome["results"][number][] = [];
      for (const { tool, input } of calls) {
        const given = JSON.parse(JSON.stringify(input).replaceAll("$ROOT", at.root));
        const { text, isError } = await at.call(tool, given);
        results.push({ text: withoutTimes(placed(text)), isError });
      }
      const outcome: Outcome = { results, asked: at.asked.map(({ plan }) => placed(plan.title)) };
      const after = snapshot(at.root);
      if (updating) {
        writeFileSync(path("result.json"), `${JSON.stringify(outcome, null, 2)}\n`);
        rmSync(path("expected"), { recursive: true, force: true });
        if (JSON.stringify(after) !== JSON.stringify(before)) keep(at.root, path("expected"));
      }
      assert.deepEqual(outcome, json(path("result.json")));
      if (!existsSync(path("expected"))) return assert.deepEqual(after, before);
      const wanted = await realCrib({});
      lay(path("expected"), wanted.root);
      assert.deepEqual(after, snapshot(wanted.root));
    });
});
