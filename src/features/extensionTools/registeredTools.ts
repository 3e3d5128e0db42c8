/** The tools that other extensions register. Loaded at activation, so it brings nothing along (CT-1, CT-4). */
import type { Registration, ToolcribApi, ToolDefinition } from "../../../toolcrib-api";
import { checkDefinition } from "./checkDefinition";

/** A tool and whose it is. */
export interface RegisteredTool {
  readonly extension: string;
  readonly definition: ToolDefinition;
}

/** Puts a tool to use. @returns takes it away again. @throws Error with a sentence. */
export type UseTool = (tool: RegisteredTool) => () => void;

/** A tool that waits to be used has nothing to be taken away. */
const waiting = () => {};

/** Keeps what {@link ToolcribApi.registerTool} is given until somebody uses tools, and from then on passes it on. */
export class RegisteredTools {
  readonly #tools = new Map<RegisteredTool, () => void>();
  #use: UseTool = () => waiting;

  /**
   * @param isInstalled whether there is an extension with this identifier.
   * @param taken names of tools that there are.
   */
  constructor(
    private readonly isInstalled: (extension: string) => boolean,
    private readonly taken: ReadonlySet<string>,
  ) {}

  /** What other extensions are given. */
  readonly api: Pick<ToolcribApi, "defineTool" | "registerTool"> = Object.freeze({
    defineTool: <Input extends object>(tool: ToolDefinition<Input>) => tool,
    registerTool: <Input extends object>(extension: string, tool: ToolDefinition<Input>) =>
      this.#register(extension, tool as unknown as ToolDefinition),
  });

  #register(extension: string, given: ToolDefinition): Registration {
    if (typeof extension !== "string" || !this.isInstalled(extension))
      throw new Error(`No extension ${JSON.stringify(extension)} is installed: give your own, context.extension.id.`);
    const definition = checkDefinition(given);
    const isKnown = [...this.#tools.keys()].some((other) => other.definition.name === definition.name);
    if (isKnown || this.taken.has(definition.name))
      throw new Error(`There is already a tool "${definition.name}": choose another name.`);
    const tool: RegisteredTool = { extension, definition };
    this.#tools.set(tool, this.#use(tool));
    return { dispose: () => this.#remove(tool) };
  }

  #remove(tool: RegisteredTool): void {
    this.#tools.get(tool)?.();
    this.#tools.delete(tool);
  }

  /**
   * Puts every tool to use, those that are there and those that come.
   * @param onProblem hears why one that was registered before cannot be used; it is taken away.
   */
  follow(use: UseTool, onProblem: (tool: RegisteredTool, error: unknown) => void): void {
    this.#use = use;
    for (const tool of [...this.#tools.keys()])
      try {
        this.#tools.set(tool, use(tool));
      } catch (error) {
        this.#remove(tool);
        onProblem(tool, error);
      }
  }
}
