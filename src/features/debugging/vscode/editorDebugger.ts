/** VS Code's debuggers: sessions and breakpoints that a person sees, and may use, like their own. */
import * as vscode from "vscode";
import type { Breakpoint, BreakpointState, DebugLaunch } from "../../../core/ports/editor/debugging";
import { raceAbort } from "../../../core/util/raceAbort";
import { commandEnvironment } from "../../../node/environment/environment";
import { openVariable } from "../../../node/environment/openVariable";
import type { AddedBreakpoints, DebuggerWires } from "../debugRuns";
import { alteredFields, configurationOf, debuggerTypes } from "../launchConfiguration";
import type { AdapterEvent, AdapterLaunch, AdapterListener, AdapterSession, StackBody } from "../protocol";

/** Names our launches in their configurations. */
const mark = "toolcribLaunch";

/** Milliseconds in which a debugger ends what it runs, before it is left to do so. */
const ending = 10_000;

/** Variables by which the debugger itself reaches a program. */
const debuggersOwn = /^(?:NODE_OPTIONS|VSCODE_|ELECTRON_)/;

/** A launch that goes on. */
interface Ongoing {
  readonly listener: AdapterListener;
  readonly sessions: Set<vscode.DebugSession>;
  root?: vscode.DebugSession;
}

/** What a debugger says of a breakpoint. */
interface ProtocolBreakpoint {
  readonly verified?: boolean;
  readonly line?: number;
  readonly message?: string;
}

export class EditorDebugger implements DebuggerWires {
  readonly #launches = new Map<string, Ongoing>();
  #listening: vscode.Disposable | undefined;

  async launch(
    launch: DebugLaunch,
    title: string,
    hiddenVariables: readonly string[],
    listener: AdapterListener,
  ): Promise<AdapterLaunch> {
    const type = debuggerTypes[launch.debugger];
    if (!isInstalled(type))
      throw new Error(`no extension in VS Code debugs ${launch.debugger} programs (type ${type}), so ask for one`);
    this.#listen();
    const id = crypto.randomUUID();
    const ongoing: Ongoing = { listener, sessions: new Set() };
    this.#launches.set(id, ongoing);
    const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(launch.cwd));
    const configuration = configurationOf(launch, `Toolcrib: ${title}`, hiddenNames(hiddenVariables));
    // Saving is a change of files that nobody has judged.
    const options = { suppressSaveBeforeStart: true };
    const started = await vscode.debug.startDebugging(folder, { ...configuration, [mark]: id }, options);
    if (!started || !ongoing.root) {
      this.#launches.delete(id);
      throw new Error("VS Code did not start it, and its debug console may say why");
    }
    const changed = alteredFields(configuration, ongoing.root.configuration);
    if (changed.length > 0) {
      await this.#stop(id);
      throw new Error(`an extension changed what was approved (${changed.join(", ")}), so it was stopped`);
    }
    return { stop: () => this.#stop(id) };
  }

  addBreakpoints(breakpoints: readonly Breakpoint[]): AddedBreakpoints {
    const own = breakpoints.map(({ path, line, condition, logMessage }) => {
      const place = new vscode.Location(vscode.Uri.file(path), new vscode.Position(line - 1, 0));
      return new vscode.SourceBreakpoint(place, true, condition, undefined, logMessage);
    });
    vscode.debug.addBreakpoints(own);
    return {
      states: () => Promise.all(own.map((one, at) => this.#stateOf(breakpoints[at] as Breakpoint, one))),
      remove: () => vscode.debug.removeBreakpoints(own),
    };
  }

  async #stateOf(asked: Breakpoint, own: vscode.SourceBreakpoint): Promise<BreakpointState> {
    const told = await Promise.all(this.#sessions().map((session) => session.getDebugProtocolBreakpoint(own)));
    const known = told.flatMap((one) => (one ? [one as ProtocolBreakpoint] : []));
    const best = known.find(({ verified }) => verified) ?? known[0];
    if (!best) return asked;
    const { verified = false, line, message } = best;
    return { ...asked, verified, ...(line !== undefined && { actualLine: line }), ...(message && { message }) };
  }

  #sessions(): vscode.DebugSession[] {
    return [...this.#launches.values()].flatMap(({ sessions }) => [...sessions]);
  }

  async #stop(id: string): Promise<void> {
    const root = this.#launches.get(id)?.root;
    if (!root) return;
    await raceAbort(async () => vscode.debug.stopDebugging(root), AbortSignal.timeout(ending)).catch(() => undefined);
  }

  /** Only a window in which something is debugged for an agent listens. */
  #listen(): void {
    this.#listening ??= vscode.Disposable.from(
      vscode.debug.registerDebugAdapterTrackerFactory("*", {
        createDebugAdapterTracker: (session) => this.#tracker(session),
      }),
      vscode.debug.onDidTerminateDebugSession((session) => this.#onEnd(session)),
    );
  }

