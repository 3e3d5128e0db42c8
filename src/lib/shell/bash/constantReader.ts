/** Reads what variables of a text are set to and where they are used, in the order in which it runs (SH-5). */
import { type Command, type For, forEachChild, type Word as ParsedWord, parse, type SyntaxNode } from "unbash";
import { isOwnVariable } from "../words/variables";
import { expandWord, singleWord } from "../words/words";

/** What a variable may hold. */
export interface Value {
  readonly text: string;
  /** A name that the pattern in `text` matches, and not the pattern itself. */
  readonly isMatch: boolean;
}

/** What puts a value into a text. */
export interface Use {
  readonly pos: number;
  readonly end: number;
  readonly name: string;
  readonly quoted: boolean;
}

/** Constructs in which the order of things is known here. */
const understood: ReadonlySet<SyntaxNode["type"]> = new Set([
  "AndOr",
  "AnsiCQuoted",
  "ArithmeticBinary",
  "ArithmeticExpansion",
  "ArithmeticGroup",
  "ArithmeticUnary",
  "ArithmeticWord",
  "Assignment",
  "BraceExpansion",
  "BraceGroup",
  "CaseModification",
  "Command",
  "CommandExpansion",
  "CompoundList",
  "Default",
  "DoubleQuoted",
  "Elif",
  "FileDescriptor",
  "For",
  "Glob",
  "HereDoc",
  "HereDocBody",
  "HereDocDelimiter",
  "HereString",
  "If",
  "Literal",
  "Negation",
  "ParameterExpansion",
  "Pipeline",
  "ProcessSubstitution",
  "Redirect",
  "Redirected",
  "Remove",
  "Replace",
  "Script",
  "SimpleExpansion",
  "SingleQuoted",
  "Slice",
  "Statement",
  "Subshell",
  "TestBinary",
  "TestCommand",
  "TestGroup",
  "TestLogical",
  "TestNot",
  "TestUnary",
  "Time",
  "While",
  "Word",
]);

/** Thrown at what is not understood. */
export class NotUnderstood extends Error {}

/** Everything that a variable is set to, and all that is used. */
export class ConstantReader {
  /** Undefined: something that is not known. */
  readonly values = new Map<string, Value[] | undefined>();
  readonly uses: Use[] = [];
  readonly assigning = new Set<number>();
  /** Where the first loop begins. */
  #loop = Number.POSITIVE_INFINITY;

  /** @param moves where the folder is changed. */
  constructor(
    private readonly text: string,
    private readonly moves: readonly number[],
  ) {}

  /** Reads the text. @throws NotUnderstood. */
  read(): void {
    const script = parse(this.text);
    this.#collect(script);
    this.#run(script, new Set());
    // What a pattern matched in one folder is something else in another.
    if (this.moves.some((at) => at > this.#loop))
      for (const [name, values] of this.values)
        if (values?.some(({ isMatch }) => isMatch)) this.values.set(name, undefined);
  }

  /** Notes all values, in whatever order they come to be. */
  #collect(node: SyntaxNode): void {
    if (!understood.has(node.type)) throw new NotUnderstood(node.type);
    if (node.type === "Assignment") this.#add(node.name, node.append || node.index ? undefined : assigned(node.value));
    else if (node.type === "For") this.#addLoop(node);
    if (node.type === "CommandExpansion" || node.type === "ProcessSubstitution") {
      // Positions in a text between backticks with escapes are others.
      if (!node.script || node.script.source !== undefined) throw new NotUnderstood(node.type);
      this.#collect(node.script);
    } else forEachChild(node, (child) => this.#collect(child));
  }

  #add(name: string, value: Value | undefined): void {
    const known = this.values.has(name) ? this.values.get(name) : [];
    this.values.set(name, value && isOwnVariable(name) && known ? [...known, value] : undefined);
  }

  #addLoop({ name, wordlist, pos }: For): void {
    this.#loop = Math.min(this.#loop, pos);
    if (!wordlist) this.#add(name.value, undefined);
    for (const parsed of wordlist ?? []) for (const value of listed(parsed)) this.#add(name.value, value);
  }

