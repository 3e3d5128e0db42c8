import * as vscode from "vscode";
import type { Session } from "../../../core/session/session";
import { canDefer, deferringKey, isDeferrable, offeredKey } from "../../../core/tools/deferral";
import type { Dialect } from "../../../core/tools/dialect";
import type { ToolCatalog } from "../../../core/tools/toolCatalog";

/** Context key that is set while a person can take activations back. */
const activatedKey = "toolcrib.activatedTools";

/** Milliseconds after which VS Code has surely looked at changed keys; it does so 750 ms after a change. */
const lookedAt = 1000;

/** Settings that decide what is offered. */
const settings = ["toolcrib.dialect", "toolcrib.tools.deferAbove"];

/** Tells VS Code which of the tools that may be deferred agent mode is offered (DF-3, DF-4). */
export class ToolContext implements vscode.Disposable {
  readonly #told = new Map<string, boolean>();
  readonly #subscriptions: vscode.Disposable[];
  readonly #names: readonly string[];
  #heeded: Promise<void> = Promise.resolve();

  /**
   * @param catalog what the session sees in the dialect that is in force by then.
   * @param dialects all that there are: what an earlier process of this window has left of any is taken back.
   */
  constructor(
    private readonly session: Session,
    private readonly catalog: () => ToolCatalog,
    dialects: readonly Dialect[],
  ) {
    const deferrable = dialects.filter(canDefer).flatMap(({ tools }) => tools.filter(isDeferrable));
    this.#names = deferrable.map(({ name }) => name);
    const endListening = catalog().onChange(() => this.#update());
    this.#subscriptions = [
      { dispose: endListening },
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (settings.some((name) => change.affectsConfiguration(name))) this.#update();
      }),
    ];
    this.#tell();
  }

  /** Resolves once what was told last holds for the next request to a model: a result that tells of it has to wait. */
  get heeded(): Promise<void> {
    return this.#heeded;
  }

  #update(): void {
    const changes = this.#tell();
    if (changes.length > 0)
      this.#heeded = Promise.allSettled(changes).then(() => new Promise((resolve) => setTimeout(resolve, lookedAt)));
  }

  /** @returns the changes on their way. */
  #tell(): Thenable<unknown>[] {
    const catalog = this.catalog();
    const active = new Set(catalog.activeTools().map(({ name }) => name));
    const changes = [
      this.#set(activatedKey, !this.session.activations.isEmpty),
      this.#set(deferringKey, catalog.isDeferring),
      ...this.#names.map((name) => this.#set(offeredKey(name), active.has(name))),
    ];
    return changes.filter((change) => change !== undefined);
  }

  /** @returns undefined when it is so already. */
  #set(key: string, value: boolean): Thenable<unknown> | undefined {
    if (this.#told.get(key) === value) return undefined;
    this.#told.set(key, value);
    return vscode.commands.executeCommand("setContext", key, value);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
