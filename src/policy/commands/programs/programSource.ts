/** Where an interpreter takes the program from that it runs: its arguments, a file or its standard input. */
import { readArguments } from "../../../lib/shell/words/options";
import type { Word } from "../../../lib/shell/words/types";
import { startOf } from "../../../lib/shell/words/words";
import { shellNames } from "../../../lib/shell/words/wrappers";

/** What an interpreter runs. */
export interface ProgramSource {
  /** The words that hold the program, or the one that names its file. */
  readonly words: readonly Word[];
  /** The words are the program itself. */
  readonly isText: boolean;
  /** The program comes on standard input. */
  readonly isInput: boolean;
}

/** How one interpreter is called. */
interface Interpreter {
  readonly names: RegExp;
  /** Its options before the file, as in `readArguments`. */
  readonly options: string;
  /** Options whose value is the program. */
  readonly texts?: readonly string[];
  /** Options that name the program otherwise. */
  readonly others?: readonly string[];
  /** Verbs before the file. */
  readonly verbs?: RegExp;
  /** The program has no file as an operand. */
  readonly takesNoFile?: true;
}

const evaluating = ["-e", "-E", "-p", "--eval", "--print"];

const table: readonly Interpreter[] = [
  {
    names: /^(?:python[\d.]*|pypy[\d.]*)$/,
    options: "-b -B -d -E -h -i -I -O -P -q -s -S -u -v -V -x -W: -X: -Q: -c: -m: --check-hash-based-pycs:",
    texts: ["-c"],
    others: ["-m"],
  },
  {
    names: /^(?:node|nodejs|tsx|ts-node)$/,
    options:
      "-e: -p: -i -c -r: -C: -v -h -T --eval: --print: --require: --import: --loader: --experimental-loader: --env-file: --env-file-if-exists: --conditions: --input-type: --title: --check --interactive --no-warnings",
    texts: evaluating,
  },
  {
    names: /^(?:deno|bun)$/,
    options:
      "-e: -p: -A -q -r? -c: -L: --eval: --print: --config: --import-map: --preload: --cwd: --allow-all --quiet --no-check --no-prompt",
    texts: evaluating,
    verbs: /^(?:run|repl|serve|eval)$/,
  },
  {
    names: /^perl[\d.]*$/,
    options: "-a -c -C? -d? -D? -f -F? -h -i? -I: -l? -m? -M? -n -p -s -S -t -T -u -U -v -V? -w -W -x? -X -0? -e: -E:",
    texts: ["-e", "-E"],
  },
  {
    names: /^(?:ruby[\d.]*|irb)$/,
    options:
      "-a -c -C: -E: -F? -h -i? -I: -K? -l -n -p -r: -s -S -T? -v -w -W? -x? -y -0? -e: --disable: --enable: --encoding:",
    texts: ["-e"],
  },
  {
    names: /^php[\d.]*$/,
    options: "-a -c: -n -d: -e -f: -h -i -l -m -q -s -S: -t: -v -w -z: -r: -B: -R: -F: -E: --run: --file: --define:",
    texts: ["-r", "-B", "-R", "-E", "--run"],
    others: ["-f", "-F", "--file", "-S"],
  },
  { names: /^(?:lua[\d.]*|luajit)$/, options: "-e: -i -l: -v -E -W", texts: ["-e"] },
  { names: /^osascript$/, options: "-e: -i -l: -s:", texts: ["-e"] },
  { names: /^(?:tclsh[\d.]*|wish|expect)$/, options: "-b -c: -d -D? -f: -i", texts: ["-c"], others: ["-f"] },
  { names: /^(?:rscript|julia)$/, options: "-e: -E: -q -i", texts: ["-e", "-E"] },
  {
    names: /^(?:pwsh|powershell)$/,
    options:
      "-c: -command: -Command: -f: -file: -File: -NoProfile -noprofile -NonInteractive -ExecutionPolicy: -ep: -NoLogo",
    texts: ["-c", "-command", "-Command"],
    others: ["-f", "-file", "-File"],
  },
  {
    names: /^(?:at|batch)$/,
    options: "-f: -q: -t: -m -M -l -b -d: -c: -r: -v -V",
    others: ["-f", "-l", "-c", "-d", "-r"],
    takesNoFile: true,
  },
];

const shell: Interpreter = {
  names: /^/,
  options:
    "-a -b -c -e -f -h -i -k -l -m -n -p -r -s -t -u -v -x -B -C -D -E -H -P -T -o: -O: --rcfile: --init-file: --login --noprofile --norc --posix --restricted --verbose --debugger --noediting",
};

/** Names of the standard input. */
export const standardInput = /^(?:-|\/dev\/(?:stdin|fd\/0)|\/proc\/(?:self|thread-self)\/fd\/0)$/;

const fromInput: ProgramSource = { words: [], isText: false, isInput: true };

/** True for a program that runs what it is given as a script, shells not counted. */
export const runsPrograms = (name: string): boolean =>
  name === "parallel" || table.some(({ names }) => names.test(name));

const fileOf = (file: Word | undefined): ProgramSource =>
  file === undefined || standardInput.test(file.value ?? "")
    ? fromInput
    : { words: [file], isText: false, isInput: false };

function shellSource(args: readonly Word[]): ProgramSource {
  // `+x` switches an option off.
  const at = args.findIndex((word) => !startOf(word).startsWith("+"));
  const { options, operands } = readArguments(at < 0 ? [] : args.slice(at), shell.options, true);
  const has = (name: string) => options.some((option) => option.name === name);
  const [first] = operands;
  if (has("-c")) return first ? { words: [first], isText: true, isInput: false } : fromInput;
  return has("-s") ? fromInput : fileOf(first);
}

/**
 * Where a program takes from what it runs; of a program that is no interpreter every argument.
 * @param name its base name in small letters. @param args what follows it.
 */
export function programSource(name: string, args: readonly Word[]): ProgramSource {
  if (shellNames.has(name)) return shellSource(args);
  if (name === "." || name === "source") return fileOf(args[0]);
  if (name === "parallel") return args.length === 0 ? fromInput : { words: args, isText: true, isInput: false };
  const interpreter = table.find(({ names }) => names.test(name));
  if (!interpreter) return { words: args, isText: true, isInput: false };
  const { options, texts = [], others = [], verbs, takesNoFile } = interpreter;
  const given = readArguments(args, options, true);
  const values = given.options.filter((option) => texts.includes(option.name)).map(({ value }) => value);
  const words = values.filter((value) => value !== undefined);
  if (values.length > 0)
    // `pwsh -Command -` reads its commands, and an option without its value gets it from `xargs`.
    return words.length === 0 || words.every(({ value = "" }) => value === "-")
      ? fromInput
      : { words, isText: true, isInput: false };
  const named = given.options.find((option) => others.includes(option.name));
  if (named) return named.value ? fileOf(named.value) : { words: [], isText: false, isInput: false };
  if (takesNoFile) return fromInput;
  const [verb, ...rest] = given.operands;
  if (!verbs?.test(verb?.value ?? "")) return fileOf(verb);
  const { operands } = readArguments(rest, options, true);
  return verb?.value === "eval" ? { words: operands, isText: true, isInput: false } : fileOf(operands[0]);
}
