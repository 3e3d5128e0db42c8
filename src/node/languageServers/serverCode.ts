/** Code intelligence by language servers, where no editor has them. */
import { existsSync } from "node:fs";
import { extname } from "node:path";
import type * as lsp from "vscode-languageserver-protocol";
import {
  type ActionWish,
  type CodeAction,
  type CodeAnswer,
  type CodeCall,
  type CodeEdit,
  type CodeLocation,
  type CodePoint,
  type CodePort,
  type CodeProblem,
  type CodeSymbol,
  type CodeTextEdit,
  type CodeWait,
  isTitled,
  type LocationKind,
  type TextRange,
} from "../../core/ports/editor/codeIntelligence";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { messageOf, ToolError } from "../../core/vocabulary/toolError";
import { withEdit } from "./actionEdits";
import type { Decode } from "./fileText";
import { indentationOf } from "./indentation";
import { LanguageServer } from "./languageServer";
import {
  actionOf,
  editOf,
  hoverTexts,
  itemSymbol,
  locationOf,
  locationReader,
  outlineOf,
  overlaps,
  problemOf,
  textEditOf,
  workspaceSymbol,
} from "./lspValues";
import type { Opened } from "./openedFile";
import { understood } from "./serverErrors";
import type { ServerStart } from "./serverOptions";
import { problemsOf } from "./serverProblems";

/** A server as a person configured it. */
export interface ConfiguredServer extends Pick<ServerStart, "command" | "options" | "settings"> {
  /** With the dot, as `.ts`. */
  readonly extensions: readonly string[];
}

/** What the servers are, and where they work. */
export interface ServerPorts {
  /** By the name of the language. */
  readonly servers: Readonly<Record<string, ConfiguredServer>>;
  /** Real paths of the folders, the first being the base. */
  folders(): readonly string[];
  /** Absent: files are UTF-8. */
  readonly decode?: Decode;
  /** Names of variables that no server gets, as no command does (`toolcrib.commands.hiddenVariables`); absent: none. */
  hiddenVariables?(): readonly string[];
}

/** Milliseconds that every question gets, however much of the time is used up. */
const leastMs = 5000;

const methods: Readonly<Record<LocationKind, string>> = {
  references: "textDocument/references",
  definition: "textDocument/definition",
  declaration: "textDocument/declaration",
  implementation: "textDocument/implementation",
  type_definition: "textDocument/typeDefinition",
};

/** What the protocol has wherever it has several of something. */
type Some<T> = T | readonly T[] | null | undefined;

const many = <T>(found: Some<T>): readonly T[] =>
  found === null || found === undefined ? [] : Array.isArray(found) ? found : [found as T];

/** Starts each server on first use, and again after it ended or the folders changed. */
export class ServerCode implements CodePort {
  readonly #servers = new Map<string, Promise<LanguageServer>>();
  #folders = "";
  readonly #running = new Set<LanguageServer>();

  constructor(private readonly ports: ServerPorts) {}

  async outline(file: ResolvedPath, wait: CodeWait): Promise<CodeAnswer<CodeSymbol>> {
    const opened = await this.#open(file, wait);
    type Found = lsp.DocumentSymbol | lsp.SymbolInformation;
    const read = (found: Found) => outlineOf(opened.uri, [found]);
    return answer(opened, (await asked(opened, "textDocument/documentSymbol", {}, read)).flat());
  }

