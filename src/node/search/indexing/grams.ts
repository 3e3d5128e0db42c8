/** Runs of three and of five characters, by which it is told without reading a file that it cannot hold a text. */

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** ASCII letters in lower case. */
const lowerCase = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte));

/** The only characters beyond ASCII that ripgrep takes for ASCII letters where case does not count: U+212A and U+017F. */
const foreignLetters = [
  { bytes: Buffer.from("\u212a"), letter: 0x6b },
  { bytes: Buffer.from("\u017f"), letter: 0x73 },
];

/** How texts are compared by their grams: with case or without, a text that matches an ASCII literal holds its fold. */
export function folded(text: Uint8Array): Uint8Array {
  let bytes = Buffer.from(text.buffer, text.byteOffset, text.length);
  for (const { bytes: foreign, letter } of foreignLetters)
    if (bytes.includes(foreign)) bytes = replaced(bytes, foreign, letter);
  const lower = new Uint8Array(bytes.length);
  for (let at = 0; at < bytes.length; at++) lower[at] = lowerCase[bytes[at] as number] as number;
  return lower;
}

function replaced(bytes: Buffer, foreign: Buffer, letter: number): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = bytes.indexOf(foreign); at !== -1; at = bytes.indexOf(foreign, from)) {
    parts.push(bytes.subarray(from, at), Buffer.of(letter));
    from = at + foreign.length;
  }
  return Buffer.concat([...parts, bytes.subarray(from)]);
}

const mixed = (value: number): number => {
  const once = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  const twice = Math.imul(once ^ (once >>> 12), 0x297a2d39);
  return (twice ^ (twice >>> 15)) >>> 0;
};

/** @param three the last three bytes, the oldest highest. */
const hashOfThree = (three: number): number => mixed(three);

/** @param two the two bytes before them. */
const hashOfFive = (three: number, two: number): number => mixed(Math.imul(three, 0x9e3779b1) ^ (two + 0x1000000));

/** Calls `mark` with a hash of 32 bits for each gram of a folded text; grams do not span lines. */
export function eachGram(text: Uint8Array, mark: (hash: number) => void): void {
  let [three, two, length] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const byte = text[at] as number;
    if (byte === lineFeed || byte === carriageReturn) {
      length = 0;
      continue;
    }
    two = ((two << 8) | (three >>> 16)) & 0xffff;
    three = ((three << 8) | byte) & 0xffffff;
    length++;
    if (length < 3) continue;
    mark(hashOfThree(three));
    if (length >= 5) mark(hashOfFive(three, two));
  }
}

/** Grams of one literal that are looked up; more of them would hardly leave out more files. */
const maxGrams = 24;

/** The hashes that the signature of every file has that holds all of these. @param literals folded, in ASCII. */
export function gramsOf(literals: readonly string[]): number[] {
  const grams = new Set<number>();
  for (const literal of literals) eachGram(Buffer.from(literal, "latin1"), (hash) => grams.add(hash));
  const all = [...grams];
  const step = Math.max(1, all.length / maxGrams);
  return Array.from({ length: Math.min(all.length, maxGrams) }, (_, at) => all[Math.floor(at * step)] as number);
}
