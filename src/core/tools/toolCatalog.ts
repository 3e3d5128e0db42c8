/** What one session sees of all tools: the active ones, and by searching the deferred ones (DF-1 to DF-3, TS-1, TS-2). */

import type { Host } from "../ports/host";
import { planToolName } from "../session/planMode";
import type { Session } from "../session/session";
import type { Settings } from "../settings/settings";
import { similarityTo } from "../text/similarity";
import type { AddedTools } from "./addedTools";
import { agentToolName, canDefer, isDeferrable, isWayToOthers } from "./deferral";
import type { Dialect } from "./dialect";
import { findTool, toolsOn } from "./dialect";
import { toolPrefix } from "./registeredNames";
import type { DialectTool, KnownTools } from "./tool";
import { fittingWell, rankTools } from "./toolRanking";

/** Names that a message offers at most for one that there is not. */
const maxClosest = 3;

/** How alike a misspelt name has to be, from 0 to 1. */
const minLikeness = 0.4;

/** What the catalog is made of; a crib is one. */
export interface ToolSource {
  readonly dialect: Dialect;
  readonly added: AddedTools;
  context(): { readonly settings: Settings };
  /** See Crib. */
  readonly listsToolsOnce?: boolean;
  /** What a tool may need of the machine; see Tool.needs and Host.lacks. */
  readonly host: Pick<Host, "code" | "notebooks" | "debugging" | "lacks">;
  /** See AgentExecutor. */
  readonly agents?: { hasModel?(): boolean };
}

/** The registry as one session sees it (DF-3). */
export class ToolCatalog implements KnownTools {
  constructor(
    private readonly crib: ToolSource,
    private readonly session: Session,
  ) {}

  /** Every tool there is: those of the dialect that can work here, then the added ones. */
  all(): readonly DialectTool[] {
    const { dialect, added, host } = this.crib;
    return [...toolsOn(dialect, host), ...added.all()];
  }

  /** By name, alias, or the name that VS Code knows it by; deferred or not, and also one that cannot work here. */
  find(name: string): DialectTool | undefined {
    const { added, dialect } = this.crib;
    const prefix = toolPrefix(dialect.name);
    return (
      findTool(dialect, name) ??
      added.find(name) ??
      (name.startsWith(prefix) ? findTool(dialect, name.slice(prefix.length)) : undefined)
    );
  }

  /** Whether there are more tools than are shown at once (DF-1). */
  get isDeferring(): boolean {
    return canDefer(this.crib.dialect) && this.all().length > this.crib.context().settings["tools.deferAbove"];
  }

  /** True for a tool that is not shown before it was searched for. */
  isDeferred(name: string): boolean {
    const tool = this.find(name);
    return tool !== undefined && this.isDeferring && this.#waits(tool);
  }

  #waits(tool: DialectTool): boolean {
    const isNeededNow = tool.tool.name === planToolName && this.session.plan.isOn;
    return isDeferrable(tool) && !isNeededNow && !this.session.activations.has(tool.name);
  }

  /** What a model is given (DF-2b). */
  activeTools(): readonly DialectTool[] {
    return this.isDeferring ? this.all().filter((tool) => !this.#waits(tool)) : this.all();
  }

  /** False for a tool that could only fail now: plans are handed in while planning, and agents need a model. */
  isOfUse({ tool }: DialectTool): boolean {
    if (tool.name === planToolName) return this.session.plan.isOn;
    return tool.name !== agentToolName || this.crib.agents?.hasModel?.() !== false;
  }

  /** The tools that fit a query about as well as the best, also those that are active by now; best first (TS-1, C-38). */
  searchTools(query: string): DialectTool[] {
    const searched = this.all().filter((tool) => !isWayToOthers(tool) && this.isOfUse(tool));
    return fittingWell(rankTools(searched, query)).map(({ tool }) => tool);
  }

  /** Names of the tools that a name which there is not may have meant: first by its words, then by its letters. */
  closestNames(name: string): string[] {
    const named = rankTools(this.all(), name).filter(({ strength }) => strength > 0);
    const likeness = similarityTo(name.toLowerCase());
    const likenessOf = (tool: DialectTool) =>
      Math.max(...[tool.name, ...tool.aliases].map((other) => likeness(other.toLowerCase())));
    const spelt = this.all()
      .filter((tool) => likenessOf(tool) >= minLikeness)
      .toSorted((a, b) => likenessOf(b) - likenessOf(a));
    // The house's name of a tool that this dialect calls otherwise.
    const meant = this.all().filter(({ tool }) => tool.name === name);
    const closest = new Set([
      ...meant.map((tool) => tool.name),
      ...named.map(({ tool }) => tool.name),
      ...spelt.map((tool) => tool.name),
    ]);
    return [...closest].slice(0, maxClosest);
  }

  /** Whether a tool has come beside those of the dialect, so that hosts which list tools beforehand do not know it. */
  isAdded(name: string): boolean {
    return findTool(this.crib.dialect, name) === undefined && this.crib.added.find(name) !== undefined;
  }

  /** Whether a model may not be offered a tool that is active, because its host listed the tools before. */
  mayBeUnlisted(name: string): boolean {
    return this.crib.listsToolsOnce === true || this.listsPerTurn || this.isAdded(name);
  }

  /** Whether a tool that is activated now is offered only from the next turn on. */
  get listsPerTurn(): boolean {
    return this.session.listsToolsPerTurn;
  }

  /** Offers tools for the rest of the session; nothing happens for a name that there is not. */
  activateTool(...names: readonly string[]): void {
    const known = names.map((name) => this.find(name)).filter((tool) => tool !== undefined);
    this.session.activations.add(...known.filter(isDeferrable).map((tool) => tool.name));
  }

  /** As a new session begins (DF-3). */
  resetActivations(): void {
    this.session.activations.clear();
  }

  /**
   * @param listener called whenever there may be other active tools than before, but for a change of settings.
   * @returns ends the listening.
   */
  onChange(listener: () => void): () => void {
    const { activations, plan } = this.session;
    const activated = () => this.isDeferring && listener();
    const ends = [activations.onChange(activated), plan.onChange(listener), this.crib.added.onChange(listener)];
    return () => {
      for (const end of ends) end();
    };
  }
}
