/** Tools beside those of the dialects, known only at run time (CT-1, CT-2): of extensions, of agents, of the editor. */
import type { DialectTool } from "./tool";

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

/** The first line of a description, for pickers. */
export const summaryOf = (description: string): string => description.trim().split(/\r?\n/, 1)[0]?.slice(0, 200) ?? "";

/** What a name may be, so that every model and host takes it. */
const wellFormed = /^[A-Za-z][\w-]{0,63}$/;

/** One list for each window or process; changes while it runs. */
export class AddedTools {
  readonly #tools = new Map<string, AddedTool>();
  readonly #listeners = new Set<() => void>();

  /**
   * @param taken names of the dialects' own tools, with their aliases; asked when a tool is added.
   * @param base tools that are in this list too, as they come and go.
   */
  constructor(
    private readonly taken: Pick<ReadonlySet<string>, "has">,
    private readonly base?: AddedTools,
  ) {}

  /** A list of its own that holds these tools too. */
  layered(): AddedTools {
    return new AddedTools(this.taken, this);
  }

  /** In the order they came. */
  all(): AddedTool[] {
    return [...(this.base?.all() ?? []), ...this.#tools.values()];
  }

  /** By name or alias. */
  find(name: string): AddedTool | undefined {
    return this.all().find((tool) => tool.name === name || tool.aliases.includes(name));
  }

  /**
   * @returns takes the tool away again.
   * @throws Error for a name that is malformed or taken.
   */
  add(tool: AddedTool): () => void {
    for (const name of [tool.name, ...tool.aliases]) {
      if (!wellFormed.test(name))
        throw new Error(
          `"${name}" is not a valid tool name: use a letter, then up to 63 letters, digits, "_" and "-".`,
        );
      if (this.taken.has(name) || this.find(name))
        throw new Error(`There is already a tool "${name}": choose another name.`);
    }
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
    const endBase = this.base?.onChange(listener);
    return () => {
      this.#listeners.delete(listener);
      endBase?.();
    };
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
