/** What a command of PowerShell touches, as far as the table of cmdlets knows (D-13). */
import { clause } from "../../../core/text/clauses/clause";
import { here, noUsage, type Usage } from "../programs/program";
import type { SimpleCommand, Word } from "../words/types";
import { sliceWord } from "../words/words";
import type { Cmdlet, ValueKind } from "./cmdlet";
import { cmdletOf } from "./cmdlets";

/** Why a path does not say plainly which file it is: a provider's drive, a share, a device, a drive's own folder. */
function pathDoubt(path: string): string | undefined {
  const rest = path.replace(/^[A-Za-z]:(?=\/)/, "");
  if (rest.includes(":")) return clause`${JSON.stringify(path)} is more than a file name`;
  return rest.startsWith("//") ? clause`${JSON.stringify(path)} is on another machine` : undefined;
}

interface Given {
  readonly values: { readonly kind: ValueKind; readonly word: Word }[];
  readonly doubts: string[];
}

/** Takes the arguments of a cmdlet apart; only parameters that its row names are known. */
function readParameters({ switches, parameters, positions }: Cmdlet, args: readonly Word[]): Given {
  const isSwitch = new Set(switches.toLowerCase().split(" "));
  const kinds = new Map(Object.entries(parameters).map(([name, kind]) => [name.toLowerCase(), kind]));
  const given: Given = { values: [], doubts: [] };
  let position = 0;
  for (let at = 0; at < args.length; at++) {
    const word = args[at] as Word;
    const name = word.value?.toLowerCase() ?? word.source;
    const kind = kinds.get(name);
    if (word.value === undefined) given.doubts.push(clause`${word.source} expands at run time`);
    else if (!word.source.startsWith("-")) {
      const own = positions[Math.min(position++, positions.length - 1)];
      if (own === undefined) given.doubts.push(clause`it gets more arguments than expected`);
      else given.values.push({ kind: own, word });
    } else if (kind !== undefined) {
      const value = args[++at];
      if (value) given.values.push({ kind, word: value });
      else given.doubts.push(clause`${name} lacks its value`);
    } else if (!isSwitch.has(name))
      given.doubts.push(clause`its parameter ${word.source} is not recognised as read-only`);
  }
  return given;
}

const hasPath = ({ values }: Given) => values.some(({ kind }) => kind !== "text");

/**
 * What PowerShell hands to a program as it is written. It takes `-a.b` apart, and before version 7.3 passes quotes, empty
 * texts and a last backslash so that the program sees other arguments.
 */
const isPassedAsWritten = ({ source, value = "" }: Word) =>
  /^[^"&|<>^]+$/.test(value) && !/^-[^-]*[^\w-]/.test(source) && !/\s.*\/$/.test(value);

/** Only git is known; undefined where its own row in the table of programs decides. */
function programDoubt(name: string, args: readonly Word[]): Usage | undefined {
  if (!/^git(?:\.exe)?$/.test(name)) return { ...noUsage, asks: clause`${name} is not recognised as read-only` };
  const strange = args.find((word) => !isPassedAsWritten(word));
  return strange && { ...noUsage, asks: clause`PowerShell may change ${strange.source} before passing it on` };
}

/** For a command whose words have forward slashes; undefined for a program that is no cmdlet. */
export function cmdletUsage(command: SimpleCommand): Usage | undefined {
  const { name, args, pipeline, prefixes } = command;
  if (name === undefined) return { ...noUsage, asks: clause`the command name is computed at run time` };
  const cmdlet = cmdletOf(name);
  if (!cmdlet) return programDoubt(name, args);
  const given = readParameters(cmdlet, args);
  const wordsOf = (kind: ValueKind) => given.values.filter((one) => one.kind === kind).map(({ word }) => word);
  const paths = given.values.filter(({ kind }) => kind !== "text").map(({ word }) => word.value ?? "");
  const asks =
    cmdlet.always ??
    given.doubts[0] ??
    paths.map(pathDoubt).find((doubt) => doubt !== undefined) ??
    (given.values.some(({ word }) => word.value === undefined) ? clause`a value expands at run time` : undefined) ??
    (prefixes[0] === undefined ? undefined : clause`it runs through ${prefixes[0]}`);
  const whole = cmdlet.wholeFolder === "look" && !hasPath(given) && pipeline[0] === 0 ? [here] : [];
  return {
    ...(asks !== undefined && { asks }),
    reads: wordsOf("read"),
    looks: [...wordsOf("look"), ...whole],
    writes: wordsOf("write"),
    // No pattern becomes names before a cmdlet reads it.
    optionPatterns: [],
    obeys: [],
  };
}

const slashed = (word: Word): Word => ({
  ...word,
  ...(word.value !== undefined && { value: word.value.replaceAll("\\", "/") }),
  pieces: word.pieces.map((piece) => ("text" in piece ? { text: piece.text.replaceAll("\\", "/") } : piece)),
});

/** The command as the rules on paths read it: with forward slashes, a value apart from its parameter (`-Path:x`). */
export function withForwardSlashes<T extends SimpleCommand>(command: T): T {
  if (command.language === undefined) return command;
  const { name, word, args, redirects } = command;
  return {
    ...command,
    ...(name !== undefined && { name: name.replaceAll("\\", "/") }),
    ...(word && { word: slashed(word) }),
    args: args.map(slashed).flatMap((arg) => (command.language === "powershell" ? apart(arg) : [arg])),
    redirects: redirects.map((redirect) => ({ ...redirect, target: slashed(redirect.target) })),
  };
}

/** `-Path:x` as two words. */
function apart(word: Word): Word[] {
  const [, name] = /^(-[A-Za-z]+):/.exec(word.source) ?? [];
  const [first] = word.pieces;
  if (name === undefined || !first || !("text" in first)) return [word];
  const value = sliceWord(word, name.length + 1);
  const parameter: Word = { ...word, source: name, value: name, glob: false, tilde: false, pieces: [{ text: name }] };
  return [
    parameter,
    { ...value, source: word.source.slice(name.length + 1), tilde: /^~(?:\/|$)/.test(value.value ?? "") },
  ];
}
