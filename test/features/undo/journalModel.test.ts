/** Any sequence of calls, outside changes, undos, redos and restored snapshots against a model in memory (D-17). */
import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { ToolError } from "../../../src/core/vocabulary/toolError";
import type { UndoOutcome } from "../../../src/features/undo/journal";
import type { RestorePlan } from "../../../src/features/undo/restorePlan";
import { type BareCrib, bareCrib } from "../../support/bareCrib";
import { snapshot } from "../../support/tempFolder";

type Files = Record<string, string>;
type Step =
  | { readonly kind: "call"; readonly writes: readonly (readonly [string, string | undefined])[] }
  | { readonly kind: "outside"; readonly name: string; readonly after: string | undefined }
  | { readonly kind: "undo" | "redo" | "undoOlder" | "undoTurn" | "snapshot"; readonly at: number };

const name = fc.constantFrom("a", "b", "d/e");
const content = fc.option(fc.constantFrom("1", "2", "3"), { nil: undefined });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant("call" as const),
    writes: fc.array(fc.tuple(name, content), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant("outside" as const), name, after: content }),
  fc.record({ kind: fc.constantFrom("undo", "redo", "undoOlder", "undoTurn", "snapshot"), at: fc.nat(3) }),
);

const filesIn = (root: string): Files =>
  Object.fromEntries(Object.entries(snapshot(root)).filter(([path]) => !path.endsWith("/")));

function changeOutside(root: string, path: string, after: string | undefined): void {
  const full = join(root, path);
  mkdirSync(dirname(full), { recursive: true });
  if (after === undefined) rmSync(full, { force: true });
  else writeFileSync(full, after);
}

async function makeCall(at: BareCrib, id: string, writes: Extract<Step, { kind: "call" }>["writes"]): Promise<void> {
  const turn = { id: `turn ${Number(id) >> 1}`, title: "Turn" };
  const now = filesIn(at.root);
  const effects = [];
  for (const [path, after] of writes) {
    effects.push(await at.write(path, now[path], after));
    if (after === undefined) delete now[path];
    else now[path] = after;
  }
  await at.crib.journal.begin({ id, agent: "tester", tool: "probe", title: id, turn }).write(effects);
}

/** The plan that a step asks for; undefined when there is nothing of the kind. */
async function planOf({ crib: { journal } }: BareCrib, kind: Step["kind"], at: number) {
  const undoable = await journal.undoable();
  const redoable = await journal.redoable();
  const snapshots = await journal.snapshots();
  switch (kind) {
    case "undo":
      return undoable.length > 0 ? journal.planUndoLast() : undefined;
    case "undoOlder":
      return undoable[at] && journal.planUndo([undoable[at].id]);
    case "undoTurn": {
      const id = undoable[at]?.turn?.id;
      const calls = undoable.filter(({ turn }) => turn?.id === id).map((call) => call.id);
      return calls.length > 0 ? journal.planUndo(calls) : undefined;
    }
    case "redo":
      return redoable.length > 0 ? journal.planRedo() : undefined;
    default:
      return snapshots[at] && journal.planSnapshot(snapshots[at]);
  }
}

async function applied(at: BareCrib, plan: RestorePlan): Promise<UndoOutcome | ToolError> {
  return at.crib.journal.apply(plan).catch((error: unknown) => {
    assert.ok(error instanceof ToolError, String(error));
    return error;
  });
}

/** A journal on real files, with what is known of them beside it. */
class Model {
  /** What all files held when each snapshot's time began. */
  readonly #states = new Map<string, Files>();
  /** Files that somebody else has changed; of those nobody promises what a snapshot gives. */
  readonly #touched = new Set<string>();
  #calls = 0;

  constructor(private readonly at: BareCrib) {}

  async take(one: Step): Promise<void> {
    const before = filesIn(this.at.root);
    if (one.kind === "call") {
      await makeCall(this.at, `${this.#calls++}`, one.writes);
      const [latest] = await this.at.crib.journal.snapshots();
      if (latest && !this.#states.has(latest.id)) this.#states.set(latest.id, before);
    } else if (one.kind === "outside") {
      changeOutside(this.at.root, one.name, one.after);
      this.#touched.add(one.name);
    } else await this.#restore(one.kind, one.at, before);
  }

  async #restore(kind: Step["kind"], place: number, before: Files): Promise<void> {
    const { journal } = this.at.crib;
    const snapshot = kind === "snapshot" ? (await journal.snapshots())[place] : undefined;
    const plan = await planOf(this.at, kind, place);
    if (!plan) return;
    const outcome = await applied(this.at, plan);
    const after = filesIn(this.at.root);
    if (outcome instanceof ToolError) {
      assert.deepEqual([outcome.code, after], ["stale", before], outcome.message);
      return;
    }
    const planned = plan.files.map(({ target, wanted }) => [target.shown, wanted && Buffer.from(wanted).toString()]);
    assert.deepEqual(after, withoutGone({ ...before, ...Object.fromEntries(planned) }));
    const then = snapshot && this.#states.get(snapshot.id);
    if (then) assert.deepEqual(this.#untouched(after), this.#untouched(then), snapshot.name);
    if (kind === "redo") return;
    await journal.redo();
    assert.deepEqual(filesIn(this.at.root), before, "taking it back again gives what there was");
    if (place % 2 === 0) await journal.apply(plan);
  }

  #untouched(files: Files): Files {
    return Object.fromEntries(Object.entries(files).filter(([path]) => !this.#touched.has(path)));
  }
}

const withoutGone = (files: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(files).filter(([, content]) => content !== undefined));

describe("journal (D-17): any sequence of changes and restores", () => {
  it("every restore gives the bytes there were, or refuses with all files untouched", () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 16 }), async (steps) => {
        const model = new Model(await bareCrib({ tree: { a: "first" } }));
        for (const one of steps) await model.take(one);
      }),
      { numRuns: 100 },
    )).timeout(60_000);
});
