/** What a language server tells by itself, and what it asks of us. */
import type * as lsp from "vscode-languageserver-protocol";
import type { ProtocolConnection } from "vscode-languageserver-protocol/node";
import { isRecord } from "./serverOptions";

/** Files of which problems are kept at most: a server may name any number. */
const maxFiles = 20_000;

/** What stands at `a.b` of settings; null for nothing. */
function settingAt(settings: unknown, section = ""): unknown {
  let found = settings;
  for (const name of section.split(".").filter((one) => one !== ""))
    found = isRecord(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  return found ?? null;
}

/** One server's. */
export class ServerNews {
  readonly #problems = new Map<string, readonly lsp.Diagnostic[]>();
  /** Work that it said it does, such as loading a project. */
  readonly #working = new Set<unknown>();
  /** What it said after its start that it can do. */
  readonly #registered = new Set<string>();
  readonly #registering = new Map<string, () => void>();
  #told = 0;

  /** @param settings what it is told where it asks for settings. */
  constructor(private readonly settings: Readonly<Record<string, unknown>>) {}

  /** @param folders what it may know. */
  listen(connection: ProtocolConnection, folders: () => lsp.WorkspaceFolder[]): void {
    connection.onNotification("textDocument/publishDiagnostics", (params: Partial<lsp.PublishDiagnosticsParams>) => {
      this.#hear(params ?? {});
    });
    connection.onNotification("$/progress", (params?: { token?: unknown; value?: { kind?: unknown } }) => {
      const kind = params?.value?.kind;
      if (kind === "begin") this.#working.add(params?.token);
      else if (kind === "end") this.#working.delete(params?.token);
      this.#told++;
    });
    connection.onRequest("window/workDoneProgress/create", () => null);
    connection.onRequest("client/registerCapability", (params?: Partial<lsp.RegistrationParams>) => {
      for (const { method } of params?.registrations ?? []) {
        this.#registered.add(method);
        this.#registering.get(method)?.();
      }
      return null;
    });
    connection.onRequest("client/unregisterCapability", () => null);
    connection.onRequest("workspace/configuration", (params?: Partial<lsp.ConfigurationParams>) =>
      (params?.items ?? []).map(({ section }) => settingAt(this.settings, section)),
    );
    connection.onRequest("workspace/workspaceFolders", folders);
    // A server changes no file here: what it wants to change is judged as the answer to a question.
    connection.onRequest("workspace/applyEdit", () => ({ applied: false }));
  }

  #hear({ uri, diagnostics }: Partial<lsp.PublishDiagnosticsParams>): void {
    if (typeof uri !== "string" || !Array.isArray(diagnostics)) return;
    this.correct(uri, diagnostics);
    this.#told++;
  }

  /** Keeps what is known better than by what it tells by itself. */
  correct(uri: string, diagnostics: readonly lsp.Diagnostic[]): void {
    this.#problems.delete(uri);
    this.#problems.set(uri, diagnostics);
    const [oldest] = this.#problems.keys();
    if (this.#problems.size > maxFiles && oldest !== undefined) this.#problems.delete(oldest);
  }

  /** What it reported and did not take back, by address. */
  get problems(): ReadonlyMap<string, readonly lsp.Diagnostic[]> {
    return this.#problems;
  }

  /** Calls back when it says that it has a method. */
  onRegistered(method: string, run: () => void): void {
    this.#registering.set(method, run);
  }

  /** True for a method that it said after its start it has. */
  hasRegistered(method: string): boolean {
    return this.#registered.has(method);
  }

  /** True while it does something that it said it does. */
  get isWorking(): boolean {
    return this.#working.size > 0;
  }

  /** How often it told anything. */
  get told(): number {
    return this.#told;
  }

  /** What it reported of a file does not hold any more. */
  forget(uri: string): void {
    this.#problems.delete(uri);
  }
}
