/** Which folders a command may run in, given the `cd`s around it (D-12). */
import type { RuleContext } from "../../core/rules/rule";
import { formsOf } from "../../lib/shell/bash/forms";
import type { Usage } from "../../lib/shell/usage";
import { cmdletName } from "../../lib/shell/windows/cmdlets";
import type { CommandAnalysis, SimpleCommand } from "../../lib/shell/words/types";
import { baseName, wrapperOf } from "../../lib/shell/words/wrappers";
import { commandPathText, followPaths, namedPath } from "./commandPaths";

/** Real paths, any of which may be the current folder; undefined when it is not known. */
export type Folders = readonly string[] | undefined;

const maxFolders = 8;

/** The name of a command, which for PowerShell and cmd.exe is that of the cmdlet behind it. */
const nameOf = ({ name = "", language }: SimpleCommand) => (language ? cmdletName(name) : baseName(name));

const changesFolder = (command: SimpleCommand) =>
  /^(?:cd|pushd|popd|chdir|(?:set|push|pop)-location)$/.test(nameOf(command));

/** True when a `cd` in `mover` is felt by `later`: both run in the same shell, or the later one in a copy of it. */
const reaches = (mover: SimpleCommand, later: SimpleCommand) =>
  mover.place.scopes.every((scope, at) => later.place.scopes[at] === scope);

/** `env cd src` starts a program, where there is one, and leaves the shell where it is. */
const startsProgram = (mover: SimpleCommand) =>
  wrapperOf(mover.prefixes.at(-1) ?? "") !== undefined &&
  !/^(?:builtin|command|time)$/.test(mover.prefixes.at(-1) ?? "");

/** True when `later` only runs after `mover` succeeded and went where it says. */
function certainly(mover: SimpleCommand, later: SimpleCommand): boolean {
  const own = mover.place.chains.at(-1);
  if (startsProgram(mover)) return false;
  if (!mover.place.direct || !own?.certain) return false;
  return later.place.chains.some((chain) => chain.id === own.id && chain.certain && chain.member > own.member);
}

/** Where any form of a command leads. */
async function moved(command: SimpleCommand, from: Folders, context: RuleContext): Promise<Folders> {
  const found: string[] = [];
  for (const form of formsOf(command)) {
    const folders = await movedBy(form, from, context);
    if (!folders) return undefined;
    found.push(...folders);
  }
  return [...new Set(found)];
}

async function movedBy(command: SimpleCommand, from: Folders, context: RuleContext): Promise<Folders> {
  if (from === undefined || !/^(?:cd|set-location)$/.test(nameOf(command))) return undefined;
  const operands = command.args.filter((word) => !/^-[eLP@]*$/.test(word.value ?? "") || word.value === "-");
  const [target, more] = operands[0]?.value === "--" ? operands.slice(1) : operands;
  if (more) return undefined;
  const text = target ? commandPathText(target, context) : context.home;
  if (text === undefined || text === "-" || target?.glob) return undefined;
  const found = new Set<string>();
  for (const folder of from) {
    const resolved = await followPaths(text, folder, context);
    found.add(resolved.real);
    // The shell goes up by the name it came by, so a later `cd ..` may start from either.
    found.add(resolved.path);
    // In one word as well: `link/..` is where the link is, not above where it leads.
    if (!text.includes("..")) continue;
    const byName = await context.resolve(namedPath(text, folder));
    found.add(byName.real);
    found.add(byName.path);
  }
  return [...found];
}

/** The folders that a command works in which is told of one itself, as \`git -C\` is. */
export async function enteredFolders({ runsIn }: Usage, folders: Folders, context: RuleContext): Promise<Folders> {
  if (!runsIn || !folders) return folders;
  const text = commandPathText(runsIn, context);
  if (text === undefined || runsIn.glob) return undefined;
  try {
    const entered = await Promise.all(folders.map((folder) => followPaths(text, folder, context)));
    return [...new Set(entered.map(({ real }) => real))];
  } catch {
    return undefined;
  }
}

/** For every command, in the order of the analysis. */
export async function workingFolders(analysis: CommandAnalysis, cwd: string, context: RuleContext): Promise<Folders[]> {
  const movers = analysis.commands.filter(changesFolder);
  if (movers.length === 0) return analysis.commands.map(() => [cwd]);
  // In a loop or a function a `cd` is felt above it as well.
  if (movers.length > maxFolders || movers.some((mover) => mover.place.repeated))
    return analysis.commands.map(() => undefined);
  const moves: { readonly mover: SimpleCommand; readonly to: Folders }[] = [];
  const all: Folders[] = [];
  for (const command of analysis.commands) {
    let folders: Folders = [cwd];
    for (const { mover, to } of moves) {
      if (!reaches(mover, command)) continue;
      if (certainly(mover, command)) folders = to;
      else folders = folders && to && [...new Set([...folders, ...to])];
    }
    if (folders && folders.length > maxFolders) folders = undefined;
    all.push(folders);
    if (changesFolder(command)) moves.push({ mover: command, to: await moved(command, folders, context) });
  }
  return all;
}
