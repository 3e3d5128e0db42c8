/** Finds the command behind wrappers, and the scripts a command carries in its arguments or input (D-12). */
import { readArguments } from "../words/options";
import type { VariableAssignment, Word } from "../words/types";
import { sliceWord, startOf, unknownWord } from "../words/words";
import { baseName, shellNames, wrapperOf } from "../words/wrappers";

/** A command with its wrappers taken off. */
export interface Unwrapped {
  /** Base names, outermost first. */
  readonly prefixes: readonly string[];
  readonly assignments: readonly VariableAssignment[];
  /** The command word and its arguments. */
  readonly words: readonly Word[];
  /** Files the wrappers themselves write. */
  readonly writes: readonly Word[];
  readonly problem?: string;
}

/** Something else that a command runs. */
export type Carried =
  | { readonly kind: "script"; readonly by: string; readonly text: string }
  | { readonly kind: "words"; readonly by: string; readonly words: readonly Word[] }
  /** It runs something that is only known then. */
  | { readonly kind: "unknown"; readonly by: string };

const assignmentIn = (word: Word): VariableAssignment | undefined => {
  const name = /^([A-Za-z_]\w*)=/.exec(startOf(word))?.[1];
  if (name === undefined) return undefined;
  const value = sliceWord(word, name.length + 1);
  return { name, value: { ...value, source: word.source.replace(/^[^=]*=/, "") } };
};

/** Takes wrappers off until a command is left that is none. */
export function unwrap(words: readonly Word[]): Unwrapped {
  const prefixes: string[] = [];
  const assignments: VariableAssignment[] = [];
  const writes: Word[] = [];
  const problems: string[] = [];
  let rest = words;
  for (;;) {
    const value = rest[0]?.value;
    const base = value === undefined || rest[0]?.glob ? "" : baseName(value);
    const wrapper = wrapperOf(base);
    if (!wrapper) break;
    const given = readArguments(rest.slice(1), wrapper.options, true);
    if (given.options.some((option) => wrapper.unless?.includes(option.name))) break;
    let inner = given.operands.slice(wrapper.operands ?? 0);
    // With -c these take a script instead of a command; carriedBy finds it.
    if (base === "flock" && (startOf(inner[0] ?? unknownWord("")) === "-c" || inner[0]?.value === "--command")) break;
    // In `env - x` the dash counts as an operand.
    const dash = wrapper.stripping && inner[0]?.value === "-" ? "-" : undefined;
    if (dash) inner = inner.slice(1);
    const own: VariableAssignment[] = [];
    while (wrapper.assignments && inner[0]) {
      const assignment = assignmentIn(inner[0]);
      if (!assignment) break;
      own.push(assignment);
      inner = inner.slice(1);
    }
    if (inner.length === 0) break;
    if (given.doubts[0]) problems.push(`${base}: ${given.doubts[0]}`);
    const stripping = dash ?? given.options.find((option) => wrapper.stripping?.includes(option.name))?.name;
    if (stripping) problems.push(`${base}: ${stripping} removes environment variables that keep programs harmless`);
    // A value or pattern may become several words, and one of them the command.
    const unclear = rest.slice(1, rest.length - inner.length).find((word) => word.value === undefined || word.glob);
    if (unclear) problems.push(`${base}: ${unclear.source} expands at run time`);
    prefixes.push(base);
    assignments.push(...own);
    writes.push(...given.options.flatMap((option) => (option.kind === "write" && option.value ? [option.value] : [])));
    rest = inner;
  }
  return { prefixes, assignments, words: rest, writes, ...(problems[0] && { problem: problems[0] }) };
}

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

/**
 * What a command runs beside itself: `sh -c`, `eval`, `find -exec`, `ssh`, `script -c`, `watch`, `trap` and the like.
 * @param words the command word and its arguments, wrappers taken off.
 */
export function carriedBy(words: readonly Word[]): Carried[] {
  const name = words[0]?.value;
  if (name === undefined) return [];
  const by = baseName(name);
  const args = words.slice(1);
  if (shellNames.has(by)) return shellScript(by, args);
  switch (by) {
    case "eval":
      return joined(by, args[0]?.value === "--" ? args.slice(1) : args);
    case "find":
    case "gfind":
    case "fd":
    case "fdfind":
      return args.flatMap((word, at): Carried[] =>
        /^-(?:exec|execdir|ok|okdir|x|X|-exec|-exec-batch)$/.test(word.value ?? "")
          ? [{ kind: "words", by, words: executed(args, at) }]
          : [],
      );
    case "su":
    case "sg":
    case "runuser":
    case "script":
    case "flock":
      return scriptOption(by, args);
    case "trap":
      return args.length > 1 ? scriptIn(by, args[0]?.value === "--" ? args[1] : args[0]) : [];
    case "watch": {
      const given = readArguments(
        args,
        "-b -c -d? -e -g -p -r -t -w -x -n: --beep --color --differences? --errexit --chgexit --interval: --no-title --no-wrap --exec --precise",
        true,
      );
      return joined(by, given.operands);
    }
    case "ssh": {
      const given = readArguments(
        args,
        "-4 -6 -A -a -C -f -G -g -K -k -M -N -n -q -s -T -t -V -v -X -x -Y -y -B: -b: -c: -D: -E: -e: -F: -I: -i: -J: -L: -l: -m: -O: -o: -p: -Q: -R: -S: -W: -w:",
        true,
      );
      return joined(by, given.operands.slice(1));
    }
    case "env": {
      // -S splits a text into words much as a shell would.
      const at = args.findIndex((word) => /^(?:-[A-Za-z0]*S|--split-string)/.test(startOf(word)));
      const word = args[at];
      if (!word) return [];
      const attached = startOf(word).replace(/^(?:-[A-Za-z0]*?S|--split-string=?)/, "");
      return joined(
        by,
        attached
          ? [sliceWord(word, startOf(word).length - attached.length), ...args.slice(at + 1)]
          : args.slice(at + 1),
      );
    }
    case "hyperfine":
      return args.filter((word) => !/^-/.test(startOf(word))).flatMap((word) => scriptIn(by, word));
    case "parallel":
    case "npx":
    case "bunx":
    case "pnpx":
      return wordsOrCall(by, args);
    default:
      return bySubcommand(by, args);
  }
}
