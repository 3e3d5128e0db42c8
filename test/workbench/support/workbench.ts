/** One real VS Code workbench in a headless browser, with everything a test does to it at the top level. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { patient } from "../../../scripts/testing/patience.cjs";
import { repository } from "../../../scripts/vscode/paths.mjs";
import type { Server } from "../../../scripts/vscode/server.mjs";
import { quietSettings } from "../../../scripts/vscode/settings.mjs";
import { type BuiltIn, withoutBuiltIns } from "./builtIns";
import { Chat } from "./chat";
import { Dialogs } from "./dialogs";
import { Editors } from "./editors";
import { QuickInput } from "./quickInput";
import { type TakenServer, takeServer } from "./servers";
import { shownText } from "./shownText";
import { waitFor } from "./waitFor";

export interface WorkbenchOptions {
  /** The folder to open, absolute; or a `.code-workspace` file. */
  folder: string;
  /** Packed extensions to install. */
  extensions: string[];
  /** User settings beside the ones every test wants. */
  settings?: Record<string, unknown>;
  /** Settings that VS Code reads from the machine alone in a remote window, as `chat.tools.global.autoApprove`. */
  machineSettings?: Record<string, unknown>;
  /** Load the built-in Copilot agent, which is off otherwise. It needs a model that says it is the user's own. */
  copilotAgent?: boolean;
  /** Treat the folder as VS Code does by default: untrusted until somebody says otherwise. */
  trust?: boolean;
  /** VS Code's mode for its own smoke tests: it answers modal dialogs by itself. On with `copilotAgent`, which needs it. */
  smoke?: boolean;
  /** Those of VS Code's own extensions that this suite needs and the others do without. */
  builtIns?: readonly BuiltIn[];
  /** Added to the environment of the extension host. */
  env?: Record<string, string>;
  /** Display language as VS Code names it, by default English. VS Code's own texts, which come from elsewhere, stay English. */
  language?: string;
  /** Whether other suites want a server with these extensions and this environment, too. */
  keep?: boolean;
}

/** What makes the page readable for a test. */
const readable = {
  "workbench.editor.useModal": "off",
  // Drawn as text that `terminalText` can read, not as a picture.
  "terminal.integrated.gpuAcceleration": "off",
  "diffEditor.useInlineViewWhenSpaceIsLimited": false,
  // What no test looks at, and costs with each key and each line.
  "editor.cursorBlinking": "solid",
  "editor.minimap.enabled": false,
  "editor.stickyScroll.enabled": false,
  "editor.occurrencesHighlight": "off",
  "editor.bracketPairColorization.enabled": false,
  "breadcrumbs.enabled": false,
  // To find ports VS Code would list the open files of all processes every few seconds, for each window; the server of these
  // windows makes it look although the first of these says no.
  "remote.autoForwardPorts": false,
  "remote.autoForwardPortsSource": "output",
  // Its view starts dozens of processes for each change of a file.
  "git.enabled": false,
  // What our tools and views show never comes from the language service, which would read each opened file's whole project.
  "js/ts.tsserver.useSyntaxServer": "always",
  // They would outlive the window, and the suite.
  "terminal.integrated.enablePersistentSessions": false,
};

/**
 * Opens a workbench on a folder with data of its own, and returns when it can be used. One that does not come up on a server
 * that earlier suites have used gets a server of its own.
 */
export async function openWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  try {
    return await open(options);
  } catch (error) {
    if (!options.keep) throw error;
    console.log(`    The workbench is opened on a new server: ${error}`);
    return open({ ...options, keep: false });
  }
}

async function open(options: WorkbenchOptions): Promise<Workbench> {
  const {
    folder,
    extensions,
    settings = {},
    machineSettings = {},
    copilotAgent = false,
    trust = false,
    smoke = copilotAgent,
    builtIns = [],
    env = {},
    language = "en",
    keep = false,
  } = options;
  const taken = await takeServer({
    extensions,
    settings: { ...quietSettings, ...readable, "security.workspace.trust.enabled": trust, ...settings },
    machineSettings,
    smoke,
    env: { ...withoutBuiltIns(builtIns), ...env },
    // Where another folder was open before, a workspace file opens without its folders.
    keep: keep && !folder.endsWith(".code-workspace"),
  });
  const page = await taken.context.newPage();
  if (language !== "en") await page.addInitScript({ content: inLanguage(language) });
  const workbench = new Workbench(page, taken);
  try {
    await page.goto(address(taken.server, folder, copilotAgent));
    await workbench.ready();
    return workbench;
  } catch (error) {
    // Neither may hide what went wrong first.
    await workbench.picture("not-ready").catch(() => undefined);
    await taken.release(undefined).catch(() => undefined);
    throw error;
  }
}

