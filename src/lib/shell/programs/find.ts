/** find's expression language: which primaries only look (D-13). */
import { clause } from "../../../core/text/clauses/clause";
import type { Word } from "../words/types";
import { asking, type ProgramCall, type Usage } from "./program";

const switches = new Set(
  "-empty -readable -writable -executable -nouser -nogroup -true -false -depth -d -mount -xdev -x -print -print0 -ls -prune -quit -daystart -noleaf -ignore_readdir_race -noignore_readdir_race -nowarn -warn -not -a -and -o -or ! ( ) ,".split(
    " ",
  ),
);
const withText = new Set(
  "-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -type -xtype -size -mtime -atime -ctime -mmin -amin -cmin -perm -user -group -uid -gid -maxdepth -mindepth -links -inum -lname -ilname -fstype -used -printf -flags -newermt -newerat -newerct".split(
    " ",
  ),
);
const withPath = new Set("-newer -anewer -cnewer -newermm -samefile".split(" "));
const writing = new Set("-fls -fprint -fprint0 -fprintf".split(" "));
const running = new Set("-exec -execdir -ok -okdir".split(" "));

/** Programs that change whatever file they are run on. */
const removes = /^(?:.*\/)?(?:rm|rmdir|unlink|shred|truncate|chmod|chown|chgrp|mv)$/;

/** Where `find` starts, and what comes after. */
function findParts(words: readonly Word[]): {
  starts: readonly Word[];
  expression: readonly Word[];
  options: readonly Word[];
} {
  let at = 0;
  while (/^-(?:[HLPEXdsx]+|O\d|D.*)$/.test(words[at]?.value ?? "")) at++;
  const options = words.slice(0, at);
  const rest = words.slice(at);
  const end = rest.findIndex((word) => word.value !== undefined && /^(?:-.|[!(),]$)/.test(word.value));
  return end < 0
    ? { options, starts: rest, expression: [] }
    : { options, starts: rest.slice(0, end), expression: rest.slice(end) };
}

/** True for an unquoted pattern that could stand for a file named `-delete`; no primary has a dot in it. */
const mayBecomePrimary = ({ glob, value = "" }: Word): boolean =>
  glob && !value.replace(/\[[^\]]*\]?/g, "").includes(".");

/** The row's reading of a call of find. */
export function findUsage(call: ProgramCall): Partial<Usage> {
  const { options, starts, expression } = findParts(call.words);
  const looks: Word[] = [...starts];
  const writes: Word[] = [];
  const asks: string[] = [];
  if (options.some((option) => /[LEXDs]/.test(option.value ?? "")))
    asks.push(clause`its options are not recognised as read-only`);
  if (call.words.some((word) => word.value === undefined || word.brace))
    asks.push(clause`its arguments are computed at run time`);
  if (starts.some((start) => start.glob && /^[*?[]/.test(start.value ?? "")))
    asks.push(clause`a glob may expand to an expression`);
  if (expression.some(mayBecomePrimary)) asks.push(clause`a glob may expand to an expression`);
  for (let at = 0; at < expression.length; at++) {
    const name = expression[at]?.value ?? "";
    if (switches.has(name)) continue;
    if (withText.has(name)) at++;
    else if (withPath.has(name)) {
      const path = expression[++at];
      if (path) looks.push(path);
    } else if (writing.has(name)) {
      const path = expression[++at];
      if (path) writes.push(path);
      if (name === "-fprintf") at++;
      asks.push(clause`${name} writes a file`);
    } else if (name === "-delete") {
      writes.push(...starts);
      asks.push(clause`-delete deletes files`);
    } else if (running.has(name)) {
      // What it runs is judged as a command of its own.
      asks.push(clause`${name} runs a program for every file`);
      if (removes.test(expression[at + 1]?.value ?? "")) writes.push(...starts);
      while (at + 1 < expression.length && !/^[;+]$/.test(expression[at + 1]?.value ?? "")) at++;
      at++;
    } else {
      asks.push(
        name === ""
          ? clause`an argument is not recognised as read-only`
          : clause`${name} is not recognised as read-only`,
      );
    }
  }
  return { looks, writes, ...(asks[0] !== undefined && asking(asks[0])) };
}
