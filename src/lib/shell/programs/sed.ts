/** Which sed scripts only print. sed can run programs (`e`) and write files (`w`), so its script is read (D-13). */
import { clause } from "../../../core/text/clauses/clause";
import type { Word } from "../words/types";
import { knownWord } from "../words/words";
import { asking, type ProgramCall, type Usage } from "./program";

/** What a script does beyond printing. */
interface ScriptFacts {
  readonly asks?: string;
  /** Files named by `w`. */
  readonly writes: readonly string[];
}

/** A cursor over a script; every method returns false when the text is not what it reads. */
class ScriptReader {
  #at = 0;
  readonly writes: string[] = [];

  constructor(private readonly text: string) {}

  get #rest() {
    return this.text.slice(this.#at);
  }

  /** Takes what a pattern, which must be sticky, matches at the cursor. */
  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.text);
    if (!match) return undefined;
    this.#at += match[0].length;
    return match[0];
  }

  /** A stretch up to an unescaped delimiter, which is taken too. */
  #delimited(delimiter: string): boolean {
    const start = this.#at;
    for (; this.#at < this.text.length; this.#at++) {
      const character = this.text[this.#at];
      if (character === "\\") this.#at++;
      else if (character === delimiter) {
        const part = this.text.slice(start, this.#at++);
        // Implementations differ on a delimiter inside brackets.
        return !/\[[^\]]*$/.test(part.replace(/\\./gs, ""));
      }
    }
    return false;
  }

  #address(): boolean {
    if (this.#take(/\d+(?:~\d+)?|\$/y)) return true;
    const open = this.#take(/\/|\\[^\n\\]/y);
    if (!open) return false;
    if (!this.#delimited(open.slice(-1))) return false;
    this.#take(/[IM]*/y);
    return true;
  }

  #addresses(): boolean {
    if (!this.#address()) return /^[^/\\]/.test(this.#rest);
    if (this.#take(/\s*,\s*/y) && !this.#take(/[+~]\d+/y) && !this.#address()) return false;
    return true;
  }

  #file(): void {
    this.writes.push(this.#take(/[^\n]*/y)?.trim() ?? "");
  }

  /** True when a command's end follows. */
  #ends(): boolean {
    return this.#take(/[ \t]*(?:$|[;\n]|(?=[}#]))/y) !== undefined;
  }

  #substitute(): boolean {
    const delimiter = this.#take(/[^\n\\]/y);
    if (!delimiter || !this.#delimited(delimiter) || !this.#delimited(delimiter)) return false;
    const flags = this.#take(/[gpiIMm0-9]*/y) ?? "";
    if (this.#take(/w/y)) this.#file();
    return flags.length < 8 && this.#ends();
  }

  #transliterate(): boolean {
    const delimiter = this.#take(/[^\n\\]/y);
    return delimiter !== undefined && this.#delimited(delimiter) && this.#delimited(delimiter) && this.#ends();
  }

  #command(): boolean {
    switch (this.#take(/[a-zA-Z=:{}#]/y)) {
      case "{":
      case "}":
        return true;
      case "#":
        this.#take(/[^\n]*/y);
        return true;
      case "=":
      case "d":
      case "D":
      case "F":
      case "g":
      case "G":
      case "h":
      case "H":
      case "n":
      case "N":
      case "p":
      case "P":
      case "x":
      case "z":
        return this.#ends();
      case "q":
      case "Q":
      case "l":
        this.#take(/[ \t]*\d*/y);
        return this.#ends();
      case "b":
      case "t":
      case "T":
      case ":":
        this.#take(/[ \t]*\w*/y);
        return this.#ends();
      case "s":
        return this.#substitute();
      case "y":
        return this.#transliterate();
      case "a":
      case "c":
      case "i":
        // Implementations differ on what a backslash in such a text means.
        return this.#take(/(?:[ \t]*\\\n)?[^\n\\]+(?:\n|$)/y) !== undefined;
      case "w":
      case "W":
        this.#file();
        return true;
      default:
        return false;
    }
  }

  /** Reads the whole script; false at the first thing that is not known to only print. */
  read(): boolean {
    for (;;) {
      this.#take(/[\s;]*/y);
      if (this.#rest === "") return true;
      if (!this.#addresses()) return false;
      this.#take(/\s*(?:!\s*)*/y);
      if (!this.#command()) return false;
    }
  }
}

/** What a sed script does, read without running it. */
export function sedScript(text: string): ScriptFacts {
  const reader = new ScriptReader(text);
  const understood = reader.read();
  const { writes } = reader;
  if (!understood) return { asks: clause`its script may do more than print`, writes };
  return writes.length > 0 ? { asks: clause`its script writes a file`, writes } : { writes };
}

const standardStreams = new Set(["/dev/stdout", "/dev/stderr"]);

/** The row's reading of a call of sed. */
export function sedUsage(call: ProgramCall): Partial<Usage> {
  const given = call.values("-e", "--expression");
  const scripts = given.length > 0 ? given : call.operands.slice(0, 1);
  const files = given.length > 0 ? call.operands : call.operands.slice(1);
  const inPlace = call.has("-i", "--in-place");
  const texts = scripts.map((script) => (script.glob ? undefined : script.value));
  if (texts.length === 0) return asking(clause`its script is missing`);
  const facts = sedScript(texts.every((text) => text !== undefined) ? texts.join("\n") : "?");
  const scriptWrites: Word[] = facts.writes.filter((file) => !standardStreams.has(file)).map((file) => knownWord(file));
  const asks = inPlace ? clause`it changes files in place` : facts.asks;
  return { reads: files, writes: [...scriptWrites, ...(inPlace ? files : [])], ...(asks !== undefined && { asks }) };
}
