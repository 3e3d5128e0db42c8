/** Telling by a name alone that no pattern means it, so that a walk over a large tree costs little. */

import { foldName } from "./fileNames";
import { matchesGlob } from "./globPattern";
import { memo } from "./memo";

/** What the name of a file must be for a pattern to mean it; anything, where braces reach over folders. */
const lastName = (pattern: string) =>
  /\{.*\//.test(pattern) ? "*" : (pattern.replace(/\/+$/, "").split("/").at(-1) as string);

type Test = (name: string) => boolean;

/** By the patterns of a settings object, which stays the same one while they do. */
const known = new WeakMap<readonly string[], Test>();

/** Short ones of letters, single stars and one pair of braces: of these it is certain what a name must begin and end with. */
const plain = /^(?=.{1,100}$)[\w.@-]*(?:\*(?!\*)[\w.@-]*)*(?:\{[\w.,@-]+\}[\w.@-]*)?$/;

/** The same as matching a folded name with a pattern; most names are told by how they begin and end. */
function testOf(pattern: string): Test {
  const test: Test = (name) => matchesGlob(pattern, name);
  // One that cannot be read, as `..`, means every name, this one too, which no file can have.
  if (!plain.test(pattern) || test("\0")) return test;
  const [begin = "", end = ""] = [/^[\w.@-]*/, /[\w.@-]*$/].map((part) => part.exec(pattern.toLowerCase())?.[0]);
  return (name) => name.startsWith(begin) && name.endsWith(end) && test(name);
}

function makeTest(patterns: readonly string[]): Test {
  const tests = [...new Set(patterns.map(lastName))].map(testOf);
  return memo((name) => tests.some((test) => test(name)));
}

/** True for a folded name that one of the patterns may mean, in some folder that is not meant as a whole. */
export function nameTest(patterns: readonly string[]): Test {
  const test = known.get(patterns) ?? makeTest(patterns);
  known.set(patterns, test);
  return test;
}

/** The last name of a path, folded. One of plain letters is folded already but for its case. */
export function foldedNameOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return /^[\w-]*(?:\.[\w-]+)*$/.test(name) ? name.toLowerCase() : foldName(name);
}