  async symbols(query: string, seeds: readonly ResolvedPath[], wait: CodeWait): Promise<CodeAnswer<CodeSymbol>> {
    const ends = performance.now() + wait.limitMs;
    const within = (): CodeWait => ({ ...wait, limitMs: Math.max(0, ends - performance.now()) });
    const opened: Opened[] = [];
    const known = seeds.filter((seed) => this.#configured(seed) !== undefined);
    if (known.length === 0 && seeds[0] && this.#running.size === 0) throw noServer(seeds[0]);
    const failures: unknown[] = [];
    const failed = (error: unknown) => {
      if (wait.signal.aborted) throw error;
      failures.push(error);
    };
    for (const seed of known) await this.#open(seed, within()).then((one) => void opened.push(one), failed);
    const servers = new Set([...opened.map(({ server }) => server), ...this.#running]);
    const found: CodeSymbol[] = [];
    const read = (symbols: Some<lsp.WorkspaceSymbol>) => many(symbols).map(workspaceSymbol);
    for (const server of servers) {
      if (server.isOver || !server.has("workspace/symbol")) continue;
      const asking = server.ask("workspace/symbol", { query }, leftOf(within(), 0), read);
      await asking.then((symbols) => void found.push(...symbols), failed);
    }
    // One language that does not work hides nothing of the others; where nothing was found, nobody can tell.
    if (found.length === 0 && failures.length > 0) throw failures[0];
    const waitedMs = Math.max(0, ...opened.map((one) => one.waitedMs));
    return { found, waitedMs, isSilent: false, failures: [...new Set(failures.map(messageOf))] };
  }

  async locations(kind: LocationKind, at: CodePoint, wait: CodeWait): Promise<CodeAnswer<CodeLocation>> {
    const opened = await this.#openAt(at, wait);
    const context = kind === "references" ? { context: { includeDeclaration: true } } : {};
    const params = { position: at.position, ...context };
    return answer(opened, await asked(opened, methods[kind], params, locationReader()));
  }

  async calls(direction: "callers" | "callees", at: CodePoint, wait: CodeWait): Promise<CodeAnswer<CodeCall>> {
    const opened = await this.#openAt(at, wait);
    const { server } = opened;
    const items = await asked(
      opened,
      "textDocument/prepareCallHierarchy",
      { position: at.position },
      asItem<lsp.CallHierarchyItem>,
    );
    const found: CodeCall[] = [];
    for (const item of items) {
      if (direction === "callers") {
        const read = (calls: Some<lsp.CallHierarchyIncomingCall>) =>
          many(calls).map(({ from, fromRanges }) => callOf(from, from.uri, fromRanges));
        found.push(...(await server.ask("callHierarchy/incomingCalls", { item }, opened.left, read)));
      } else {
        const read = (calls: Some<lsp.CallHierarchyOutgoingCall>) =>
          many(calls).map(({ to, fromRanges }) => callOf(to, item.uri, fromRanges));
        found.push(...(await server.ask("callHierarchy/outgoingCalls", { item }, opened.left, read)));
      }
    }
    return answer(opened, found);
  }

  async types(direction: "supertypes" | "subtypes", at: CodePoint, wait: CodeWait): Promise<CodeAnswer<CodeSymbol>> {
    const opened = await this.#openAt(at, wait);
    const items = await asked(
      opened,
      "textDocument/prepareTypeHierarchy",
      { position: at.position },
      asItem<lsp.TypeHierarchyItem>,
    );
    const found: CodeSymbol[] = [];
    const read = (types: Some<lsp.TypeHierarchyItem>) => many(types).map(itemSymbol);
    for (const item of items)
      found.push(...(await opened.server.ask(`typeHierarchy/${direction}`, { item }, opened.left, read)));
    return answer(opened, found);
  }

  async hover(at: CodePoint, wait: CodeWait): Promise<CodeAnswer<string>> {
    const opened = await this.#openAt(at, wait);
    const found = await asked(opened, "textDocument/hover", { position: at.position }, hoverTexts);
    return answer(opened, found.flat());
  }

  async problems(file: ResolvedPath | undefined, wait: CodeWait): Promise<CodeAnswer<CodeProblem>> {
    if (!file) {
      await Promise.all([...this.#running].filter(({ isOver }) => !isOver).map((server) => server.refresh()));
      const found = [...this.#running].flatMap((server) => [...server.news.problems].flatMap(problemsBy(server)));
      return {
        found: found.filter(({ location: { path } }) => path === undefined || existsSync(path)),
        waitedMs: 0,
        isSilent: false,
      };
    }
    const opened = await this.#open(file, wait);
    const { server, uri, left } = opened;
    const found = await problemsOf(server, uri, left);
    return { ...answer(opened, problemsBy(server)([uri, found ?? []])), isSilent: found === undefined };
  }

  async rename(at: CodePoint, newName: string, wait: CodeWait): Promise<CodeEdit> {
    const opened = await this.#openAt(at, wait);
    const params = { position: at.position, newName };
    const [edit] = await asked(opened, "textDocument/rename", params, editOf);
    return edit ?? { files: [] };
  }

  async moved(from: ResolvedPath, to: ResolvedPath, wait: CodeWait): Promise<CodeEdit | undefined> {
    if (!this.#configured(from)) return undefined;
    const { server, left } = await this.#open(from, wait);
    return server.move(from.real, to.real, left, editOf);
  }

  async actions(
    file: ResolvedPath,
    range: TextRange,
    { kind, title }: ActionWish,
    wait: CodeWait,
  ): Promise<CodeAnswer<CodeAction>> {
    const opened = await this.#open(file, wait);
    const { server, uri, left } = opened;
    const known = (await problemsOf(server, uri, left)) ?? [];
    const diagnostics = understood(server.start, () => known.filter((one) => overlaps(one.range, range)));
    const params = { range, context: { diagnostics, ...(kind !== undefined && { only: [kind] }) } };
    const read = (action: lsp.CodeAction | lsp.Command) => ({ action, read: actionOf(action) });
    const all = await asked(opened, "textDocument/codeAction", params, read);
    // Servers may take the wanted kind for a hint.
    const found = all.filter(({ read }) => kind === undefined || `${read.kind}.`.startsWith(`${kind}.`));
    const whole: CodeAction[] = [];
    for (const { action, read } of found)
      whole.push(isTitled(read, title) ? await withEdit(opened, action, read) : read);
    return answer(opened, whole);
  }

  async format(file: ResolvedPath, range: TextRange | undefined, wait: CodeWait): Promise<CodeAnswer<CodeTextEdit>> {
    const opened = await this.#open(file, wait);
    const options = indentationOf(opened.text);
    const found = range
      ? await asked(opened, "textDocument/rangeFormatting", { range, options }, textEditOf)
      : await asked(opened, "textDocument/formatting", { options }, textEditOf);
    return answer(opened, found);
  }

  /** Ends all servers. */
  stop(): void {
    for (const server of this.#running) server.kill();
    this.#running.clear();
    this.#servers.clear();
  }

  /** @throws ToolError `unavailable` for a language without a server. */
  async #open(file: ResolvedPath, wait: CodeWait): Promise<Opened> {
    const server = await this.#serverOf(file, wait);
    const { uri, text } = await server.open(file.real);
    const waitedMs = await server.loaded(uri, wait);
    return { server, uri, text, waitedMs, left: leftOf(wait, waitedMs) };
  }

  async #openAt({ file, position, lineText }: CodePoint, wait: CodeWait): Promise<Opened> {
    const opened = await this.#open(file, wait);
    if (opened.text.split(/\r\n|\r|\n/)[position.line] === lineText) return opened;
    throw new ToolError(
      "stale",
      `Line ${position.line + 1} of ${file.shown} differs between the language server and the file: repeat the call.`,
    );
  }

  #configured(file: ResolvedPath): [string, ConfiguredServer] | undefined {
    const extension = extname(file.real).toLowerCase();
    return Object.entries(this.ports.servers).find(([, { extensions }]) => extensions.includes(extension));
  }

  async #serverOf(file: ResolvedPath, wait: CodeWait): Promise<LanguageServer> {
    const { decode } = this.ports;
    const folders = this.ports.folders();
    if (this.#folders !== folders.join("\0")) this.stop();
    this.#folders = folders.join("\0");
    const found = this.#configured(file);
    if (!found) throw noServer(file);
    const [language, configured] = found;
    const known = await this.#servers.get(language)?.catch(() => undefined);
    if (known && !known.isOver) return known;
    const hiddenVariables = this.ports.hiddenVariables?.();
    const start = { language, ...configured, folders, decode, hiddenVariables };
    const starting = LanguageServer.run(start, leftOf(wait, 0));
    this.#servers.set(language, starting);
    const server = await starting;
    this.#running.add(server);
    return server;
  }
}

const noServer = ({ shown }: ResolvedPath): ToolError =>
  new ToolError(
    "unavailable",
    `No language server is configured for ${shown}: use search_text, read_file and edit_file instead. A person can name one in the setting toolcrib.languageServers.`,
  );

/** What is left of a time after a part of it, and never so little that a question could not be answered. */
const leftOf = (wait: CodeWait, passedMs: number): CodeWait => ({
  ...wait,
  limitMs: Math.max(Math.ceil(wait.limitMs - passedMs), leastMs),
});

/** Asks about an open file. @param read makes of each thing that was found what is wanted. */
const asked = <T, R>(
  { server, uri, left }: Opened,
  method: string,
  params: object,
  read: (found: T) => R,
): Promise<readonly R[]> =>
  server.ask(method, { textDocument: { uri }, ...params }, left, (found: Some<T>) => many(found).map(read));

const answer = <T>({ waitedMs }: Opened, found: readonly T[]): CodeAnswer<T> => ({ found, waitedMs, isSilent: false });

const callOf = (item: lsp.CallHierarchyItem, uri: string, ranges: readonly lsp.Range[]): CodeCall => ({
  symbol: itemSymbol(item),
  sites: ranges.map((range) => locationOf(uri, range)),
});

const problemsBy =
  ({ start }: LanguageServer) =>
  ([uri, found]: readonly [string, readonly lsp.Diagnostic[]]): CodeProblem[] =>
    understood(start, () => found.map((one) => problemOf(uri, one)));

/** An item of a hierarchy goes back to the server as it came. */
function asItem<T extends lsp.CallHierarchyItem | lsp.TypeHierarchyItem>(item: T): T {
  itemSymbol(item);
  return item;
}
