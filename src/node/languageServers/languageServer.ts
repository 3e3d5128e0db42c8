/** One language server as a process, with the files that it was told of. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type * as lsp from "vscode-languageserver-protocol";
import type { ProtocolConnection } from "vscode-languageserver-protocol/node";
import type { CodeWait } from "../../core/ports/editor/codeIntelligence";
import { oneLine } from "../../core/text/oneLine";
import { messageOf, ToolError } from "../../core/vocabulary/toolError";
import { commandEnvironment } from "../environment/environment";
import { clientCapabilities } from "./clientCapabilities";

/** How a server is started. */
export interface ServerStart {
  /** Name of its language, as its setting and messages have it. */
  readonly language: string;
  /** A program and its arguments; no shell reads them. */
  readonly command: readonly string[];
  readonly options?: unknown;
  /** Real paths of the folders that it is to know; the first is where it runs. */
  readonly folders: readonly string[];
}

/** A file as the server was told of it. */
interface OpenFile {
  readonly uri: string;
  version: number;
  text: string;
}

/** Milliseconds that a server gets to tell something of a file, once it told anything at all. */
const grace = (hasTold: boolean) => (hasTold ? 1500 : 5000);

/** Milliseconds without news after which the problems of a file are complete. */
const quiet = 400;

/** Milliseconds that a server has to end by itself. */
const ending = 2000;

const address = (path: string) => pathToFileURL(path).href;

/** A running server. */
export class LanguageServer {
  readonly #files = new Map<string, OpenFile>();
  readonly #problems = new Map<string, readonly lsp.Diagnostic[]>();
  /** Work that it said it does, such as loading a project. */
  readonly #working = new Set<string | number>();
  /** How often it began such work. */
  #begun = 0;
  /** Addresses of files that it has loaded all about. */
  readonly #settled = new Set<string>();
  #told = 0;
  #isOver = false;

  private constructor(
    readonly start: ServerStart,
    private readonly child: ChildProcess,
    private readonly connection: ProtocolConnection,
  ) {}

