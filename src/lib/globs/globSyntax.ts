/** A glob taken apart: alternatives, each of them names in a row. No regular expression could do this in bounded time. */

/** One character of a name: any row of them, or what a test accepts. */
export type GlobAtom = "star" | ((character: string) => boolean);
/** One name of a path: any row of names, exactly this one, or what the atoms accept. */
export type NamePattern = "globstar" | { readonly exactly: string } | { readonly atoms: readonly GlobAtom[] };

/** `{a,b}{a,b}…` doubles with each pair, so there is an end to it. */
const maxAlternatives = 1000;

/** Where the class that opens at `at` closes; the first character in it may be a bracket. */
function classEnd(glob: string, at: number): number {
  const start = /^\[[!^]?/.exec(glob.slice(at, at + 2))?.[0].length ?? 1;
  const close = glob.indexOf("]", at + start + 1);
  if (close === -1) throw new Error('"[" is not closed');
  return close;
}

/** The place after the character, escape or class at `at`. */
const after = (glob: string, at: number): number =>
  glob[at] === "\\" ? at + 2 : glob[at] === "[" ? classEnd(glob, at) + 1 : at + 1;

/** Writes out `{a,b}`, nested ones too. @throws Error when a brace stands alone or there are too many. */
export function alternatives(glob: string): string[] {
  for (let at = 0; at < glob.length; at = after(glob, at)) {
    if (glob[at] === "}") throw new Error('"}" has no matching opening bracket');
    if (glob[at] !== "{") continue;
    const cuts = [at];
    let depth = 1;
    for (let inner = at + 1; inner < glob.length && depth > 0; inner = after(glob, inner)) {
      if (glob[inner] === "{") depth++;
      else if (glob[inner] === "}") depth--;
      if (depth === 0 || (depth === 1 && glob[inner] === ",")) cuts.push(inner);
    }
    if (depth > 0) throw new Error('"{" is not closed');
    const choices = cuts.slice(1).map((end, index) => glob.slice((cuts[index] as number) + 1, end));
    const heads = choices.flatMap(alternatives).map((choice) => glob.slice(0, at) + choice);
    const tails = alternatives(glob.slice((cuts.at(-1) as number) + 1));
    if (heads.length * tails.length > maxAlternatives) throw new Error(`more than ${maxAlternatives} alternatives`);
    return heads.flatMap((head) => tails.map((tail) => head + tail));
  }
  return [glob];
}

/** A class such as `[a-z_]` or `[!0-9]`, without its brackets. */
function classTest(inside: string): (character: string) => boolean {
  const negated = /^[!^]/.test(inside);
  const characters = [...(negated ? inside.slice(1) : inside)];
  const ranges: [from: string, to: string][] = [];
  for (let at = 0; at < characters.length; at++) {
    const from = characters[at] as string;
    const to = characters[at + 1] === "-" ? characters[at + 2] : undefined;
    ranges.push([from, to ?? from]);
    if (to !== undefined) at += 2;
    if (to !== undefined && to < from) throw new Error(`the range ${from}-${to} is empty`);
  }
  return (character) => ranges.some(([from, to]) => from <= character && character <= to) !== negated;
}

const tokens = /\\([\s\S])|\[([!^]?[\s\S][^\]]*)\]|[\s\S]/gu;

/** One name of a glob without braces. @throws Error for a class that is none. */
export function namePattern(text: string, caseSensitive: boolean): NamePattern {
  if (text === "**") return "globstar";
  const spellings = (character: string) =>
    caseSensitive ? [character] : [character, character.toLowerCase(), character.toUpperCase()];
  const atoms: GlobAtom[] = [];
  let exactly: string | undefined = caseSensitive ? "" : undefined;
  for (const [token, escaped, inside] of text.matchAll(tokens)) {
    const isPlain = inside === undefined && token !== "*" && token !== "?";
    exactly = isPlain && exactly !== undefined ? exactly + (escaped ?? token) : undefined;
    if (token === "*") atoms.push("star");
    else if (token === "?") atoms.push(() => true);
    else {
      const accepts = inside === undefined ? literalTest(escaped ?? token) : classTest(inside);
      atoms.push((character) => spellings(character).some(accepts));
    }
  }
  return exactly === undefined ? { atoms } : { exactly };

  function literalTest(plain: string): (character: string) => boolean {
    const wanted = spellings(plain);
    return (character) => wanted.includes(character);
  }
}
