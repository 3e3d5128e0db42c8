/** Walks a parsed script and notes every simple command in it (SH-5). */
import { type Assignment, type Command, forEachChild, type Redirection, type SyntaxNode } from "unbash";
import type { Redirect, VariableAssignment, Word } from "../words/types";
import { knownWord, singleWord } from "../words/words";
import { baseName, shellNames } from "../words/wrappers";
import type { Findings } from "./findings";
import { isComplete, loopHeader, noteStrange } from "./strangeNodes";
import type { ScriptReader, Surroundings } from "./surroundings";
import { type Carried, carriedBy, unwrap } from "./unwrap";

type Node<T extends SyntaxNode["type"]> = Extract<SyntaxNode, { type: T }>;
type Span = { readonly pos: number; readonly end: number };

/** Enough for any command line that a person reads; more of them are a problem of their own. */
const maxCommands = 20_000;
const alone = [0, 1] as const;

/** A walk over one tree; nested texts go through `read`. */
export class Walk {
  #ids = 0;
  /** How many things were put in the background so far. */
  #started = 0;

  constructor(
    private readonly findings: Findings,
    private readonly read: ScriptReader,
  ) {}

  /** Notes what a node and everything below it runs. */
  visit(node: SyntaxNode, at: Surroundings): void {
    switch (node.type) {
      case "Script":
        for (const error of node.errors ?? []) this.findings.parseErrors.push(error.message);
        this.#all(node.commands, at);
        break;
      case "Statement":
        if (node.background) this.#started++;
        this.#statement(node.command, node.background ? this.#scoped({ ...at, background: true }) : at);
        break;
      case "AndOr":
        this.#chain(node.commands, node.operators, at);
        break;
      case "Pipeline":
        this.#pipeline(node, at);
        break;
      case "Subshell":
        this.visit(node.body, this.#scoped(at));
        break;
      case "Coproc":
        this.#started++;
        this.findings.sets(node.name?.value ?? "COPROC");
        this.visit(node.body, this.#scoped({ ...at, background: true }));
        break;
      case "CommandExpansion":
      case "ProcessSubstitution":
      case "ArithmeticCommandExpansion":
        this.#substitution(node, at);
        break;
      case "For":
      case "Select":
        this.findings.sets(node.name.value);
        this.#repeated(node, at);
        break;
      case "ArithmeticFor":
        this.findings.arithmetic(loopHeader(at.source.slice(node.pos, node.body.pos)));
        this.#endless(node, at);
        break;
      case "While":
        this.#endless(node, at);
        break;
      case "Case":
        for (const word of [node.word, ...node.items.flatMap(({ pattern }) => pattern)]) this.findings.shown(word);
        this.#below(node, { ...at, place: { ...at.place, repeated: true } });
        break;
      case "Function":
        this.#function(node, at);
        break;
      case "Command":
        this.#command(node, at);
        break;
      case "Redirected":
        this.visit(node.command, at);
        this.#add([], node.redirects, [], { pos: node.redirects[0]?.pos ?? node.end, end: node.end }, at);
        this.#all(node.redirects, at);
        break;
      case "TestCommand":
        this.#add([knownWord("[["), ...this.findings.testWords(node.expression), knownWord("]]")], [], [], node, at);
        this.#below(node, at);
        break;
      case "ArithmeticCommand":
        this.#add([knownWord("(("), knownWord(node.body)], [], [], node, at);
        this.findings.arithmetic(node.body);
        this.#below(node, at);
        break;
      case "ArithmeticExpansion":
        if (!isComplete(node.text)) this.findings.problems.push(`${node.text} cannot be analysed`);
        this.findings.arithmetic(node.text.replace(/^\$(?:\(\(|\[)|(?:\)\)|\])$/g, ""));
        this.#below(node, at);
        break;
      default:
        noteStrange(node, this.findings);
        this.#below(node, at);
    }
  }

  #below(node: SyntaxNode, at: Surroundings): void {
    forEachChild(node, (child) => this.visit(child, at));
  }

  #repeated(node: SyntaxNode, at: Surroundings): void {
    this.#below(node, { ...at, place: { ...at.place, repeated: true } });
  }

  /** A loop that nothing known ends. */
  #endless(node: SyntaxNode, at: Surroundings): void {
    const before = this.#started;
    this.#repeated(node, at);
    if (this.#started > before) this.findings.unusual.push("a loop may start processes without end");
  }