  /** @throws ToolError `unavailable` where it does not start or answer in time. */
  static async run(start: ServerStart, wait: CodeWait): Promise<LanguageServer> {
    const { createProtocolConnection, StreamMessageReader, StreamMessageWriter } = await import(
      "vscode-languageserver-protocol/node"
    );
    const [program = "", ...args] = start.command;
    const child = spawn(program, args, {
      cwd: start.folders[0],
      env: commandEnvironment(process.env, [], false),
      stdio: ["pipe", "pipe", "ignore"],
    });
    const failed = new Promise<never>((_, reject) => {
      child.once("error", (error) => reject(unavailable(start, messageOf(error))));
      child.once("exit", (code) => reject(unavailable(start, `it ended with exit code ${code}`)));
    });
    failed.catch(() => {});
    const connection = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    const server = new LanguageServer(start, child, connection);
    server.#listen();
    const answered = new AbortController();
    const signal = AbortSignal.any([wait.signal, answered.signal]);
    const late = delay(wait.limitMs, undefined, { signal }).then(() => {
      throw unavailable(start, `it did not answer within ${Math.round(wait.limitMs / 1000)} s`);
    });
    late.catch(() => {});
    try {
      await Promise.race([server.#initialize(), failed, late]);
      return server;
    } catch (error) {
      server.stop();
      throw error instanceof ToolError ? error : unavailable(start, messageOf(error));
    } finally {
      // A timer would keep this process alive.
      answered.abort();
    }
  }

  /** True when it has ended, so that another has to be started. */
  get isOver(): boolean {
    return this.#isOver;
  }

  #listen(): void {
    const { connection, child } = this;
    child.once("exit", () => {
      this.#isOver = true;
      connection.dispose();
    });
    // A pipe to a process that is gone.
    child.stdin?.on("error", () => {});
    connection.onNotification("textDocument/publishDiagnostics", (params: lsp.PublishDiagnosticsParams) => {
      this.#problems.set(params.uri, params.diagnostics);
      this.#told++;
    });
    connection.onNotification(
      "$/progress",
      ({ token, value }: { token: string | number; value: { kind?: string } }) => {
        if (value.kind === "begin") this.#working.add(token);
        else if (value.kind === "end") this.#working.delete(token);
      },
    );
    connection.onRequest("window/workDoneProgress/create", () => null);
    connection.onRequest("client/registerCapability", () => null);
    connection.onRequest("client/unregisterCapability", () => null);
    connection.onRequest("workspace/configuration", ({ items }: { items: readonly unknown[] }) =>
      items.map(() => null),
    );
    connection.onRequest("workspace/workspaceFolders", () => this.#folders());
    // A server changes no file here: what it wants to change is judged as the answer to a question.
    connection.onRequest("workspace/applyEdit", () => ({ applied: false }));
    connection.onError(() => {});
    connection.listen();
  }

  #folders(): lsp.WorkspaceFolder[] {
    return this.start.folders.map((path) => ({ uri: address(path), name: path.split(/[\\/]/).at(-1) ?? path }));
  }

  async #initialize(): Promise<void> {
    const [root] = this.start.folders;
    await this.connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: root === undefined ? null : address(root),
      workspaceFolders: this.#folders(),
      capabilities: clientCapabilities,
      initializationOptions: optionsOf(this.start),
    });
    await this.connection.sendNotification("initialized", {});
  }

  /**
   * Tells the server what a file holds now, and all others that it was told of and that have changed.
   * @returns its address and text.
   */
  async open(path: string): Promise<Readonly<OpenFile>> {
    await Promise.all([...this.#files.keys()].filter((known) => known !== path).map((known) => this.#refresh(known)));
    const known = await this.#refresh(path);
    if (known) return known;
    const file: OpenFile = { uri: address(path), version: 1, text: await readFile(path, "utf8") };
    this.#files.set(path, file);
    const { uri, version, text } = file;
    const document = { uri, languageId: this.start.language, version, text };
    await this.connection.sendNotification("textDocument/didOpen", { textDocument: document });
    return file;
  }

  async #refresh(path: string): Promise<OpenFile | undefined> {
    const file = this.#files.get(path);
    if (!file) return undefined;
    const { uri } = file;
    const text = await readFile(path, "utf8").catch(() => undefined);
    if (text === undefined) {
      this.#files.delete(path);
      this.#problems.delete(uri);
      await this.connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
    } else if (text !== file.text) {
      file.text = text;
      file.version++;
      const changed = { textDocument: { uri, version: file.version }, contentChanges: [{ text }] };
      await this.connection.sendNotification("textDocument/didChange", changed);
      this.#problems.delete(uri);
    }
    return this.#files.get(path);
  }

  /**
   * Waits until it has loaded what a file belongs to. Some answer from the file alone until then. A server tells by the
   * progress that it shows, or by the problems that it reports of the file; one that does neither gets a while.
   * @returns milliseconds, 0 for a file that it knew.
   */
  async loaded(uri: string, { limitMs, signal }: CodeWait): Promise<number> {
    if (this.#settled.has(uri)) return 0;
    const began = performance.now();
    const passed = () => performance.now() - began;
    const hasTold = () => this.#begun > 0 || this.#problems.has(uri);
    const isLate = () => passed() >= limitMs || signal.aborted || this.#isOver;
    while (!isLate() && (this.#working.size > 0 || (!this.#problems.has(uri) && passed() < grace(hasTold()))))
      await delay(20);
    if (!isLate()) this.#settled.add(uri);
    return passed();
  }

  /** Asks it. @throws ToolError `timeout`, `cancelled`, or `tool_failed` with its own words. */
  async ask<T>(method: string, params: object, { limitMs, signal }: CodeWait): Promise<T> {
    const late = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
    const stopped = new Promise<never>((_, reject) => {
      const stop = () =>
        reject(
          signal.aborted
            ? new ToolError("cancelled", "This call was cancelled.")
            : new ToolError(
                "timeout",
                `The language server for ${this.start.language} did not answer within ${Math.round(limitMs / 1000)} s: try again later, or use search_text.`,
              ),
        );
      if (late.aborted) stop();
      else late.addEventListener("abort", stop, { once: true });
    });
    try {
      return await Promise.race([this.connection.sendRequest<T>(method, params), stopped]);
    } catch (error) {
      if (error instanceof ToolError) throw error;
      throw new ToolError(
        "tool_failed",
        `The language server refused this: ${oneLine(messageOf(error)).replace(/\.$/, "")}.`,
      );
    }
  }

  /** What it reported so far, by address. */
  get reported(): ReadonlyMap<string, readonly lsp.Diagnostic[]> {
    return this.#problems;
  }

  /** Waits until it has reported on a file and says nothing more. @returns undefined when it said nothing in time. */
  async problemsOf(uri: string, { limitMs, signal }: CodeWait): Promise<readonly lsp.Diagnostic[] | undefined> {
    const until = performance.now() + limitMs;
    const isLate = () => performance.now() >= until || signal.aborted || this.#isOver;
    while (!this.#problems.has(uri) && !isLate()) await delay(50);
    for (let told = -1; told !== this.#told && !isLate(); ) {
      told = this.#told;
      await delay(quiet);
    }
    return this.#problems.get(uri);
  }

  /** Ends it; safe to call again. */
  stop(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    void this.connection
      .sendRequest("shutdown")
      .then(() => this.connection.sendNotification("exit"))
      .catch(() => {});
    setTimeout(() => this.child.kill("SIGKILL"), ending).unref();
  }

  /** Ends it at once, as when this process ends. */
  kill(): void {
    this.#isOver = true;
    this.child.kill("SIGKILL");
  }
}

/** Languages of TypeScript's server. */
const byTypeScript = /^(?:java|type)script(?:react)?$/;

/**
 * TypeScript's server answers from single files while it loads a project, from a second process and without saying so,
 * unless it is told not to.
 */
function optionsOf({ language, options }: ServerStart): unknown {
  if (!byTypeScript.test(language) || (options !== undefined && !isRecord(options))) return options;
  const given = isRecord(options?.tsserver) ? options.tsserver : {};
  return { ...options, tsserver: { useSyntaxServer: "never", ...given } };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const unavailable = ({ language, command }: ServerStart, why: string) =>
  new ToolError(
    "unavailable",
    `The language server for ${language} (${command[0]}) does not work: ${why}. Tell the person to check toolcrib.languageServers, or use search_text and edit_file.`,
  );
