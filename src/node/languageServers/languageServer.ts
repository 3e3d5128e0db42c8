/** One language server as a process, with the files that it was told of. */
import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type * as lsp from "vscode-languageserver-protocol";
import type { CancellationTokenSource, ProtocolConnection } from "vscode-languageserver-protocol/node";
import type { CodeWait } from "../../core/ports/editor/codeIntelligence";
import { messageOf, ToolError } from "../../core/vocabulary/toolError";
import { commandEnvironment } from "../environment/environment";
import { clientCapabilities } from "./clientCapabilities";
import { type FileText, readText } from "./fileText";
import { missingAbility } from "./serverAbilities";
import { refusal, tooLate, unable, unavailable, understood } from "./serverErrors";
import { ServerNews } from "./serverNews";
import { languageOf, optionsOf, type ServerStart, settingsOf } from "./serverOptions";
import { tsserverRequest } from "./tsserverProblems";
import { WatchedFiles, watchMethod } from "./watchedFiles";

/** A file as the server was told of it. */
interface OpenFile {
  readonly uri: string;
  version: number;
  held: FileText;
}

/** Milliseconds that a server gets to tell something of a file: of its first one, and where it is known to tell, or not to. */
const grace = { first: 5000, telling: 1500, silent: 300 };

/** Milliseconds in which the end of a program shows after its pipe is broken. */
const telling = 500;

/** Every server that runs, or is being started. None outlives this process, however that ends by itself. */
const running = new Set<ChildProcess>();

function endWithProcess(child: ChildProcess): void {
  if (running.size === 0) process.on("exit", endAll);
  running.add(child);
  child.once("close", () => {
    running.delete(child);
    if (running.size === 0) process.off("exit", endAll);
  });
}

function endAll(): void {
  for (const child of running) child.kill("SIGKILL");
}

const address = (path: string) => pathToFileURL(path).href;

/** A running server. */
export class LanguageServer {
  readonly #files = new Map<string, OpenFile>();
  /** What it tells by itself. */
  readonly news: ServerNews;
  /** Addresses of files that it has loaded all about. */
  readonly #settled = new Set<string>();
  #isOver = false;
  readonly #watched: WatchedFiles;
  /** What it said at its start that it can do. */
  #said: lsp.ServerCapabilities = {};

  private constructor(
    readonly start: ServerStart,
    private readonly child: ChildProcess,
    private readonly connection: ProtocolConnection,
    private readonly cancelling: () => CancellationTokenSource,
  ) {
    this.#watched = new WatchedFiles(start.folders, start.extensions);
    this.news = new ServerNews(settingsOf(start));
  }

