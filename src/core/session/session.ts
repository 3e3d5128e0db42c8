import type { FileStat } from "../ports/files";
import { Activations } from "./activations";
import { CallGates } from "./callGate";
import { PlanMode } from "./planMode";
import { Taint } from "./taint";

/** Repairs that are remembered at most; the oldest goes first. */
const maxRepairs = 50;

/** A tool, by the name that the dialect has for it and by its own. */
export interface NamedTool {
  readonly name: string;
  readonly tool: { readonly name: string };
}

/** Real paths of the folders in which a session works. */
export interface SessionPlaces {
  /** As a person opened them; of a folder that is on no disk its address. */
  readonly opened: readonly string[];
  /** Added to every project by a setting. */
  readonly added: readonly string[];
}

/** The session of what the person does without an agent. */
export const ownCalls = "you";

/** What one agent has seen and done. Lives in memory; hosts may save and restore it. */
export class Session {
  readonly taint: Taint;
  readonly plan: PlanMode;
  readonly activations: Activations;
  readonly gates = new CallGates();
  readonly #seen = new Map<string, string>();
  #revision = 0;
  readonly #repairs = new Map<string, string | null>();
  /** Where it works, for keeping what it took in (PO-6). */
  places: SessionPlaces = { opened: [], added: [] };
  /** Why a tool is not for this agent to call, as one sentence; undefined when it is. Absent: every tool is (AG-5). */
  refusal?: (tool: NamedTool) => string | undefined;
  /** Real path of the folder where the agent's last `cd` led; undefined: the first root. Lives as long as the session. */
  folder: string | undefined;
  /** Whether its host offers tools that were activated only from the next turn on. */
  listsToolsPerTurn = false;

  constructor(
    /** Who is calling, for the terminal, the journal and the log. */
    readonly agent: string,
    seen: Iterable<readonly [string, string]> = [],
    /** What it has in common with another session, whose agents it is one of; by default nothing. */
    shared: Pick<Session, "taint" | "plan"> & Partial<Pick<Session, "activations">> = {
      taint: new Taint(),
      plan: new PlanMode(),
    },
  ) {
    this.taint = shared.taint;
    this.plan = shared.plan;
    this.activations = shared.activations ?? new Activations();
    for (const [real, version] of seen) this.#seen.set(real, version);
  }

  /** Notes that the agent knows the file in this version (RD-12). */
  noteSeen(real: string, version: string): void {
    if (this.#seen.get(real) === version) return;
    this.#seen.set(real, version);
    this.#revision++;
  }

  /** Notes that the agent does not know what the file holds, although it made it (a move of an unread file). */
  forget(real: string): void {
    if (this.#seen.delete(real)) this.#revision++;
  }

  /** Whether the agent knows the file as it is now (D-10). */
  knows(real: string, stat: FileStat): "current" | "stale" | "unread" {
    const version = this.#seen.get(real);
    if (version === undefined) return "unread";
    return version === stat.version ? "current" : "stale";
  }

  /** Grows whenever what {@link seen} says changes. */
  get revision(): number {
    return this.#revision;
  }

  /** Real path and version of every file seen, for saving. */
  seen(): [string, string][] {
    return [...this.#seen];
  }

  /**
   * What a model named when it was asked to repair an edit (ED-10): null when it named nothing that holds, undefined when
   * it was not asked.
   * @param key digest of the file and the edit.
   */
  repair(key: string): string | null | undefined {
    return this.#repairs.get(key);
  }

  /** Remembers a model's answer, so that a call planned again is the same call. */
  noteRepair(key: string, answer: string | null): void {
    this.#repairs.set(key, answer);
    const [oldest] = this.#repairs.keys();
    if (this.#repairs.size > maxRepairs && oldest !== undefined) this.#repairs.delete(oldest);
  }
}
