/** Tools beside those of the dialects, known only at run time (CT-1, CT-2): of extensions, of agents, of the editor. */
import type { DialectTool } from "./dialect";

/** Whose a tool is. */
export interface ToolOrigin {
  /** `extension`: registered through the API; `agent`: made at run time; `editor`: one that VS Code has from elsewhere. */
  readonly kind: "extension" | "agent" | "editor";
  /** For people: the extension's identifier, the folder, the server. */
  readonly name: string;
}

/** A tool with its origin; it has the same name in every dialect. */
export interface AddedTool extends DialectTool {
  readonly origin: ToolOrigin;
}

/** What a name may be, so that every model and host takes it. */
const wellFormed = /^[A-Za-z][\w-]{0,63}$/;

/** One list for each window or process; changes while it runs. */
export class AddedTools {
  readonly #tools = new Map<string, AddedTool>();
  readonly #listeners = new Set<() => void>();

  /** @param taken names of the dialects' own tools, with their aliases. */
  constructor(private readonly taken: ReadonlySet<string>) {}

  /** In the order they came. */
  all(): AddedTool[] {
    return [...this.#tools.values()];
  }

  find(name: string): AddedTool | undefined {
    return this.#tools.get(name);
  }

  /**
   * @returns takes the tool away again.
   * @throws Error for a name that is malformed or taken.
   */
  add(tool: AddedTool): () => void {
    if (!wellFormed.test(tool.name))
      throw new Error(
        `"${tool.name}" is no name for a tool: use a letter, then up to 63 letters, digits, "_" and "-".`,
      );
    if (this.taken.has(tool.name) || this.#tools.has(tool.name))
      throw new Error(`There is a tool "${tool.name}" already: choose another name.`);
    this.#tools.set(tool.name, tool);
    this.#changed();
    return () => {
      if (this.#tools.get(tool.name) !== tool) return;
      this.#tools.delete(tool.name);
      this.#changed();
    };
  }

  /** @param listener called whenever a tool came or went. @returns ends the listening. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
