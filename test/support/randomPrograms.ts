/** Shell programs at random that change files, and what a folder holds before and after them. */
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";

/** Every name with its kind, permissions and content. Node's own way through a folder follows links, in circles too. */
export function state(folder: string, below = ""): Record<string, string> {
  const found: Record<string, string> = {};
  for (const one of readdirSync(join(folder, below))) {
    const name = join(below, one);
    const path = join(folder, name);
    const stat = lstatSync(path);
    const mode = (stat.mode & 0o7777).toString(8);
    if (stat.isSymbolicLink()) found[name] = `-> ${readlinkSync(path)}`;
    else if (stat.isDirectory()) Object.assign(found, { [name]: `folder ${mode}` }, state(folder, name));
    else found[name] = `${mode} ${readFileSync(path, "latin1")}`;
  }
  return found;
}

/** Names in the folders of such programs. */
export const names = ["a", "b", "c", "d", "e", "f", "g", "h", "n o", "ü"];

/** Quoted paths of up to three of these names. */
export const placeOf = (...all: readonly string[]) =>
  fc.array(fc.constantFrom(...all), { minLength: 1, maxLength: 3 }).map((parts) => `'${parts.join("/")}'`);

/** Root may write a file that nobody may, and has no such right in the sandbox. */
const fileModes = ["644", "600", "755", ...(process.getuid?.() === 0 ? [] : ["444"])];

/** One line of a program. @param copy how folders are copied; how far one is copied into itself depends on the order of its names. */
export const stepAt = (place: fc.Arbitrary<string>, copy = "cp -r") =>
  fc.oneof(
    fc
      .tuple(fc.constantFrom("rm -f", "rm -rf", "touch", "mkdir", "mkdir -p", "rmdir"), place)
      .map((parts) => parts.join(" ")),
    fc.tuple(fc.constantFrom("mv -T", "mv", copy, "ln -f", "cp -p"), place, place).map((parts) => parts.join(" ")),
    fc.tuple(place, place).map(([to, at]) => `ln -sfn $(basename ${to}) ${at}`),
    fc.tuple(fc.constantFrom(...fileModes), place).map(([mode, at]) => `[ -f ${at} ] && chmod ${mode} ${at}`),
    fc.tuple(fc.constantFrom("755", "700", "711"), place).map(([mode, at]) => `[ -d ${at} ] && chmod ${mode} ${at}`),
    fc
      .tuple(fc.stringMatching(/^[ -&(-~]{0,8}$/), fc.constantFrom(">", ">>"), place)
      .map(([text, op, at]) => `printf %s '${text}' ${op}${at}`),
  );
