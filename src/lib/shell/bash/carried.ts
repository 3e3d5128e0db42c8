/** Finds the scripts and commands that a command carries in its arguments (D-12). */
import { readArguments } from "../words/options";
import type { Word } from "../words/types";
import { sliceWord, startOf, unknownWord } from "../words/words";
import { baseName, shellNames } from "../words/wrappers";

/** Something else that a command runs. */
export type Carried =
  | { readonly kind: "script"; readonly by: string; readonly text: string }
  | { readonly kind: "words"; readonly by: string; readonly words: readonly Word[] }
  /** It runs something that is only known then. */
  | { readonly kind: "unknown"; readonly by: string };

/** The words of an `-exec` up to its end, with the places where a file name is put marked as unknown. */
function executed(words: readonly Word[], from: number): Word[] {
  const end = words.findIndex(
    (word, at) => at > from && (word.value === ";" || (word.value === "+" && words[at - 1]?.value === "{}")),
  );
  return words
    .slice(from + 1, end < 0 ? undefined : end)
    .map((word) => (word.value?.includes("{}") ? unknownWord(word.source) : word));
}

const joined = (by: string, words: readonly Word[]): Carried[] => {
  if (words.length === 0) return [];
  return words.every((word) => word.value !== undefined && !word.glob)
    ? [{ kind: "script", by, text: words.map((word) => word.value).join(" ") }]
    : [{ kind: "unknown", by }];
};
const scriptIn = (by: string, word: Word | undefined): Carried[] => (word ? joined(by, [word]) : []);

/** The script after `-c` in a shell's arguments; options before it are skipped. */
function shellScript(by: string, args: readonly Word[]): Carried[] {
  for (let at = 0; at < args.length; at++) {
    const start = args[at]?.value;
    if (start === undefined) return [{ kind: "unknown", by }];
    if (/^[-+][A-Za-z]*[oO]$/.test(start) || start === "--rcfile" || start === "--init-file") {
      // The name of a shell option follows; with -c before it the order of both is not worth knowing.
      if (/^-[A-Za-z]*c/.test(start)) return [{ kind: "unknown", by }];
      at++;
    } else if (/^-[A-Za-z]*c[A-Za-z]*$/.test(start)) {
      // Further options may stand between -c and the script.
      const script = args.slice(at + 1).find((word) => !/^[-+]./.test(startOf(word)));
      return script ? scriptIn(by, script) : [{ kind: "unknown", by }];
    } else if (!/^[-+]/.test(start)) return [];
  }
  return [];
}

/** The value of an option that holds a script: `-c X`, `-cX`, `--command X`, `--command=X`, also inside `-qc X`. */
function scriptOption(by: string, args: readonly Word[]): Carried[] {
  for (const [at, word] of args.entries()) {
    const start = startOf(word);
    if (start.startsWith("--command=")) return scriptIn(by, sliceWord(word, 10));
    if (start === "--command" || start === "--session-command" || /^-[A-Za-z]*c$/.test(start))
      return scriptIn(by, args[at + 1]);
    if (/^-c./.test(start)) return scriptIn(by, sliceWord(word, 2));
  }
  return [];
}

/** Subcommands that run the words after their own options. */
const runningSubcommands: Readonly<Record<string, RegExp>> = {
  bundle: /^exec$/,
  bun: /^x$/,
  npm: /^(?:exec|x)$/,
  pdm: /^run$/,
  pipenv: /^run$/,
  pnpm: /^(?:exec|dlx)$/,
  poetry: /^run$/,
  uv: /^run$/,
  yarn: /^(?:exec|dlx)$/,
};

/** The words from the first that is no option. */
function afterOptions(words: readonly Word[]): readonly Word[] {
  const at = words.findIndex((word) => !startOf(word).startsWith("-"));
  return at < 0 ? [] : words.slice(at);
}

