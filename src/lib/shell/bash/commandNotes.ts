/** Notes simple commands: their wrappers come off, and what they carry is noted after them. */

import type { Assignment, Redirection } from "unbash";
import { clause } from "../../../core/text/clauses/clause";
import type { Redirect, VariableAssignment, Word } from "../words/types";
import { singleWord } from "../words/words";
import { baseName, shellNames } from "../words/wrappers";
import { type Carried, carriedBy } from "./carried";
import type { Findings } from "./findings";
import { alone, type ScriptReader, type Surroundings } from "./surroundings";
import { unwrap } from "./unwrap";

type Span = { readonly pos: number; readonly end: number };

/** Enough for any command line that a person reads; more of them are a problem of their own. */
const maxCommands = 20_000;

/** Notes the commands of one walk. */
export class CommandNotes {
  /**
   * @param read takes texts that a command runs.
   * @param scoped the same surroundings in a shell of their own.
   */
  constructor(
    private readonly findings: Findings,
    private readonly read: ScriptReader,
    private readonly scoped: (at: Surroundings) => Surroundings,
  ) {}

  /** Notes one command, what it carries, and what a shell reads from its input. */
  add(
    words: readonly Word[],
    redirections: readonly Redirection[],
    assignments: readonly Assignment[],
    node: Span,
    at: Surroundings,
  ): void {
    const text = at.source.slice(node.pos, node.end);
    const redirects = this.findings.redirects(redirections);
    const name = this.#push(words, redirects, this.findings.assignments(assignments), text, node, at);
    if (!shellNames.has(name)) return;
    const inner = this.scoped({
      ...at,
      range: at.range ?? [node.pos, node.end],
      nesting: at.nesting + 1,
      prefixes: [...at.prefixes, name],
      pipeline: alone,
    });
    for (const redirection of redirections) this.#input(name, redirection, inner);
  }

  /** Notes one command: its wrappers come off, and what it carries is noted after it. Returns its base name. */
  #push(
    words: readonly Word[],
    redirects: readonly Redirect[],
    assignments: readonly VariableAssignment[],
    text: string,
    node: Span,
    at: Surroundings,
  ): string {
    if (this.findings.commands.length >= maxCommands) {
      this.findings.problems.push(clause`it has too many commands`);
      return "";
    }
    const bare = unwrap(words);
    if (bare.problem) this.findings.problems.push(bare.problem);
    const [word, ...args] = bare.words;
    const prefixes = [...at.prefixes, ...bare.prefixes];
    const range = at.range ?? ([node.pos, node.end] as const);
    this.findings.commands.push({
      text,
      ...(word && { word }),
      ...(word?.value !== undefined && !word.glob && { name: word.value }),
      args,
      prefixes,
      redirects: [...redirects, ...bare.writes.map((target) => ({ op: ">", target }))],
      assignments: [...assignments, ...bare.assignments],
      pipeline: at.pipeline,
      background: at.background,
      range,
      nesting: at.nesting,
      place: at.place,
    });
    const carried = carriedBy(bare.words);
    if (carried.length > 0) {
      const inner = this.scoped({ ...at, range, nesting: at.nesting + 1, pipeline: alone });
      for (const one of carried) this.#carried(one, text, node, { ...inner, prefixes: [...prefixes, one.by] });
    }
    return baseName(word?.value ?? "");
  }

  #carried(carried: Carried, text: string, node: Span, at: Surroundings): void {
    // `eval` and `trap` run in this very shell, so a `cd` in them stays; when it is felt is not known.
    const here =
      carried.by === "eval" || carried.by === "trap"
        ? { ...at, place: { ...at.place, scopes: at.place.scopes.slice(0, -1), repeated: true } }
        : at;
    if (carried.kind === "unknown")
      this.findings.problems.push(clause`the command that ${carried.by} runs is computed at run time`);
    else if (carried.kind === "script") this.read(carried.text, here);
    else if (carried.words.length > 0) this.#push(carried.words, [], [], text, node, here);
  }

  /** A here-document or here-string that a shell reads is a script. */
  #input(name: string, redirection: Redirection, at: Surroundings): void {
    if (redirection.type === "HereDoc") {
      if (redirection.body.parts?.some((part) => part.type !== "Literal"))
        this.findings.problems.push(clause`the script in a here-document expands at run time`);
      this.read(redirection.body.text, at);
    } else if (redirection.type === "HereString" && redirection.target) {
      const { value } = singleWord(redirection.target).word;
      if (value === undefined)
        this.findings.problems.push(clause`the command that ${name} runs is computed at run time`);
      else this.read(value, at);
    }
  }
}
