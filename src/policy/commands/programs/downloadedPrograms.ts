/** Downloads that reach an interpreter: as the program that it runs, or as something that its program reads (D-14). */
import { interpreters } from "../../../lib/shell/prefix";
import type { CommandAnalysis, SimpleCommand, Word } from "../../../lib/shell/words/types";
import { baseName, shellNames } from "../../../lib/shell/words/wrappers";
import { programSource, runsPrograms, standardInput } from "./programSource";

/** What becomes of a download: it is the program that an interpreter runs, or it is handed to one. */
export type DownloadUse = "run" | "handed";

const downloaders = new Set(
  "curl wget wget2 wcurl curlie aria2c axel fetch http https xh get lwp-request lynx links elinks w3m nc ncat netcat socat ftp lftp tftp".split(
    " ",
  ),
);

/** The part of a program's name that decides what it is; case does not matter on every system. */
export const programName = (command: SimpleCommand): string =>
  baseName(command.name ?? "")
    .toLowerCase()
    .replace(/\.exe$/, "");

/** True for a shell that runs what it reads on its standard input. */
export function readsScript(command: SimpleCommand): boolean {
  const name = isOwnShell(command) ? "sh" : programName(command);
  const isShell = shellNames.has(name) || name === "." || name === "source";
  return isShell && programSource(name, command.args).isInput && !command.redirects.some(isInput);
}

/** The shell of the person, by its variable. */
function isOwnShell({ word }: SimpleCommand): boolean {
  const [piece, ...others] = word?.pieces ?? [];
  return others.length === 0 && piece !== undefined && "variable" in piece && /^(?:SHELL|BASH)$/.test(piece.variable);
}

/** Whether one command's output reaches another's input through a pipeline. */
export const isPiped = (from: SimpleCommand, to: SimpleCommand): boolean =>
  from.place.pipes.some((one) => to.place.pipes.some((other) => other.id === one.id && other.index > one.index));

/** Whether a command is in a substitution or a script of another. */
const isInside = (inner: SimpleCommand, outer: SimpleCommand): boolean =>
  inner.nesting > outer.nesting && inner.range[0] >= outer.range[0] && inner.range[1] <= outer.range[1];

/** Whether what a command prints becomes part of a word, or stands behind the file that the word names. */
const holds = ({ pieces, source }: Word, command: SimpleCommand): boolean =>
  pieces.some((piece) => "runs" in piece && piece.runs !== "number") &&
  // What stands between backticks is unescaped before it is read.
  (source.includes(command.text) || source.includes("`"));

type Redirect = SimpleCommand["redirects"][number];

/** Whether a redirect puts something else in the place of a command's standard input than what that is already. */
const isInput = ({ op, fd = 0, target: { value = "" } }: Redirect): boolean =>
  op.startsWith("<") && fd === 0 && !standardInput.test(value) && !(op === "<&" && /^0+$/.test(value));

/** Whether a command reads from a descriptor that some command of the line opened on what a download prints. */
function readsFrom(download: SimpleCommand, { op, target }: Redirect, commands: readonly SimpleCommand[]): boolean {
  const number = op === "<&" ? /^(\d+)-?$/.exec(target.value ?? "")?.[1] : undefined;
  if (number === undefined) return false;
  const opened = commands.flatMap(({ redirects }) => redirects).filter(({ fd }) => fd === Number(number));
  return opened.some((one) => holds(one.target, download));
}

/** Whether a download arrives on a command's standard input. */
function feeds(download: SimpleCommand, command: SimpleCommand, commands: readonly SimpleCommand[]): boolean {
  const inputs = command.redirects.filter(isInput);
  if (inputs.some(({ target }) => isInside(download, command) && holds(target, download))) return true;
  if (inputs.some((input) => readsFrom(download, input, commands))) return true;
  const words = [...download.redirects.map(({ target }) => target), ...download.args];
  const writesToIt = isInside(command, download) && words.some((word) => holds(word, command));
  return inputs.length === 0 && (writesToIt || isPiped(download, command));
}

const replacing = /(?:^|\s)(?:-I\s*|--replace=|-i)([^\s'"]+)/;

/** Whether `xargs` or `parallel` puts a piece of its input into the text that an interpreter runs. */
function takesPieces({ prefixes, text }: SimpleCommand, texts: readonly Word[]): boolean {
  if (!prefixes.some((prefix) => /^(?:g?xargs|parallel)$/.test(prefix))) return false;
  const mark = replacing.exec(text)?.[1] ?? "{}";
  return texts.some(({ value }) => value === undefined || value.includes(mark));
}

function runs(command: SimpleCommand, download: SimpleCommand, commands: readonly SimpleCommand[]): boolean {
  if (isOwnShell(command)) return feeds(download, command, commands);
  const source = programSource(programName(command), command.args);
  if (source.isInput && feeds(download, command, commands)) return true;
  if (isInside(download, command) && source.words.some((word) => holds(word, download))) return true;
  return source.isText && isPiped(download, command) && takesPieces(command, source.words);
}

/**
 * What a command does with a download of the same line: `curl … | sh`, `bash <(curl …)` and `eval "$(curl …)"` run it;
 * `curl … | python3 -c '…'` is handed it.
 */
export function downloadUse(command: SimpleCommand, analysis: CommandAnalysis): DownloadUse | undefined {
  const name = programName(command);
  if (!isOwnShell(command) && !shellNames.has(name) && !interpreters.test(name) && !runsPrograms(name))
    return undefined;
  const downloads = analysis.commands.filter((other) => downloaders.has(programName(other)));
  if (downloads.some((download) => runs(command, download, analysis.commands))) return "run";
  return downloads.some((download) => isPiped(download, command) || isInside(download, command)) ? "handed" : undefined;
}