  #all(nodes: readonly SyntaxNode[], at: Surroundings): void {
    for (const node of nodes) this.visit(node, at);
  }

  #scoped(at: Surroundings): Surroundings {
    return { ...at, place: { ...at.place, direct: false, scopes: [...at.place.scopes, ++this.#ids] } };
  }

  #statement(node: SyntaxNode, at: Surroundings): void {
    if (node.type === "AndOr") this.visit(node, at);
    else this.#chain([node], [], at);
  }

  #chain(members: readonly SyntaxNode[], operators: readonly string[], at: Surroundings): void {
    const id = ++this.#ids;
    let certain = true;
    for (const [member, node] of members.entries()) {
      if (operators[member - 1] === "||") certain = false;
      const chains = [...at.place.chains, { id, member, certain }];
      this.visit(node, { ...at, pipeline: alone, place: { ...at.place, chains, direct: node.type === "Command" } });
    }
  }

  #pipeline(node: Node<"Pipeline">, at: Surroundings): void {
    const timed = node.prefixes.some((prefix) => prefix.type === "Time");
    const length = node.commands.length;
    if (length === 0) this.findings.problems.push("a pipeline has no command");
    const inner = {
      ...at,
      prefixes: timed ? [...at.prefixes, "time"] : at.prefixes,
      place: { ...at.place, direct: false },
    };
    if (length === 1) {
      this.#all(node.commands, inner);
      return;
    }
    // A pipeline with several members runs each in a shell of its own.
    const id = ++this.#ids;
    for (const [index, command] of node.commands.entries()) {
      const pipes = [...at.place.pipes, { id, index }];
      this.visit(command, this.#scoped({ ...inner, pipeline: [index, length], place: { ...inner.place, pipes } }));
    }
  }

  #substitution(
    node: Node<"CommandExpansion"> | Node<"ProcessSubstitution"> | Node<"ArithmeticCommandExpansion">,
    at: Surroundings,
  ): void {
    if (!node.script || !isComplete(node.text)) {
      this.findings.problems.push(`${node.text} cannot be analysed`);
      if (!node.script) return;
    }
    // The parser takes `a<(b)c` for three words, but it is one, and with nothing in the parentheses it is `ac`.
    const beside = `${at.source[node.pos - 1] ?? " "}${at.source[node.end] ?? " "}`;
    if (node.type === "ProcessSubstitution" && !/^[\s;&|()<>]{2}$/.test(beside))
      this.findings.problems.push(`${node.text} is part of a word`);
    const inner = this.#scoped({ ...at, nesting: at.nesting + 1, pipeline: alone });
    // Backticks with escapes are decoded into a text of their own, which positions then refer to.
    const { source } = node.script;
    const range = at.range ?? ([node.pos, node.end] as const);
    this.visit(node.script, source === undefined ? inner : { ...inner, source, range });
  }

  #function(node: Node<"Function">, at: Surroundings): void {
    const name = node.name.value;
    const before = this.findings.commands.length;
    const place = { ...at.place, repeated: true, pipes: [], direct: false };
    this.visit(node.body, { ...at, place, pipeline: alone, background: false });
    const multiplies = this.findings.commands
      .slice(before)
      .some((command) => command.name === name && (command.background || command.place.pipes.length > 0));
    this.findings.functions.push({ name, multiplies });
  }

  #command(node: Command, at: Surroundings): void {
    const words = node.name ? this.findings.words(node.name) : [];
    const assignments: Assignment[] = node.prefix.filter((part) => part.type === "Assignment");
    for (const part of node.suffix) {
      if (part.type === "Word") words.push(...this.findings.words(part));
      else if (part.type === "Assignment") {
        // `export A=1` and its like: an argument and an assignment at once.
        words.push(this.findings.assignedArgument(part));
        assignments.push(part);
      }
    }
    this.#add(words, node.redirects, assignments, node, at);
    this.#below(node, { ...at, place: { ...at.place, direct: false } });
  }

  /** Notes one command, what it carries, and what a shell reads from its input. */
  #add(
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
    const inner = this.#scoped({
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
      this.findings.problems.push("it has too many commands");
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
      const inner = this.#scoped({ ...at, range, nesting: at.nesting + 1, pipeline: alone });
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
      this.findings.problems.push(`the command that ${carried.by} runs is computed at run time`);
    else if (carried.kind === "script") this.read(carried.text, here);
    else if (carried.words.length > 0) this.#push(carried.words, [], [], text, node, here);
  }

  /** A here-document or here-string that a shell reads is a script. */
  #input(name: string, redirection: Redirection, at: Surroundings): void {
    if (redirection.type === "HereDoc") {
      if (redirection.body.parts?.some((part) => part.type !== "Literal"))
        this.findings.problems.push("the script in a here-document expands at run time");
      this.read(redirection.body.text, at);
    } else if (redirection.type === "HereString" && redirection.target) {
      const { value } = singleWord(redirection.target).word;
      if (value === undefined) this.findings.problems.push(`the command that ${name} runs is computed at run time`);
      else this.read(value, at);
    }
  }
}
