/** Code intelligence by language servers, where no editor has them. */
import { extname } from "node:path";
import type * as lsp from "vscode-languageserver-protocol";
import type {
  CodeAction,
  CodeAnswer,
  CodeCall,
  CodeEdit,
  CodeLocation,
  CodePoint,
  CodePort,
  CodeProblem,
  CodeSymbol,
  CodeTextEdit,
  CodeWait,
  LocationKind,
  TextRange,
} from "../../core/ports/editor/codeIntelligence";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { ToolError } from "../../core/vocabulary/toolError";
import { indentationOf } from "./indentation";
import { LanguageServer, type ServerStart } from "./languageServer";
import {
  actionOf,
  editOf,
  hoverTexts,
  itemSymbol,
  linkedLocation,
  locationOf,
  outlineOf,
  problemOf,
  textEditOf,
  workspaceSymbol,
} from "./lspValues";

/** A server as a person configured it. */
export interface ConfiguredServer extends Pick<ServerStart, "command" | "options"> {
  /** With the dot, as `.ts`. */
  readonly extensions: readonly string[];
}

/** What the servers are, and where they work. */
export interface ServerPorts {
  /** By the name of the language. */
  readonly servers: Readonly<Record<string, ConfiguredServer>>;
  /** Real paths of the folders, the first being the base. */
  folders(): readonly string[];
}

/** Actions of which the edits are asked for, at most. */
const maxResolved = 50;

const methods: Readonly<Record<LocationKind, string>> = {
  references: "textDocument/references",
  definition: "textDocument/definition",
  declaration: "textDocument/declaration",
  implementation: "textDocument/implementation",
  type_definition: "textDocument/typeDefinition",
};

/** A file that a server knows, and how long it loaded before that. */
interface Opened {
  readonly server: LanguageServer;
  readonly uri: string;
  readonly text: string;
  readonly waitedMs: number;
}

const many = <T>(found: T | readonly T[] | null | undefined): readonly T[] =>
  found === null || found === undefined ? [] : Array.isArray(found) ? found : [found as T];

/** Starts each server on first use, and again after it ended or the folders changed. */
export class ServerCode implements CodePort {
  readonly #servers = new Map<string, Promise<LanguageServer>>();
  #folders = "";
  readonly #running = new Set<LanguageServer>();

  readonly firstProblems: readonly CodeProblem[] = [];

  constructor(private readonly ports: ServerPorts) {}

  async outline(file: ResolvedPath, wait: CodeWait): Promise<CodeAnswer<CodeSymbol>> {
    const opened = await this.#open(file, wait);
    const found = await asked<lsp.DocumentSymbol | lsp.SymbolInformation>(
      opened,
      "textDocument/documentSymbol",
      {},
      wait,
    );
    return answer(opened, outlineOf(opened.uri, found));
  }

