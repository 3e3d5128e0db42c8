/** Texts of package.json that people read: `%key%` stands for each there, and package.nls.json holds them as one list. */

/** Keys that begin so are written by the generator; all others by hand. */
const generatedPrefixes = ["setting.", "tool."];

/** Properties of a JSON Schema that people read. */
const shownProperties = new Set(["description", "markdownDescription", "label"]);

/** Words of a schema's structure, which say nothing in a key. */
const isStructure = (name: string) =>
  ["properties", "items", "anyOf", "additionalProperties", "defaultSnippets"].includes(name) || /^\d+$/.test(name);

/** Gathers texts, and gives for each what stands for it in package.json. */
export class ManifestTexts {
  readonly #texts = new Map<string, string>();
  readonly #keys = new Map<string, string>();

  /** Equal texts share the first key; another text under a known key gets a number. */
  key(wanted: string, text: string): string {
    const known = this.#keys.get(text);
    if (known !== undefined) return `%${known}%`;
    let key = wanted;
    for (let count = 2; this.#texts.has(key); count++) key = `${wanted}.${count}`;
    this.#texts.set(key, text);
    this.#keys.set(text, key);
    return `%${key}%`;
  }

  /** A copy of a schema with keys in place of what people read. */
  schema(prefix: string, value: unknown): unknown {
    if (Array.isArray(value)) return value.map((entry) => this.schema(prefix, entry));
    if (typeof value !== "object" || value === null) return value;
    const isShown = ([name, inside]: [string, unknown]) => typeof inside === "string" && shownProperties.has(name);
    const entries = Object.entries(value);
    // Its own text first: that one gets the key without a number.
    const own = entries.filter(isShown).map(([name, text]) => [name, this.key(prefix, text)]);
    const others = entries
      .filter((entry) => !isShown(entry))
      .map(([name, inside]) => [name, this.#inside(prefix, name, inside)]);
    const keyed = Object.fromEntries([...own, ...others]);
    return Object.fromEntries(entries.map(([name]) => [name, keyed[name]]));
  }

  /** What stands in a property, where that is no text of its own. */
  #inside(prefix: string, name: string, inside: unknown): unknown {
    if (name === "enumDescriptions") return (inside as string[]).map((text) => this.key(`${prefix}.value`, text));
    return this.schema(isStructure(name) ? prefix : `${prefix}.${name}`, inside);
  }

  /** The whole of package.nls.json. @param current its text, whose keys written by hand stay. */
  file(current: string): string {
    const written = Object.entries(JSON.parse(current)).filter(
      ([key]) => !generatedPrefixes.some((prefix) => key.startsWith(prefix)),
    );
    return `${JSON.stringify(Object.fromEntries([...written, ...this.#texts]), null, 2)}\n`;
  }
}
