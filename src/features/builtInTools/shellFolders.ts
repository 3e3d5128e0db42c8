/** Where the commands of a conversation may have led the shell of its harness, which goes on with the next command. */
import type { ShellLanguage } from "../../core/vocabulary/shellLanguage";
import { analyse } from "../../lib/shell/analyse";
import type { HarnessName } from "./harness";

/** Keeps them by conversation. */
export interface ShellFolders {
  /** Command lines that a later command of the conversation is judged behind, the oldest first. */
  movesIn(conversation: string): Promise<readonly string[]>;
  /** @throws Error when they cannot be kept. */
  keep(conversation: string, moves: readonly string[]): Promise<void>;
}

/** Claude Code tells with each call where its shell is. */
export const remembersItself = (harness: HarnessName): boolean => harness === "claude-code";

const moving = /^(?:cd|chdir|pushd|popd|sl|(?:set|push|pop)-location)$/i;

/** Moves that are remembered at most; with more, nobody knows where the shell is. */
const maxMoves = 20;

/** A move that no analysis can follow, so that what is named relative to it is asked about. */
const anywhere = 'cd "$TOOLCRIB_UNKNOWN_FOLDER"';

/** The moves that are known after a command. */
export function movesAfter(moves: readonly string[], command: string, language?: ShellLanguage): readonly string[] {
  if (moves[0] === anywhere) return moves;
  const { commands, parseError } = analyse(command, language);
  const made = commands.filter(({ name = "" }) => moving.test(name)).map(({ text }) => text);
  const next = [...new Set([...moves, ...made])];
  return parseError !== undefined || next.length > maxMoves ? [anywhere] : next;
}