  async symbols(query: string, seeds: readonly ResolvedPath[], wait: CodeWait): Promise<CodeAnswer<CodeSymbol>> {
    const opened: Opened[] = [];
    for (const seed of seeds) opened.push(await this.#open(seed, wait));
    const servers = new Set([...opened.map(({ server }) => server), ...this.#running]);
    const found: CodeSymbol[] = [];
    for (const server of servers) {
      if (server.isOver) continue;
      const symbols = await server.ask<lsp.WorkspaceSymbol[] | null>("workspace/symbol", { query }, wait);
      found.push(...many(symbols).map(workspaceSymbol));
    }
    return { found, waitedMs: Math.max(0, ...opened.map(({ waitedMs }) => waitedMs)), isSilent: false };
  }

  async locations(kind: LocationKind, at: CodePoint, wait: CodeWait): Promise<CodeAnswer<CodeLocation>> {
    const opened = await this.#openAt(at, wait);
    const context = kind === "references" ? { context: { includeDeclaration: true } } : {};
    const params = { position: at.position, ...context };
    const found = await asked<lsp.Location | lsp.LocationLink>(opened, methods[kind], params, wait);
    return answer(opened, found.map(linkedLocation));
  }

  async calls(direction: "callers" | "callees", at: CodePoint, wait: CodeWait): Promise<CodeAnswer<CodeCall>> {
    const opened = await this.#openAt(at, wait);
    const { server } = opened;
    const method = "textDocument/prepareCallHierarchy";
    const items = await asked<lsp.CallHierarchyItem>(opened, method, { position: at.position }, wait);
    const found: CodeCall[] = [];
    for (const item of items) {
      if (direction === "callers") {
        const calls = await server.ask<lsp.CallHierarchyIncomingCall[] | null>(
          "callHierarchy/incomingCalls",
          { item },
          wait,
        );
        found.push(...many(calls).map(({ from, fromRanges }) => callOf(from, from.uri, fromRanges)));
      } else {
        const calls = await server.ask<lsp.CallHierarchyOutgoingCall[] | null>(
          "callHierarchy/outgoingCalls",
          { item },
          wait,
        );
        found.push(...many(calls).map(({ to, fromRanges }) => callOf(to, item.uri, fromRanges)));
      }
    }
    return answer(opened, found);
  }

  async types(direction: "supertypes" | "subtypes", at: CodePoint, wait: CodeWait): Promise<CodeAnswer<CodeSymbol>> {
    const opened = await this.#openAt(at, wait);
    const method = "textDocument/prepareTypeHierarchy";
    const items = await asked<lsp.TypeHierarchyItem>(opened, method, { position: at.position }, wait);
    const found: CodeSymbol[] = [];
    for (const item of items) {
      const types = await opened.server.ask<lsp.TypeHierarchyItem[] | null>(
        `typeHierarchy/${direction}`,
        { item },
        wait,
      );
      found.push(...many(types).map(itemSymbol));
    }
    return answer(opened, found);
  }

  async hover(at: CodePoint, wait: CodeWait): Promise<CodeAnswer<string>> {
    const opened = await this.#openAt(at, wait);
    const found = await asked<lsp.Hover>(opened, "textDocument/hover", { position: at.position }, wait);
    return answer(opened, found.flatMap(hoverTexts));
  }

  async problems(file: ResolvedPath | undefined, wait: CodeWait): Promise<CodeAnswer<CodeProblem>> {
    if (!file) {
      const found = [...this.#running].flatMap(({ reported }) => [...reported].flatMap(problemsOf));
      return { found, waitedMs: 0, isSilent: false };
    }
    const opened = await this.#open(file, wait);
    const found = await opened.server.problemsOf(opened.uri, wait);
    return { ...answer(opened, problemsOf([opened.uri, found ?? []])), isSilent: found === undefined };
  }

  async rename(at: CodePoint, newName: string, wait: CodeWait): Promise<CodeEdit> {
    const opened = await this.#openAt(at, wait);
    const params = { position: at.position, newName };
    const [edit] = await asked<lsp.WorkspaceEdit>(opened, "textDocument/rename", params, wait);
    return edit ? editOf(edit) : { files: [] };
  }

  async actions(
    file: ResolvedPath,
    range: TextRange,
    { kind, full }: { readonly kind?: string; readonly full: boolean },
    wait: CodeWait,
  ): Promise<CodeAnswer<CodeAction>> {
    const opened = await this.#open(file, wait);
    const { server, uri } = opened;
    const known = (await server.problemsOf(uri, wait)) ?? [];
    const diagnostics = known.filter((one) => overlaps(one.range, range));
    const params = { range, context: { diagnostics, ...(kind !== undefined && { only: [kind] }) } };
    const found = await asked<lsp.CodeAction | lsp.Command>(opened, "textDocument/codeAction", params, wait);
    const whole: CodeAction[] = [];
    for (const [index, action] of found.entries()) {
      const isOpen = full && index < maxResolved && !("edit" in action) && "data" in action;
      whole.push(actionOf(isOpen ? await server.ask<lsp.CodeAction>("codeAction/resolve", action, wait) : action));
    }
    return answer(opened, whole);
  }

  async format(file: ResolvedPath, range: TextRange | undefined, wait: CodeWait): Promise<CodeAnswer<CodeTextEdit>> {
    const opened = await this.#open(file, wait);
    const options = indentationOf(opened.text);
    const found = range
      ? await asked<lsp.TextEdit>(opened, "textDocument/rangeFormatting", { range, options }, wait)
      : await asked<lsp.TextEdit>(opened, "textDocument/formatting", { options }, wait);
    return answer(opened, found.map(textEditOf));
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
    return { server, uri, text, waitedMs: await server.loaded(uri, wait) };
  }

  async #openAt({ file, position, lineText }: CodePoint, wait: CodeWait): Promise<Opened> {
    const opened = await this.#open(file, wait);
    if (opened.text.split(/\r\n|\r|\n/)[position.line] === lineText) return opened;
    throw new ToolError(
      "stale",
      `The language server does not see line ${position.line + 1} of ${file.shown} as the file has it: repeat the call.`,
    );
  }

  async #serverOf(file: ResolvedPath, wait: CodeWait): Promise<LanguageServer> {
    const folders = this.ports.folders();
    if (this.#folders !== folders.join("\0")) this.stop();
    this.#folders = folders.join("\0");
    const extension = extname(file.real).toLowerCase();
    const found = Object.entries(this.ports.servers).find(([, { extensions }]) => extensions.includes(extension));
    if (!found)
      throw new ToolError(
        "unavailable",
        `No language server is configured for ${file.shown}: use search_text, read_file and edit_file instead.`,
      );
    const [language, { command, options }] = found;
    const known = await this.#servers.get(language)?.catch(() => undefined);
    if (known && !known.isOver) return known;
    const starting = LanguageServer.run(
      { language, command, folders, ...(options !== undefined && { options }) },
      wait,
    );
    this.#servers.set(language, starting);
    const server = await starting;
    this.#running.add(server);
    return server;
  }
}

/** Asks about an open file. */
async function asked<T>(
  { server, uri }: Opened,
  method: string,
  params: object,
  wait: CodeWait,
): Promise<readonly T[]> {
  return many(await server.ask<T | readonly T[] | null>(method, { textDocument: { uri }, ...params }, wait));
}

const answer = <T>({ waitedMs }: Opened, found: readonly T[]): CodeAnswer<T> => ({ found, waitedMs, isSilent: false });

const callOf = (item: lsp.CallHierarchyItem, uri: string, ranges: readonly lsp.Range[]): CodeCall => ({
  symbol: itemSymbol(item),
  sites: ranges.map((range) => locationOf(uri, range)),
});

const problemsOf = ([uri, found]: readonly [string, readonly lsp.Diagnostic[]]): CodeProblem[] =>
  found.map((one) => problemOf(uri, one));

const isBefore = (one: lsp.Position, other: lsp.Position) =>
  one.line < other.line || (one.line === other.line && one.character < other.character);

const overlaps = (one: lsp.Range, other: TextRange) =>
  !isBefore(one.end, other.start) && !isBefore(other.end, one.start);