  dispose(): void {
    this.#listening?.dispose();
  }

  #ongoing(session: vscode.DebugSession): [string, Ongoing] | undefined {
    const root = rootOf(session);
    const id: unknown = root.configuration[mark];
    const ongoing = typeof id === "string" ? this.#launches.get(id) : undefined;
    return ongoing && [id as string, ongoing];
  }

  #tracker(session: vscode.DebugSession): vscode.DebugAdapterTracker | undefined {
    const [, ongoing] = this.#ongoing(session) ?? [];
    if (!ongoing) return undefined;
    ongoing.root ??= rootOf(session);
    const { listener } = ongoing;
    ongoing.sessions.add(session);
    listener.onSession(adapterSession(session));
    return {
      onDidSendMessage(message: { readonly type?: string } & AdapterEvent) {
        if (message.type === "event") listener.onEvent(session.id, message);
      },
    };
  }

  #onEnd(session: vscode.DebugSession): void {
    const [id, ongoing] = this.#ongoing(session) ?? [];
    if (id === undefined || !ongoing) return;
    ongoing.sessions.delete(session);
    ongoing.listener.onSessionEnd(session.id);
    if (session.id !== ongoing.root?.id) return;
    this.#launches.delete(id);
    ongoing.listener.onEnd();
  }
}

const rootOf = (session: vscode.DebugSession): vscode.DebugSession =>
  session.parentSession ? rootOf(session.parentSession) : session;

const adapterSession = (session: vscode.DebugSession): AdapterSession => ({
  id: session.id,
  name: session.name,
  async request(command, args) {
    const answer: unknown = await session.customRequest(command, args);
    return command === "stackTrace" ? withFilePaths(answer as StackBody) : answer;
  },
});

/** In a remote window VS Code makes addresses of the paths that an adapter names. */
const withFilePaths = ({ stackFrames = [] }: StackBody): StackBody => ({
  stackFrames: stackFrames.map((frame) =>
    frame.source?.path === undefined
      ? frame
      : { ...frame, source: { ...frame.source, path: filePath(frame.source.path) } },
  ),
});

function filePath(path: string): string {
  if (!/^(?:file|vscode-remote):\/\//.test(path)) return path;
  const uri = vscode.Uri.parse(path);
  return uri.scheme === "file" ? uri.fsPath : vscode.Uri.file(uri.path).fsPath;
}

const isInstalled = (type: string): boolean =>
  vscode.extensions.all.some(({ packageJSON }) =>
    (packageJSON.contributes?.debuggers as { type?: string }[] | undefined)?.some((one) => one.type === type),
  );

/** Variables of this process that commands do not get either. */
function hiddenNames(hidden: readonly string[]): string[] {
  const given = commandEnvironment(process.env, hidden, false);
  return Object.entries(process.env).flatMap(([name, value = ""]) =>
    !debuggersOwn.test(name) && (!(name in given) || openVariable(name, value) !== value) ? name : [],
  );
}
