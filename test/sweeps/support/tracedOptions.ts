/** Calls of known programs with each option that the table describes, and what strace saw of them. */
import { spawnSync } from "node:child_process";
import { analyse } from "../../../src/lib/shell/analyse";
import type { KnownProgram } from "../../../src/lib/shell/programs/program";
import { isReadOnly } from "../../../src/lib/shell/usage";
import { readArguments } from "../../../src/lib/shell/words/options";
import { quoteWord } from "../../../src/lib/shell/words/quote";
import { jailArguments, jailEnvironment, setUp } from "./jail";

/** Files with these names lie in the folder, and nothing else is named like them. */
export const probes = ["7", "probe"] as const;

/** Letters that each letter with a value is tried behind. */
const maxBundles = 4;

/** One call, with words that the table takes for values and not for files. */
export interface OptionCall {
  readonly words: readonly string[];
  /** Probes among the words that are values. */
  readonly values: readonly string[];
}

/** What one call did. */
export interface Seen {
  readonly call: OptionCall;
  /** Values that it opened as files. */
  readonly opened: readonly string[];
  /** System calls that changed something. */
  readonly changes: readonly string[];
}

/** The arguments of the first example that is a plain call of the program. */
export function exampleOf({ names, readOnly }: KnownProgram): readonly string[] {
  for (const example of readOnly) {
    const { commands } = analyse(example);
    const [command] = commands;
    const words = command?.args.map(({ value }) => value) ?? [];
    const isPlain = commands.length === 1 && command?.prefixes.length === 0 && command.redirects.length === 0;
    if (isPlain && names.includes(command?.name ?? "") && words.every((word) => word !== undefined)) return words;
  }
  return [];
}

/**
 * Calls with each option of a row alone, and each letter that takes a value behind some that take none; only those that run
 * unasked.
 */
export function optionCalls(name: string, program: KnownProgram): OptionCall[] {
  const described = (program.options ?? "").split(" ").filter((one) => one !== "" && one !== "-#");
  const options = described.map((one) => /^(.+?)(::|[:?<>]?)$/.exec(one) ?? [one, one, ""]);
  const switches = options.filter(([, option = "", mark]) => mark === "" && /^-\w$/.test(option));
  const rest = exampleOf(program);
  const calls: OptionCall[] = [];
  for (const [, option = "", mark] of options) {
    const add = (spelled: string) => {
      if (mark === ":")
        for (const probe of probes) calls.push({ words: [name, spelled, probe, ...rest], values: [probe] });
      else if (mark === "::") calls.push({ words: [name, spelled, ...probes, ...rest], values: probes });
      else calls.push({ words: [name, spelled, ...rest], values: [] });
    };
    add(option);
    if (mark === ":" && /^-\w$/.test(option))
      for (const [, letter = ""] of switches.slice(0, maxBundles)) add(letter + option.slice(1));
  }
  return calls.filter(({ words, values }) => {
    const { options: given, doubts } = readArguments(
      analyse(words.map(quoteWord).join(" ")).commands[0]?.args ?? [],
      program.options ?? "",
    );
    const isTaken = values.every((probe) => given.some(({ value, kind }) => kind === "pair" || value?.value === probe));
    return doubts.length === 0 && isTaken && isReadOnly(analyse(words.map(quoteWord).join(" ")));
  });
}

const changing =
  /^\d+\s+(?:(?:open|openat|creat)\(.*(?:O_WRONLY|O_RDWR|O_CREAT)|(?:mkdir|mkdirat|rmdir|unlink|unlinkat|rename|renameat2?|link|linkat|symlink|symlinkat|truncate|chmod|fchmodat|utimensat|mknodat?)\()/;
const elsewhere = /"\/(?:dev|proc)\/|= -1 /;

function seenIn(call: OptionCall, trace: string): Seen {
  const lines = trace.split("\n");
  const opens = lines.filter((line) => /^\d+\s+open(?:at)?\(/.test(line) && !line.includes("= -1 "));
  return {
    call,
    opened: call.values.filter((probe) => opens.some((line) => new RegExp(`"(?:[^"]*/)?${probe}"`).test(line))),
    changes: lines.filter((line) => changing.test(line) && !elsewhere.test(line)),
  };
}

const driver = `
exec 2>/dev/null
${setUp}
for probe in ${probes.join(" ")}; do echo 1 > "$probe"; done
while IFS= read -r -d '' line <&3; do
  timeout -s KILL 10 strace -f -qq -e trace=%file -o /run/trace timeout -s KILL 1 bash --norc -c "exec $line" </dev/null >/dev/null
  cat /run/trace
  printf '\\1'
done
`;

/** Why nothing can be traced here; undefined where it can. */
export function tracingProblem(): string | undefined {
  const tried = spawnSync("bwrap", [...jailArguments, "strace", "-o", "/run/t/x", "true"], { encoding: "utf8" });
  if (tried.error) return "bubblewrap is not installed";
  return tried.status === 0 ? undefined : `strace is not installed, or may not trace: ${tried.stderr.trim()}`;
}

/** What the example does, and the calls beyond it: a program that goes through a folder opens the probes in it. */
export function trace(calls: readonly OptionCall[], example: readonly string[]): Seen[] {
  const [plain, ...seen] = runTraced([{ words: example, values: probes }, ...calls]);
  const known = new Set(plain?.opened);
  const first = plain ? [{ ...plain, opened: [] }] : [];
  return [...first, ...seen].map((one) => ({ ...one, opened: one.opened.filter((probe) => !known.has(probe)) }));
}

/** Runs the calls one after the other in one jail. */
function runTraced(calls: readonly OptionCall[]): Seen[] {
  const input = calls.map(({ words }) => `${words.map(quoteWord).join(" ")}\0`).join("");
  const { stdout } = spawnSync("bwrap", [...jailArguments, "bash", "--norc", "-c", `exec 3<&0\n${driver}`], {
    input,
    env: jailEnvironment(),
    encoding: "latin1",
    maxBuffer: 2 ** 30,
  });
  const traces = stdout.split("\u0001");
  if (traces.length !== calls.length + 1) throw new Error(`${traces.length - 1} traces of ${calls.length} calls`);
  return calls.map((call, at) => seenIn(call, traces[at] ?? ""));
}