/** The words after a runner's options, or the script that its `-c` takes: `npx x`, `npx -c 'x'`. */
function wordsOrCall(by: string, args: readonly Word[]): Carried[] {
  const words = afterOptions(args);
  const call = args.slice(0, args.length - words.length).findIndex((word) => /^(?:-c|--call)$/.test(word.value ?? ""));
  if (call >= 0) return scriptIn(by, args[call + 1]);
  return words.length === 0 ? [] : [{ kind: "words", by, words }];
}

/** `npm exec -- x`, `git bisect run x`, `git submodule foreach 'x'`. */
function bySubcommand(by: string, args: readonly Word[]): Carried[] {
  const [verb = "", next = ""] = args.map((word) => word.value ?? "");
  if (by === "git" && verb === "bisect" && next === "run") return [{ kind: "words", by, words: args.slice(2) }];
  if (by === "git" && verb === "submodule" && next === "foreach") return joined(by, afterOptions(args.slice(2)));
  const runs = Object.hasOwn(runningSubcommands, by) && runningSubcommands[by]?.test(verb);
  return runs ? wordsOrCall(by, args.slice(1)) : [];
}

const found = (by: string, args: readonly Word[]): Carried[] =>
  args.flatMap((word, at): Carried[] =>
    /^-(?:exec|execdir|ok|okdir|x|X|-exec|-exec-batch)$/.test(word.value ?? "")
      ? [{ kind: "words", by, words: executed(args, at) }]
      : [],
  );

const trapped = (by: string, args: readonly Word[]): Carried[] =>
  args.length > 1 ? scriptIn(by, args[0]?.value === "--" ? args[1] : args[0]) : [];

const watchOptions =
  "-b -c -d? -e -g -p -r -t -w -x -n: --beep --color --differences? --errexit --chgexit --interval: --no-title --no-wrap --exec --precise";
const sshOptions =
  "-4 -6 -A -a -C -f -G -g -K -k -M -N -n -q -s -T -t -V -v -X -x -Y -y -B: -b: -c: -D: -E: -e: -F: -I: -i: -J: -L: -l: -m: -O: -o: -p: -Q: -R: -S: -W: -w:";

/** `env -S` splits a text into words much as a shell would. */
function splitByEnv(by: string, args: readonly Word[]): Carried[] {
  const at = args.findIndex((word) => /^(?:-[A-Za-z0]*S|--split-string)/.test(startOf(word)));
  const word = args[at];
  if (!word) return [];
  const after = args.slice(at + 1);
  const attached = startOf(word).replace(/^(?:-[A-Za-z0]*?S|--split-string=?)/, "");
  return joined(by, attached ? [sliceWord(word, startOf(word).length - attached.length), ...after] : after);
}

/** What the arguments of one program carry. */
type Carrier = (by: string, args: readonly Word[]) => Carried[];

const carriers: ReadonlyMap<string, Carrier> = new Map<string, Carrier>([
  ...["find", "gfind", "fd", "fdfind"].map((name) => [name, found] as const),
  ...["su", "sg", "runuser", "script", "flock"].map((name) => [name, scriptOption] as const),
  ...["parallel", "npx", "bunx", "pnpx"].map((name) => [name, wordsOrCall] as const),
  ...[...shellNames].map((name) => [name, shellScript] as const),
  ["env", splitByEnv],
  ["eval", (by, args) => joined(by, args[0]?.value === "--" ? args.slice(1) : args)],
  ["hyperfine", (by, args) => args.filter((word) => !/^-/.test(startOf(word))).flatMap((word) => scriptIn(by, word))],
  ["ssh", (by, args) => joined(by, readArguments(args, sshOptions, true).operands.slice(1))],
  ["trap", trapped],
  ["watch", (by, args) => joined(by, readArguments(args, watchOptions, true).operands)],
]);

/**
 * What a command runs beside itself: `sh -c`, `eval`, `find -exec`, `ssh`, `script -c`, `watch`, `trap` and the like.
 * @param words the command word and its arguments, wrappers taken off.
 */
export function carriedBy(words: readonly Word[]): Carried[] {
  const name = words[0]?.value;
  if (name === undefined) return [];
  const by = baseName(name);
  return (carriers.get(by) ?? bySubcommand)(by, words.slice(1));
}