  /** @throws ToolError `unavailable` where it does not start or answer in time, or would run code of the folders. */
  static async run(start: ServerStart, wait: CodeWait): Promise<LanguageServer> {
    const options = optionsOf(start);
    const protocol = await import("vscode-languageserver-protocol/node");
    const [program = "", ...args] = start.command;
    const child = spawn(program, args, {
      cwd: start.folders[0],
      env: commandEnvironment(process.env, start.hiddenVariables ?? [], false),
      stdio: ["pipe", "pipe", "ignore"],
    });
    endWithProcess(child);
    const failed = new Promise<never>((_, reject) => {
      child.once("error", (error) => reject(unavailable(start, messageOf(error))));
      child.once("exit", (code) => reject(unavailable(start, `it ended with exit code ${code}`)));
    });
    failed.catch(() => {});
    const connection = protocol.createProtocolConnection(
      new protocol.StreamMessageReader(child.stdout),
      new protocol.StreamMessageWriter(child.stdin),
    );
    const server = new LanguageServer(start, child, connection, () => new protocol.CancellationTokenSource());
    server.#listen();
    const answered = new AbortController();
    const signal = AbortSignal.any([wait.signal, answered.signal]);
    const late = delay(wait.limitMs, undefined, { signal }).then(() => {
      throw unavailable(start, `it did not answer within ${Math.round(wait.limitMs / 1000)} s`);
    });
    late.catch(() => {});
    try {
      await Promise.race([server.#initialize(options), failed, late]);
      return server;
    } catch (error) {
      // How a program ended says more than that the pipe to it is broken, and comes after that.
      if (!(error instanceof ToolError)) await Promise.race([failed, delay(telling)]);
      server.kill();
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
    this.news.listen(connection, () => this.#folders());
    this.news.onRegistered(watchMethod, () => this.#watched.begin());
    connection.onError(() => {});
    connection.listen();
  }

  #folders(): lsp.WorkspaceFolder[] {
    return this.start.folders.map((path) => ({ uri: address(path), name: path.split(/[\\/]/).at(-1) ?? path }));
  }

  async #initialize(options: unknown): Promise<void> {
    const [root] = this.start.folders;
    const { capabilities } = await this.connection.sendRequest<lsp.InitializeResult>("initialize", {
      processId: process.pid,
      rootUri: root === undefined ? null : address(root),
      workspaceFolders: this.#folders(),
      capabilities: clientCapabilities,
      initializationOptions: options,
    });
    this.#said = capabilities ?? {};
    await this.connection.sendNotification("initialized", {});
    const settings = settingsOf(this.start);
    if (Object.keys(settings).length > 0)
      await this.connection.sendNotification("workspace/didChangeConfiguration", { settings });
  }

  /**
   * Tells the server what a file holds now, and all others that it was told of and that have changed.
   * @returns its address and text.
   */
  async open(path: string): Promise<{ readonly uri: string; readonly text: string }> {
    await this.refresh();
    const known = this.#files.get(path);
    if (known) return { uri: known.uri, text: known.held.text };
    const file: OpenFile = { uri: address(path), version: 1, held: await readText(path, undefined, this.start.decode) };
    this.#files.set(path, file);
    const { uri, version } = file;
    const { text } = file.held;
    const document = { uri, languageId: languageOf(path, this.start.language), version, text };
    await this.connection.sendNotification("textDocument/didOpen", { textDocument: document });
    return { uri, text };
  }

  /** Servers that read files by themselves learn from us that one has come, gone or changed. */
  async #tellChanges(): Promise<void> {
    const changes = await this.#watched.changes();
    if (changes.length > 0) await this.connection.sendNotification(watchMethod, { changes });
  }

  async #refresh(path: string): Promise<void> {
    const file = this.#files.get(path);
    if (!file) return;
    const { uri } = file;
    const now = await readText(path, file.held, this.start.decode).catch(() => undefined);
    // Another call may have read it meanwhile.
    const { text } = file.held;
    if (now) file.held = now;
    if (!now) {
      this.#files.delete(path);
      this.news.forget(uri);
      await this.connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
    } else if (now.text !== text) {
      file.version++;
      const changed = { textDocument: { uri, version: file.version }, contentChanges: [{ text: now.text }] };
      await this.connection.sendNotification("textDocument/didChange", changed);
      this.news.forget(uri);
    }
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
    const isLate = () => passed() >= limitMs || signal.aborted || this.#isOver;
    const patience = () => (this.news.told > 0 ? grace.telling : this.#settled.size > 0 ? grace.silent : grace.first);
    while (!isLate() && (this.news.isWorking || (!this.news.problems.has(uri) && passed() < patience())))
      await delay(20);
    if (!isLate()) this.#settled.add(uri);
    return passed();
  }

  /** True where it has a method. */
  has(method: string): boolean {
    return this.#missing(method) === undefined;
  }

  #missing(method: string): string | undefined {
    return this.news.hasRegistered(method) ? undefined : missingAbility(method, this.#said);
  }

  /**
   * Asks it. @param read makes of its answer what is wanted, and throws for one that is none.
   * @throws ToolError `unavailable` for what it cannot do, `timeout`, `cancelled`, or `tool_failed` with its own words.
   */
  async ask<T, R>(method: string, params: object, { limitMs, signal }: CodeWait, read: (answer: T) => R): Promise<R> {
    const missing = this.#missing(method);
    if (missing !== undefined) throw unable(this.start, missing);
    const late = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
    const source = this.cancelling();
    let stop = () => {};
    const stopped = new Promise<never>((_, reject) => {
      stop = () =>
        reject(signal.aborted ? new ToolError("cancelled", "This call was cancelled.") : tooLate(this.start, limitMs));
      if (late.aborted) stop();
      else late.addEventListener("abort", stop, { once: true });
    });
    const asked = this.#send<T>(method, params, source).then((answer) => understood(this.start, () => read(answer)));
    asked.catch(() => {});
    try {
      return await Promise.race([asked, stopped]);
    } finally {
      late.removeEventListener("abort", stop);
      // What nobody waits for need not be worked out.
      if (late.aborted) source.cancel();
      source.dispose();
    }
  }

  /** What it would change when a file is moved. @throws see ask. */
  async move<R>(from: string, to: string, wait: CodeWait, read: (edit: lsp.WorkspaceEdit) => R): Promise<R> {
    if (this.#said.workspace?.fileOperations?.willRename === undefined)
      throw unable(this.start, "tell which paths change");
    const files = [{ oldUri: address(from), newUri: address(to) }];
    const readAny = (edit: lsp.WorkspaceEdit | null) => read(edit ?? {});
    return this.ask("workspace/willRenameFiles", { files }, wait, readAny);
  }

  async #send<T>(method: string, params: object, { token }: CancellationTokenSource): Promise<T> {
    try {
      return await this.connection.sendRequest<T>(method, params, token);
    } catch (error) {
      throw refusal(this.start, this.#isOver, error);
    }
  }

  /** Tells it of all files that it was told of and that have changed. */
  async refresh(): Promise<void> {
    await this.#tellChanges();
    await Promise.all([...this.#files.keys()].map((known) => this.#refresh(known)));
  }

  /** True where questions can be asked of the compiler behind it, as of TypeScript's. */
  get passesOn(): boolean {
    const commands: unknown = this.#said.executeCommandProvider?.commands;
    return Array.isArray(commands) && commands.includes(tsserverRequest);
  }

  /** Asks the compiler behind it; see {@link passesOn}. @throws see {@link ask}. */
  askCompiler<T, R>(question: string, args: unknown, wait: CodeWait, read: (answer: T) => R): Promise<R> {
    return this.ask("workspace/executeCommand", { command: tsserverRequest, arguments: [question, args] }, wait, read);
  }

  /** Ends it at once: it has nothing that could be lost. Safe to call again. */
  kill(): void {
    this.#isOver = true;
    this.child.kill("SIGKILL");
  }
}
