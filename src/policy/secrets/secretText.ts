/** Finds secrets in texts, and takes them out (PO-5, PO-9, D-18). */
import { privateKeyHeader, shapedLike } from "../../core/text/secretShapes";
import { highest, type Level } from "../../core/vocabulary/level";
import { type SecretDetector, secretDetectors } from "./secretDetectors";

/** A secret in a text. */
export interface FoundSecret {
  /** What it is: `GitHub token`. */
  readonly name: string;
  readonly level: Level;
  /** Half-open range in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** Characters of a text that are looked through; what is longer is told by {@link isTooLong}. */
const maxSearched = 10_000_000;

/** True for a text of which only the beginning is looked through. */
export const isTooLong = (text: string): boolean => text.length > maxSearched;

const keyEnd = "-----END ";
/** Characters of a private key at most, with all that stands before its lines. */
const maxKeyLength = 20_000;
/** Letters of a key without its end. */
const keyLines = /[A-Za-z0-9+/=\s\\|:]{0,8192}/y;
/** What a program writes that only looks for such keys has no such line. */
const keyMaterial = /[A-Za-z0-9+/]{40}/;

/** Private keys, with their first and last lines. Every place is looked at a fixed number of times. */
function* privateKeys(text: string): Generator<FoundSecret> {
  if (text.search(privateKeyHeader) < 0) return;
  let nextEnd = Number.NEGATIVE_INFINITY;
  let from = 0;
  for (const { index, 0: header } of text.matchAll(privateKeyHeader)) {
    if (index < from) continue;
    if (nextEnd !== -1 && nextEnd < index) nextEnd = text.indexOf(keyEnd, index);
    const isWhole = nextEnd >= 0 && nextEnd - index <= maxKeyLength;
    const body = index + header.length;
    keyLines.lastIndex = body;
    const bodyEnd = isWhole ? nextEnd : body + (keyLines.exec(text)?.[0].length ?? 0);
    if (!keyMaterial.test(text.slice(body, bodyEnd))) continue;
    const line = isWhole ? /^-----END [A-Z0-9 ]{1,60}-----/.exec(text.slice(nextEnd, nextEnd + 80)) : null;
    from = bodyEnd + (line?.[0].length ?? 0);
    yield { name: "private key", level: "RESTRICTED", start: index, end: from };
  }
}

function* foundBy(detector: SecretDetector, text: string): Generator<FoundSecret> {
  const { name, level } = detector;
  for (const { value, start } of shapedLike(detector, text)) yield { name, level, start, end: start + value.length };
}

/** Secrets in their order, none over another. Deterministic, and linear in the text's length. */
export function findSecrets(text: string): FoundSecret[] {
  const searched = text.slice(0, maxSearched);
  const all = [...privateKeys(searched), ...secretDetectors.flatMap((detector) => [...foundBy(detector, searched)])];
  // The order of the sort is stable: of two that begin together the more certain detector's stays.
  all.sort((a, b) => a.start - b.start);
  const apart: FoundSecret[] = [];
  for (const found of all) if (found.start >= (apart.at(-1)?.end ?? 0)) apart.push(found);
  return apart;
}

/** How confidential the secrets are; PUBLIC when there are none. */
export const levelOfSecrets = (secrets: readonly FoundSecret[]): Level => highest(secrets.map(({ level }) => level));

/** What stands for a secret that was taken out of what a model reads. */
const redactionMark = (name: string): string => `[redacted: ${name}]`;

/** The text with a mark in place of each secret. */
export function withoutSecrets(text: string, secrets: readonly FoundSecret[], mark = redactionMark): string {
  let kept = "";
  let from = 0;
  for (const { name, start, end } of secrets) {
    kept += text.slice(from, start) + mark(name);
    from = end;
  }
  return kept + text.slice(from);
}

const names = ["private key", "classified text", ...secretDetectors.map(({ name }) => name)];

/** The text of a file in any encoding that keeps the letters of secrets as they are, such as UTF-8 and UTF-16. */
export const lettersOf = (bytes: Uint8Array | undefined): string =>
  new TextDecoder().decode(bytes).replaceAll("\0", "");

/** How many marks stand in a text. */
export const countRedactionMarks = (text: string): number =>
  names.reduce((count, name) => count + text.split(redactionMark(name)).length - 1, 0);
