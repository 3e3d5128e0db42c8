/** What one session sees of all tools: the active ones, and by searching the deferred ones (DF-1 to DF-3, TS-1, TS-2). */
import type { Crib } from "./crib";
import { type DialectTool, findTool } from "./dialect";
import type { Session } from "./session";

/** Names of the crib's own tools that are never deferred (DF-2): the eight of the requirement, and the way to the others. */
export const neverDeferred: ReadonlySet<string> = new Set([
  "run_command",
  "read_file",
  "edit_file",
  "write_file",
  "find_files",
  "search_text",
  "run_agent",
  "tool_search",
  "call_tool",
]);

/** The registry as one session sees it (DF-3). */
export class ToolShelf {
  constructor(
    private readonly crib: Crib,
    private readonly session: Session,
  ) {}

  /** Every tool there is: those of the dialect, then the added ones. */
  all(): readonly DialectTool[] {
    return [...this.crib.dialect.tools, ...this.crib.added.all()];
  }

  /** By name or alias, deferred or not. */
  find(name: string): DialectTool | undefined {
    return findTool(this.crib.dialect, name) ?? this.crib.added.find(name);
  }

  /** Whether there are more tools than are shown at once (DF-1). */
  get isDeferring(): boolean {
    return this.all().length > this.crib.context().settings["tools.deferAbove"];
  }

  /** True for a tool that is not shown before it was searched for. */
  isDeferred(name: string): boolean {
    const tool = this.find(name);
    return tool !== undefined && this.isDeferring && this.#waits(tool);
  }

  #waits({ name, tool }: DialectTool): boolean {
    return !neverDeferred.has(tool.name) && !this.session.activations.has(name);
  }

  /** What a model is given (DF-2b). */
  activeTools(): readonly DialectTool[] {
    return this.isDeferring ? this.all().filter((tool) => !this.#waits(tool)) : this.all();
  }

  /** Shows a tool from now on; nothing happens for a name that there is not. */
  activateTool(name: string): void {
    const tool = this.find(name);
    if (tool) this.session.activations.add(tool.name);
  }

  /** As a new session begins (DF-3). */
  resetActivations(): void {
    this.session.activations.clear();
  }
}
