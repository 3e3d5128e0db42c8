/** The text of a configuration file of git, as git itself reads it (git-config(1), "Syntax"). */

/** A name and its value; undefined for a name that stands alone. */
export type ConfigEntry = readonly [key: string, value: string | undefined];

const isLetter = (character: string) => /^[A-Za-z]$/.test(character);
const isKeyCharacter = (character: string) => /^[A-Za-z0-9-]$/.test(character);
const isBlank = (character: string) => /^[ \t\n\r]$/.test(character);

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b", "\\": "\\", '"': '"' };

class ConfigReader {
  #at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  }

  /** The next character; the end of the file ends a line as well. */
  #next(): string {
    return this.#text[this.#at++] ?? "\n";
  }

  get #hasMore(): boolean {
    return this.#at < this.#text.length;
  }

  #skipLine(): void {
    while (this.#hasMore && this.#next() !== "\n");
  }

  entries(): ConfigEntry[] | undefined {
    const found: ConfigEntry[] = [];
    let section: string | undefined = "";
    while (this.#hasMore) {
      const character = this.#next();
      if (isBlank(character)) continue;
      if (character === "#" || character === ";") this.#skipLine();
      else if (character === "[") {
        section = this.#section();
        if (section === undefined) return undefined;
      } else {
        const entry = isLetter(character) ? this.#entry(section, character) : undefined;
        if (!entry) return undefined;
        found.push(entry);
      }
    }
    return found;
  }

  /** With its dot at the end; undefined when it is malformed. */
  #section(): string | undefined {
    let name = "";
    while (this.#hasMore) {
      const character = this.#next();
      if (character === "]") return name === "" ? undefined : `${name}.`;
      if (isBlank(character)) return this.#subsection(name, character);
      if (!isKeyCharacter(character) && character !== ".") return undefined;
      name += character.toLowerCase();
    }
    return undefined;
  }

  #subsection(section: string, before: string): string | undefined {
    let character = before;
    while (isBlank(character)) {
      if (character === "\n") return undefined;
      character = this.#next();
    }
    if (character !== '"') return undefined;
    let name = "";
    for (;;) {
      character = this.#next();
      if (character === "\n") return undefined;
      if (character === '"') break;
      if (character === "\\") character = this.#next();
      if (character === "\n") return undefined;
      name += character;
    }
    return this.#next() === "]" ? `${section}.${name}.` : undefined;
  }

  #entry(section: string, first: string): ConfigEntry | undefined {
    let name = first.toLowerCase();
    let character = this.#next();
    for (; isKeyCharacter(character); character = this.#next()) name += character.toLowerCase();
    while (character === " " || character === "\t") character = this.#next();
    if (character === "\n") return [`${section}${name}`, undefined];
    if (character !== "=") return undefined;
    const value = this.#value();
    return value === undefined ? undefined : [`${section}${name}`, value];
  }

  #value(): string | undefined {
    let value = "";
    // Blanks count once something stands behind them.
    let blanks = "";
    let isQuoted = false;
    for (;;) {
      let character = this.#next();
      if (character === "\n") return isQuoted ? undefined : value;
      if (!isQuoted && isBlank(character)) {
        if (value !== "") blanks += character;
        continue;
      }
      if (!isQuoted && (character === ";" || character === "#")) {
        this.#skipLine();
        return value;
      }
      value += blanks;
      blanks = "";
      if (character === '"') {
        isQuoted = !isQuoted;
        continue;
      }
      if (character === "\\") {
        character = this.#next();
        if (character === "\n") continue;
        const meant = escapes[character];
        if (meant === undefined) return undefined;
        character = meant;
      }
      value += character;
    }
  }
}

/** Everything that a configuration file sets, in its order; undefined when git would refuse the file. */
export const configEntries = (text: string): ConfigEntry[] | undefined => new ConfigReader(text).entries();
