/** What a walk over a parsed script collects, and the steps from parsed nodes to our own words. */

import type { Assignment, HereDoc, Word as ParsedWord, Redirection, TestExpression } from "unbash";
import { clause } from "../../../core/text/clauses/clause";
import type { Redirect, ShellFunction, SimpleCommand, VariableAssignment, Word } from "../words/types";
import { isHarmlessText, isScriptVariable } from "../words/variables";
import { expandWord, knownWord, singleWord, unknownWord } from "../words/words";

/** Collected while walking; every list in the order of the walk. */
export class Findings {
  readonly commands: SimpleCommand[] = [];
  readonly functions: ShellFunction[] = [];
  readonly problems: string[] = [];
  readonly parseErrors: string[] = [];
  readonly unusual: string[];
  readonly computed: string[] = [];

  constructor(unusual: readonly string[] = []) {
    this.unusual = [...unusual];
  }

  /** The words that a parsed word becomes. */
  words(parsed: ParsedWord): Word[] {
    const { words, notes } = expandWord(parsed);
    this.unusual.push(...notes);
    if (/^=[^=]/.test(parsed.text)) this.unusual.push(clause`${parsed.text} means something else in zsh`);
    return words;
  }

  /** A parsed word where braces stay. */
  word(parsed: ParsedWord): Word {
    const { word, notes } = singleWord(parsed);
    this.unusual.push(...notes);
    return word;
  }

  /** `A=1` after `export` and its like: one argument. */
  assignedArgument(node: Assignment): Word {
    if (node.value.type !== "Word") return unknownWord(node.text);
    const word = this.word(node.value);
    if (word.value === undefined || node.index) return unknownWord(node.text);
    return { ...word, source: node.text, value: `${node.name}${node.append ? "+" : ""}=${word.value}`, tilde: false };
  }

  assignments(nodes: readonly Assignment[]): VariableAssignment[] {
    return nodes.map(({ name, value, index, append, text }) => {
      if (value.type !== "Word") return { name, value: unknownWord(text) };
      return { name, value: index || append ? unknownWord(value.text) : this.word(value) };
    });
  }

  redirects(nodes: readonly Redirection[]): Redirect[] {
    return nodes.map((node): Redirect => {
      if (node.descriptor?.type === "FileDescriptorVariable") this.sets(node.descriptor.name);
      const fd = node.descriptor?.type === "FileDescriptor" ? { fd: node.descriptor.value } : {};
      if (node.type === "HereDoc") {
        if (!node.delimiter) this.problems.push(clause`a here-document lacks its delimiter`);
        this.document(node);
        return { op: node.operator, ...fd, target: knownWord(node.delimiter?.value ?? "", node.delimiter?.text ?? "") };
      }
      if (!node.target) this.problems.push(clause`${node.operator} lacks its target`);
      else if (node.type === "HereString") this.shown(node.target);
      const target = node.target ? this.word(node.target) : unknownWord("");
      // Braces in a redirect's target make it several words, which bash refuses and other shells do not.
      const braces = node.type === "Redirect" && node.target?.parts?.some((part) => part.type === "BraceExpansion");
      return { op: node.operator, ...fd, target: braces ? unknownWord(target.source) : target };
    });
  }

  /** The words of `[[ … ]]`, as if it were a command. */
  testWords(expression: TestExpression): Word[] {
    switch (expression.type) {
      case "TestUnary":
        if (expression.operator === "-v" || expression.operator === "-R")
          this.unusual.push(clause`[[ ${expression.operator} … ]] evaluates its operand`);
        return [knownWord(expression.operator), this.word(expression.operand)];
      case "TestBinary":
        if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(expression.operator)) {
          this.number(expression.left);
          this.number(expression.right);
        }
        return [this.word(expression.left), knownWord(expression.operator), this.word(expression.right)];
      case "TestLogical":
        return expression.operands.flatMap((operand) => this.testWords(operand));
      case "TestNot":
        return this.testWords(expression.operand);
      case "TestGroup":
        return this.testWords(expression.expression);
    }
  }

  /** A variable that a loop, a coprocess or `{name}>` sets; for those that programs listen to that is an assignment. */
  sets(name: string): void {
    if (!isScriptVariable(name)) this.unusual.push(clause`setting ${name} may change what programs do`);
  }

  /** A word whose value shows in what is printed or done. */
  shown(parsed: ParsedWord): void {
    if (!isHarmlessText(singleWord(parsed).word)) this.unusual.push(clause`${parsed.text} expands at run time`);
  }

  /** The text of a here-document, which whatever reads it may print. */
  document({ body }: HereDoc): void {
    for (const part of body.parts ?? [])
      if (part.type !== "Literal") this.shown({ ...part, type: "Word", value: part.text, parts: [part] });
  }

  /** Bash expands text once more wherever it wants a number, so only plain numbers are beyond doubt there. */
  arithmetic(text: string): void {
    if (!/^[\d\s+\-*/%<>=!&|^~?:(),]*$/.test(text)) this.#computes(text.trim());
  }

  /** The same for a subscript, an operand of `-eq` or a slice; `others` are harmless as well. */
  number(parsed: ParsedWord, others = ""): void {
    const { word } = singleWord(parsed);
    const plain =
      word.value !== undefined &&
      (/^\s*[+-]?\d+$/.test(word.value) || (word.value !== "" && others.includes(word.value)));
    if (!plain) this.#computes(parsed.text);
  }

  #computes(text: string): void {
    const found = clause`${text} is evaluated as arithmetic`;
    this.unusual.push(found);
    this.computed.push(found);
  }
}
