import { isOddChange } from "../vocabulary/changes/fileEntry";
import type { WriteEffect } from "../vocabulary/effect";
import { parentOf } from "../vocabulary/paths";

/** Fewer are made as quickly one by one. */
const fewest = 8;
/** Each keeps up to three files open. */
const most = 200;

/** True for a change of a file's bytes and of nothing else. */
const isPlain = (effect: WriteEffect): boolean => !effect.whole && !isOddChange(effect);

/** Paths of which none lies in another. */
class Apart {
  readonly #paths = new Set<string>();
  readonly #around = new Set<string>();

  /** @returns false, and takes nothing, where it lies in another one or around it. */
  add(path: string): boolean {
    const around: string[] = [];
    for (let at = path; at !== parentOf(at); at = parentOf(at)) around.push(parentOf(at));
    if (this.#paths.has(path) || this.#around.has(path) || around.some((one) => this.#paths.has(one))) return false;
    this.#paths.add(path);
    for (const one of around) this.#around.add(one);
    return true;
  }
}

/**
 * Parts writes into those that can be made together, in their order. The last one stays by itself: it comes to the disk after
 * all others, so that whoever looks after a crash can tell by it whether all were made.
 */
export function writeRuns<T extends WriteEffect>(effects: readonly T[]): T[][] {
  const runs: T[][] = [];
  let run: T[] = [];
  let paths = new Apart();
  const end = () => {
    if (run.length >= fewest) runs.push(run);
    else runs.push(...run.map((one) => [one]));
    run = [];
    paths = new Apart();
  };
  for (const [at, effect] of effects.entries()) {
    const joins = isPlain(effect) && at < effects.length - 1;
    if (!joins) {
      end();
      runs.push([effect]);
      continue;
    }
    if (run.length >= most || !paths.add(effect.target.real)) {
      end();
      paths.add(effect.target.real);
    }
    run.push(effect);
  }
  end();
  return runs;
}