/** What VS Code's page finds out about the display language; its file of texts would say English. */
const inLanguage = (language: string) =>
  `Object.defineProperty(globalThis, "_VSCODE_NLS_LANGUAGE", { get: () => ${JSON.stringify(language)}, set() {} });`;

/** The page's address; `payload` reaches it in the smoke-test mode only. */
function address(server: Server, folder: string, copilotAgent: boolean): string {
  const query = new URLSearchParams({ [folder.endsWith(".code-workspace") ? "workspace" : "folder"]: folder });
  if (copilotAgent) {
    const copilot = `vscode-remote://127.0.0.1:${server.port}${server.paths.builtInExtensions}/copilot`;
    query.set(
      "payload",
      JSON.stringify([
        ["extensionDevelopmentPath", copilot],
        ["skipWelcome", "true"],
      ]),
    );
  }
  return `${server.url}/?${query}`;
}

export class Workbench {
  readonly chat: Chat;
  readonly editors: Editors;
  readonly quickInput: QuickInput;
  readonly dialogs: Dialogs;

  constructor(
    /** For what has no helper here. */
    readonly page: Page,
    private readonly taken: TakenServer,
  ) {
    this.quickInput = new QuickInput(page);
    this.chat = new Chat(page, this.quickInput);
    this.editors = new Editors(page);
    this.dialogs = new Dialogs(page);
  }

  /** Holds its settings and its state. */
  get home(): string {
    return this.taken.home;
  }

  /** Waits until the workbench is drawn and shows the files; extensions may still be starting. */
  async ready(): Promise<void> {
    await this.page.locator(".monaco-workbench .part.statusbar").waitFor({ timeout: patient(60_000) });
    const file = this.page.locator(".explorer-folders-view .monaco-list-row").first();
    const noFolder = this.page.locator(".pane-header").filter({ hasText: "No Folder Opened" });
    await file
      .or(noFolder)
      .first()
      .waitFor({ timeout: patient(60_000) });
    // VS Code sometimes opens a workspace file without its folders, and stays like that until the page is loaded again.
    await this.waitFor("the files to be shown", async () => {
      const isShown = await file.waitFor({ timeout: patient(3_000) }).then(
        () => true,
        () => false,
      );
      if (!isShown) await this.page.reload();
      return isShown;
    });
  }

  /** Runs a command of the command palette by its full title, "Category: Title". */
  runCommand(title: string): Promise<void> {
    return this.quickInput.runCommand(title);
  }

  /** Trusts the folder that was opened with `trust`. */
  async trustFolder(): Promise<void> {
    await this.runCommand("Workspaces: Manage Workspace Trust");
    await this.page.locator(".workspace-trust-editor").getByRole("button", { name: "Trust", exact: true }).click();
    await this.page.locator(".part.statusbar").getByText("Restricted Mode").waitFor({ state: "hidden" });
    await this.runCommand("View: Close Editor");
  }

  /** Keeps a picture of the page for whoever looks through all of them, with `TOOLCRIB_TEST_PICTURES=1`. */
  async screenshot(name: string): Promise<void> {
    if (process.env.TOOLCRIB_TEST_PICTURES) await this.picture(name);
  }

  /** Keeps a picture of the page as `out/screenshots/<name>.png` and returns its path. */
  async picture(name: string): Promise<string> {
    const folder = join(repository, "out", "screenshots");
    await mkdir(folder, { recursive: true });
    const path = join(folder, `${name}.png`);
    await this.page.screenshot({ path });
    return path;
  }

  /** The text of every visible terminal row, for what a command has printed. */
  async terminalText(): Promise<string> {
    return shownText(this.page.locator(".terminal-wrapper .xterm-rows > div"));
  }

  /** Waits until a question about the workbench or the files below it has a truthy answer, and returns it. */
  waitFor: typeof waitFor = waitFor;

  /** Ends the page and all that runs for it, and removes its data. */
  close(): Promise<void> {
    return this.taken.release(this.page);
  }
}
