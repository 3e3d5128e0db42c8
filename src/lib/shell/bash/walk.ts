/** Walks a parsed script and notes every simple command in it (SH-5). */

import { type Assignment, type Command, forEachChild, type SyntaxNode } from "unbash";
import { clause } from "../../../core/text/clauses/clause";
import { knownWord } from "../words/words";
import { CommandNotes } from "./commandNotes";
import type { Findings } from "./findings";
import { isComplete, loopHeader, noteStrange } from "./strangeNodes";
import { alone, type ScriptReader, type Surroundings } from "./surroundings";

type Node<T extends SyntaxNode["type"]> = Extract<SyntaxNode, { type: T }>;

/** A walk over one tree; nested texts go through `read`. */
export class Walk {
  #ids = 0;
  /** How many things were put in the background so far. */
  #started = 0;
  readonly #commands: CommandNotes;

  constructor(
    private readonly findings: Findings,
    read: ScriptReader,
  ) {
    this.#commands = new CommandNotes(findings, read, (at) => this.#scoped(at));
  }

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
      case "Command":
        this.#command(node, at);
        break;
      case "Redirected":
        this.visit(node.command, at);
        this.#commands.add([], node.redirects, [], { pos: node.redirects[0]?.pos ?? node.end, end: node.end }, at);
        this.#all(node.redirects, at);
        break;
      case "CommandExpansion":
      case "ProcessSubstitution":
      case "ArithmeticCommandExpansion":
        this.#substitution(node, at);
        break;
      default:
        this.#visitCompound(node, at);
    }
  }

  /** Commands that are made of others. */
  #visitCompound(node: SyntaxNode, at: Surroundings): void {
    switch (node.type) {
      case "Subshell":
        this.visit(node.body, this.#scoped(at));
        break;
      case "Coproc":
        this.#started++;
        this.findings.sets(node.name?.value ?? "COPROC");
        this.visit(node.body, this.#scoped({ ...at, background: true }));
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
        this.#repeated(node, at);
        break;
      case "Function":
        this.#function(node, at);
        break;
      default:
        this.#visitExpression(node, at);
    }
  }

  /** Tests and arithmetic; of everything else only what is below it counts. */
  #visitExpression(node: SyntaxNode, at: Surroundings): void {
    switch (node.type) {
      case "TestCommand": {
        const words = [knownWord("[["), ...this.findings.testWords(node.expression), knownWord("]]")];
        this.#commands.add(words, [], [], node, at);
        break;
      }
      case "ArithmeticCommand":
        this.#commands.add([knownWord("(("), knownWord(node.body)], [], [], node, at);
        this.findings.arithmetic(node.body);
        break;
      case "ArithmeticExpansion":
        if (!isComplete(node.text)) this.findings.problems.push(clause`${node.text} cannot be analysed`);
        this.findings.arithmetic(node.text.replace(/^\$(?:\(\(|\[)|(?:\)\)|\])$/g, ""));
        break;
      default:
        noteStrange(node, this.findings);
    }
    this.#below(node, at);
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
    if (this.#started > before) this.findings.unusual.push(clause`a loop may start processes without end`);
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
    if (length === 0) this.findings.problems.push(clause`a pipeline has no command`);
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
      this.findings.problems.push(clause`${node.text} cannot be analysed`);
      if (!node.script) return;
    }
    // The parser takes `a<(b)c` for three words, but it is one, and with nothing in the parentheses it is `ac`.
    const beside = `${at.source[node.pos - 1] ?? " "}${at.source[node.end] ?? " "}`;
    if (node.type === "ProcessSubstitution" && !/^[\s;&|()<>]{2}$/.test(beside))
      this.findings.problems.push(clause`${node.text} is part of a word`);
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
    this.#commands.add(words, node.redirects, assignments, node, at);
    this.#below(node, { ...at, place: { ...at.place, direct: false } });
  }
}
