/** The values in a file that holds secrets, to be taken out of what a command prints that was given it. Pure. */
import { lettersOf } from "./secretText";

/** Names of values that are secret, however short. */
const secretName = /pass|pwd|secret|token|key|credential|auth|private|dsn|salt|session|cookie|cert|conn|_ur[il]$/i;

/** Characters of a value at least, by whether its name says that it is secret. */
const least = { named: 4, other: 8 } as const;

/** What stands in such files and in any output: words, numbers, switches, places of this machine. */
const ordinary = /^(?:[a-z]+|[\d.,:]+|(?:https?:\/\/)?(?:localhost|127\.0\.0\.1|0\.0\.0\.0)(?::\d+)?\/?)$/i;

/** What stands before a value: bounded, so that no line takes long. */
const assignment = /^(?:export\s{1,20}|-\s{1,20})?["']?([\w.\-/:]{1,200}?)["']?\s{0,20}[=:]/;
const quotedText = /"((?:[^"\\]|\\.)*)"|'([^']*)'/g;
/** Of an address: user name and password. */
const userInfo = /^[a-z][a-z0-9+.-]*:\/\/([^\s:@/]*):([^\s@/]+)@/i;

function withoutComment(text: string): string {
  const at = text.search(/\s#/);
  return at < 0 ? text : text.slice(0, at).trimEnd();
}

/** Without the quotes around it, and as a program reads it. */
function spellings(text: string): string[] {
  const quoted = [...text.matchAll(quotedText)].flatMap(([, double, single]) => double ?? single ?? []);
  const bare = /^["']/.test(text) ? [] : [withoutComment(text)];
  return [...quoted, ...bare].flatMap((value) => [value, value.replace(/\\(["'\\$`])/g, "$1")]);
}

/** The password in an address is printed by itself as well. */
const withPassword = (value: string): string[] => {
  const password = userInfo.exec(value)?.[2];
  return password === undefined ? [value] : [value, password];
};

/** A line that names nothing: a part of a key, say. */
function inPlainLine(line: string): string[] {
  const isContent = /[^\s\-_=#]/.test(line) && !/^(?:#|\/\/|-----)/.test(line);
  return isContent ? [line, ...spellings(line)].filter(isTelling) : [];
}

const isTelling = (value: string) => value.length >= least.other && !ordinary.test(value);

const isNamedSecret = (value: string) => value.length >= least.named && !/^(?:true|false|null|none)$/i.test(value);

function inLine(given: string): string[] {
  const line = given.trim();
  const [begun = "", name = ""] = assignment.exec(line) ?? [];
  if (begun === "") return inPlainLine(line);
  const value = line.slice(begun.length).trim().replace(/[,;]$/, "").trimEnd();
  return spellings(value)
    .flatMap(withPassword)
    .filter(secretName.test(name) ? isNamedSecret : isTelling);
}

/** Programs print values quoted, in addresses, and as headers have them. */
const forms = (value: string): string[] => [
  value,
  JSON.stringify(value).slice(1, -1),
  encodeURIComponent(value),
  Buffer.from(value).toString("base64").replace(/=+$/, ""),
  Buffer.from(value).toString("base64url"),
];

/** A secret that a program is given, and each of its lines, in every form in which programs print them, the longest first. */
export function secretForms(secret: string): string[] {
  const lines = secret.split(/\r?\n/).filter((line) => line.length >= least.other && !/^-----/.test(line));
  return [...new Set([secret, ...lines].flatMap(forms))].sort((one, other) => other.length - one.length);
}

/**
 * Each value in every form in which programs print it, the longest first. Values that any text may hold (short ones, plain
 * words, numbers) are not among them, unless their name says that they are secret.
 * @param content of a `.env`, a JSON or YAML file, a key, or any text of lines.
 */
export function secretValues(content: Uint8Array): string[] {
  const lines = lettersOf(content).split(/\r?\n/);
  const values = [...new Set(lines.flatMap(inLine))];
  return [...new Set(values.flatMap(forms))].sort((one, other) => other.length - one.length);
}
