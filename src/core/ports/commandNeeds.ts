/** Commands that ran without a question, held closely, and needed more than that (D-13). */
import type { ExecEffect } from "../vocabulary/effect";
import { type ExtraAccess, joinedAccess } from "../vocabulary/extraAccess";

type Command = Pick<ExecEffect, "command" | "cwd">;

/** What a command is told from others by, where it is given something. */
export type ExactCommand = Pick<ExecEffect, "command" | "cwd" | "language" | "input">;

/** More are not kept: the oldest would then fail once more before a person is asked. */
const max = 1000;

const keyOf = ({ command, cwd }: Command) => JSON.stringify([cwd.real, command]);

const exactKey = ({ command, cwd, language, input }: ExactCommand) =>
  JSON.stringify([cwd.real, command, language ?? null, input ?? null]);

/** What one command came to miss. */
interface Missed {
  /** A person said that it may have this. */
  readonly confirmed?: ExtraAccess | undefined;
  /** It was after this, when so many changes had been made. */
  readonly suspected?: { readonly access: ExtraAccess; readonly changes: number } | undefined;
  /** What was declined, and how often. */
  readonly declined?: { readonly access: ExtraAccess; readonly times: number } | undefined;
}

/** After so many no's nobody is asked about the same again. */
const maxDeclined = 2;

/** What is wanted beside something else; undefined for nothing. */
const beside = ({ files, hosts }: ExtraAccess, other: ExtraAccess | undefined): ExtraAccess | undefined =>
  joinedAccess({
    files: files.filter((file) => !other?.files.includes(file)),
    hosts: hosts.filter((host) => !other?.hosts.includes(host)),
  });

/** What is known of them while the host runs. */
export class CommandNeeds {
  readonly #known = new Set<string>();
  readonly #missed = new Map<string, Missed>();
  #changes = 0;

  note(command: Command): void {
    const [oldest] = this.#known;
    if (oldest !== undefined && this.#known.size >= max) this.#known.delete(oldest);
    this.#known.add(keyOf(command));
  }

  has(command: Command): boolean {
    return this.#known.has(keyOf(command));
  }

  /** Something was changed since: what failed may go well now, so that nobody need be asked before it is tried. */
  noteChange(): void {
    this.#changes++;
  }

  /** The command was after this in vain. */
  noteMissed(command: ExactCommand, access: ExtraAccess): void {
    const key = exactKey(command);
    const { confirmed, declined } = this.#missed.get(key) ?? {};
    const open = beside(access, declined && declined.times >= maxDeclined ? declined.access : undefined);
    this.#put(key, { confirmed, declined, suspected: open && { access: open, changes: this.#changes } });
  }

  /**
   * A person was asked about it. After a no the command runs without, until it is after something again; after a second one
   * nobody is asked about the same any more.
   */
  noteAnswer(command: ExactCommand, access: ExtraAccess, isYes: boolean): void {
    const key = exactKey(command);
    const { access: before, times = 0 } = this.#missed.get(key)?.declined ?? {};
    const declined = { access: joinedAccess(before, access) ?? access, times: times + 1 };
    this.#put(key, isYes ? { confirmed: access } : { declined });
  }

  /** Whether all of this was declined so often that nobody is asked about it again. */
  isDeclined(command: ExactCommand, access: ExtraAccess): boolean {
    const { access: declined, times } = this.#missed.get(exactKey(command))?.declined ?? { times: 0 };
    return times >= maxDeclined && beside(access, declined) === undefined;
  }

  /**
   * What a person is to be asked about before the command runs: what it was given before, and what it was after in vain when
   * it ran last, where it is called again with nothing changed in between.
   */
  missed(command: ExactCommand): ExtraAccess | undefined {
    const { confirmed, suspected } = this.#missed.get(exactKey(command)) ?? {};
    const isRetry = suspected?.changes === this.#changes;
    return joinedAccess(confirmed, isRetry ? suspected?.access : undefined);
  }

  #put(key: string, missed: Missed): void {
    this.#missed.delete(key);
    if (!missed.confirmed && !missed.suspected && !missed.declined) return;
    const [oldest] = this.#missed.keys();
    if (oldest !== undefined && this.#missed.size >= max) this.#missed.delete(oldest);
    this.#missed.set(key, missed);
  }
}
