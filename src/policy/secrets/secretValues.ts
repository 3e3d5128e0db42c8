/** The values in a file that holds secrets, to be taken out of what a command prints that was given it. Pure. */
import { lettersOf } from "./secretText";

/** Names of values that are secret, however short. */
const secretName = /pass|pwd|secret|token|key|credential|auth|private|dsn|salt|session|cookie|cert|conn|_ur[il]$/i;

/** Characters of a value at least, by whether its name says that it is secret. */
const least = { named: 4, other: 8 } as const;

/** What stands in such files and in any output: words, numbers, switches, places of this machine. */
const ordinary = /^(?:[a-z]+|[\d.,:]+|(?:https?:\/\/)?(?:localhost|127\.0\.0\.1|0\.0\.0\.0)(?::\d+)?\/?)$/i;

const assignment = /^\s*(?:export\s+|-\s+)?["']?([\w.\-/:]+?)["']?\s*[=:]\s*(.*?)\s*[,;]?\s*$/;
const quotedText = /"((?:[^"\\]|\\.)*)"|'([^']*)'/g;
/** Of an address: user name and password. */
const userInfo = /^[a-z][a-z0-9+.-]*:\/\/([^\s:@/]*):([^\s@/]+)@/i;

/** Without the quotes around it, and as a program reads it. */
function spellings(text: string): string[] {
  const quoted = [...text.matchAll(quotedText)].flatMap(([, double, single]) => double ?? single ?? []);
  const bare = /^["']/.test(text) ? [] : [text.replace(/\s+#.*$/, "")];
  return [...quoted, ...bare].flatMap((value) => [value, value.replace(/\\(["'\\$`])/g, "$1")]);
}

/** The password in an address is printed by itself as well. */
const withPassword = (value: string): string[] => {
  const password = userInfo.exec(value)?.[2];
  return password === undefined ? [value] : [value, password];
};

function inLine(line: string): string[] {
  const [, name = "", right] = assignment.exec(line) ?? [];
  if (right === undefined) {
    const whole = line.trim();
    return /[^\s\-_=#]/.test(whole) &&
      !/^(?:#|\/\/|-----)/.test(whole) &&
      !ordinary.test(whole) &&
      whole.length >= least.other
      ? [whole, ...spellings(whole).filter((value) => value.length >= least.other && !ordinary.test(value))]
      : [];
  }
  const isNamed = secretName.test(name);
  const values = spellings(right).flatMap(withPassword);
  return values.filter((value) =>
    isNamed
      ? value.length >= least.named && !/^(?:true|false|null|none)$/i.test(value)
      : value.length >= least.other && !ordinary.test(value),
  );
}

/** Programs print values quoted, in addresses, and as headers have them. */
const forms = (value: string): string[] => [
  value,
  JSON.stringify(value).slice(1, -1),
  encodeURIComponent(value),
  Buffer.from(value).toString("base64").replace(/=+$/, ""),
  Buffer.from(value).toString("base64url"),
];

/** Values of one file; more are not looked for. */
const most = 300;

/**
 * Each value in every form in which programs print it, the longest first. Values that any text may hold (short ones, plain
 * words, numbers) are not among them, unless their name says that they are secret.
 * @param content of a `.env`, a JSON or YAML file, a key, or any text of lines.
 */
export function secretValues(content: Uint8Array): string[] {
  const lines = lettersOf(content).split(/\r?\n/);
  const values = [...new Set(lines.flatMap(inLine))].slice(0, most);
  return [...new Set(values.flatMap(forms))].sort((one, other) => other.length - one.length);
}