  /** Goes through a text in the order in which it runs. @param set variables that are surely set; those set by it are added. */
  #run(node: SyntaxNode, set: Set<string>): void {
    switch (node.type) {
      case "Script":
      case "CompoundList":
        for (const statement of node.commands) this.#run(statement, set);
        return;
      case "Statement":
        this.#run(node.command, node.background ? new Set(set) : set);
        return;
      case "BraceGroup":
        this.#run(node.body, set);
        return;
      case "AndOr":
        this.#chain(node.commands, node.operators, set);
        return;
      case "Pipeline":
        for (const member of node.commands) this.#run(member, node.commands.length > 1 ? new Set(set) : set);
        return;
      case "If":
        this.#run(node.clause, set);
        for (const branch of [node.then, ...node.elif, ...(node.else ? [node.else] : [])])
          this.#run(branch, new Set(set));
        return;
      case "Elif":
        this.#run(node.clause, set);
        this.#run(node.then, set);
        return;
      case "For":
        for (const word of node.wordlist ?? []) this.#word(word, set);
        this.#run(node.body, new Set([...set, node.name.value]));
        return;
      case "Command":
        this.#command(node, set);
        return;
      case "Redirected":
        for (const redirect of node.redirects) this.#run(redirect, set);
        this.#run(node.command, set);
        return;
      case "Word":
        this.#word(node, set);
        return;
      case "CommandExpansion":
      case "ProcessSubstitution":
        if (node.script) this.#run(node.script, new Set(set));
        return;
      default:
        // What is set in there is not sure to stay.
        forEachChild(node, (child) => this.#run(child, new Set(set)));
    }
  }

  #chain(members: readonly SyntaxNode[], operators: readonly string[], set: Set<string>): void {
    const inner = new Set(set);
    for (const [at, member] of members.entries()) {
      const mayBeSkipped = operators.slice(0, at).includes("||");
      this.#run(member, at === 0 ? set : mayBeSkipped ? new Set(set) : inner);
      if (at === 0) for (const name of set) inner.add(name);
    }
  }

  #command(node: Command, set: Set<string>): void {
    for (const redirect of node.redirects) this.#run(redirect, set);
    // The first word decides what runs, so it stays as it is.
    if (node.name) forEachChild(node.name, (child) => this.#inside(child, set));
    for (const part of node.suffix) if (part.type === "Word") this.#word(part, set);
    const assignments = node.prefix.filter((part) => part.type === "Assignment");
    const isPlain = assignments.every(({ value, index, append }) => value.type === "Word" && !index && !append);
    if (!node.name && isPlain) this.assigning.add(node.pos);
    for (const { name, value } of assignments) {
      if (value.type === "Word") this.#inside(value, set);
      if (!node.name) set.add(name);
    }
  }

  /** Commands inside of what is not changed itself. */
  #inside(node: SyntaxNode, set: Set<string>): void {
    if (node.type === "CommandExpansion" || node.type === "ProcessSubstitution") this.#run(node, set);
    else forEachChild(node, (child) => this.#inside(child, set));
  }

  #word(word: ParsedWord, set: Set<string>): void {
    // Braces and `~` are expanded before variables are.
    if (/[~\\]|(?<!\$)\{/.test(word.text)) {
      this.#inside(word, set);
      return;
    }
    for (const part of word.parts ?? []) {
      if (part.type !== "DoubleQuoted") this.#part(part, false, set);
      else for (const inner of part.parts) this.#part(inner, true, set);
    }
  }

  #part(part: SyntaxNode, quoted: boolean, set: Set<string>): void {
    const isVariable = part.type === "SimpleExpansion" || part.type === "ParameterExpansion";
    const [, braced, bare] = (isVariable && /^\$(?:\{(\w+)\}|(\w+))$/.exec(part.text)) || [];
    const name = braced ?? bare;
    if (name === undefined) this.#inside(part, set);
    else if (set.has(name)) this.uses.push({ pos: part.pos, end: part.end, name, quoted });
  }
}

/** Text in which nothing is special between double quotes, and no character a line's end. */
const plainText = /^[^"'\\$`\p{Cc}\p{Zl}\p{Zp}]*$/u;

function assigned(parsed: SyntaxNode): Value | undefined {
  if (parsed.type !== "Word") return undefined;
  const { word, notes } = singleWord(parsed);
  const { value } = word;
  const isKnown = value !== undefined && notes.length === 0 && !word.tilde && word.homeAt === undefined;
  // After a colon a `~` stands for the home folder too.
  return isKnown && plainText.test(value) && !value.includes("~") ? { text: value, isMatch: false } : undefined;
}

/** The values of one word in a loop's list; one that is undefined stands for anything. */
function listed(parsed: ParsedWord): (Value | undefined)[] {
  const { words, notes } = expandWord(parsed);
  return words.map(({ value, tilde, homeAt, glob, quoted }) => {
    const isKnown = value !== undefined && notes.length === 0 && !tilde && homeAt === undefined && !value.includes("~");
    if (!isKnown || !plainText.test(value)) return undefined;
    if (!glob) return { text: value, isMatch: false };
    return quoted || !rawPattern.test(value) ? undefined : { text: value, isMatch: true };
  });
}

/** A pattern that can be written without quotes. */
export const rawPattern = /^[\w./,:@%+=*?[\]!^-]+$/;
