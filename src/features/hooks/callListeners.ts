/** The listeners of other extensions. Loaded at activation, so it brings nothing along. */
import type { AfterCallListener, BeforeCallListener, Listening, ToolcribApi } from "../../../toolcrib-api";

/** A listener and who listens. */
export interface Registered<L> {
  readonly extension: string;
  readonly listener: L;
}

/** Keeps what {@link CallListeners.api} is given; it is asked before and after every call. */
export class CallListeners {
  readonly before = new Set<Registered<BeforeCallListener>>();
  readonly after = new Set<Registered<AfterCallListener>>();

  /** @param isInstalled whether there is an extension with this identifier. */
  constructor(private readonly isInstalled: (extension: string) => boolean) {}

  /** What other extensions are given. */
  readonly api: Pick<ToolcribApi, "onBeforeCall" | "onAfterCall"> = Object.freeze({
    onBeforeCall: (extension: string, listener: BeforeCallListener) => this.#add(this.before, extension, listener),
    onAfterCall: (extension: string, listener: AfterCallListener) => this.#add(this.after, extension, listener),
  });

  #add<L>(listeners: Set<Registered<L>>, extension: string, listener: L): Listening {
    if (typeof extension !== "string" || !this.isInstalled(extension))
      throw new Error(`No extension ${JSON.stringify(extension)} is installed: give your own, context.extension.id.`);
    if (typeof listener !== "function") throw new Error("The listener must be a function that takes a call.");
    const registered = { extension, listener };
    listeners.add(registered);
    return { dispose: () => void listeners.delete(registered) };
  }
}
