/** Reads labels of hosts that are written in Punycode (RFC 3492). */

const base = 36;
const leastThreshold = 1;
const mostThreshold = 26;
const firstBias = 72;
const firstCode = 0x80;

/** Letters count from 0 and digits from 26; anything else is no digit of Punycode. */
function digitOf(character: string): number {
  const value = Number.parseInt(character, base);
  return value < 10 ? value + 26 : value - 10;
}

function adapted(delta: number, points: number, isFirst: boolean): number {
  let left = Math.floor(delta / (isFirst ? 700 : 2));
  left += Math.floor(left / points);
  let steps = 0;
  for (; left > ((base - leastThreshold) * mostThreshold) / 2; steps += base)
    left = Math.floor(left / (base - leastThreshold));
  return steps + Math.floor(((base - leastThreshold + 1) * left) / (left + 38));
}

/** One number of variable length, and what comes after it. */
function numberAt(text: string, from: number, bias: number): { value: number; next: number } | undefined {
  let value = 0;
  let weight = 1;
  for (let at = from, step = base; at < text.length; at++, step += base) {
    const digit = digitOf(text[at] as string);
    if (Number.isNaN(digit)) return undefined;
    value += digit * weight;
    const threshold = Math.min(mostThreshold, Math.max(leastThreshold, step - bias));
    if (digit < threshold) return { value, next: at + 1 };
    weight *= base - threshold;
  }
  return undefined;
}

/** The letters that a label stands for. @param text what comes after `xn--`; undefined when that is no Punycode. */
export function decodePunycode(text: string): string | undefined {
  const split = text.lastIndexOf("-");
  const points = [...text.slice(0, Math.max(0, split))].map((character) => character.codePointAt(0) as number);
  let code = firstCode;
  let place = 0;
  let bias = firstBias;
  for (let at = split + 1; at < text.length; ) {
    const number = numberAt(text, at, bias);
    if (!number) return undefined;
    const moved = place + number.value;
    const count = points.length + 1;
    bias = adapted(number.value, count, place === 0);
    code += Math.floor(moved / count);
    if (code > 0x10ffff) return undefined;
    points.splice(moved % count, 0, code);
    place = (moved % count) + 1;
    at = number.next;
  }
  return String.fromCodePoint(...points);
}
