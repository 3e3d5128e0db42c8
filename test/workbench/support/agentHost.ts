/** A workbench whose chat runs in VS Code's Agent Host, on a fresh copy of the demo workspace; no account is needed. */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packedExtensions } from "../../../scripts/testing/packedExtensions.mjs";
import { patient } from "../../../scripts/testing/patience.cjs";
import { copyDemoWorkspace } from "../../../scripts/vscode/demoCopy.mjs";
import { packageExtension } from "../../../scripts/vscode/package.mjs";
import { repository } from "../../../scripts/vscode/paths.mjs";
import { type ModelRequest, script } from "./demo";
import { startModelService } from "./modelService";
import { openWorkbench, type Workbench, type WorkbenchOptions } from "./workbench";

export interface AgentHostWorkbench extends Workbench {
  /** The copy of the demo workspace, absolute. */
  readonly folder: string;
  /** The person's home folder: hooks are set up there. */
  readonly userHome: string;
  modelRequests(): readonly ModelRequest[];
  /** Waits until the chat of a window that was just loaded can be used, and begins a chat. */
  begin(): Promise<void>;
  /** Makes the model play these steps; its tools have their reference names. */
  ask(...steps: object[]): Promise<void>;
  /** Waits until what was asked is answered, and returns what the tools said to the model in each round of it. */
  answered(): Promise<string[][]>;
}

/** Makes every chat one of the Agent Host's. The token is honoured in VS Code's mode for its own tests alone. */
const settings = {
  "chat.editor.preferCopilotHarness": true,
  "chat.defaultToCopilotHarness": true,
  "chat.agentHost.unsafeTestToken": "any text",
  "chat.agentHost.githubMcpServer.enabled": false,
};

/** Opens it, and begins a chat: calls of a chat's first turn are not assigned to it, so that turn makes none. */
export async function openAgentHost(options: Partial<WorkbenchOptions> = {}): Promise<AgentHostWorkbench> {
  const folder = options.folder ?? (await copyDemoWorkspace());
  const [ours = ""] = await packedExtensions();
  const own = await mkdtemp(join(tmpdir(), "crib-ah-"));
  const userHome = join(own, "home");
  await mkdir(join(userHome, ".copilot"), { recursive: true });
  const model = join(own, "default-model.vsix");
  await packageExtension(join(repository, "test", "default-model-extension"), model);
  const service = await startModelService();
  const workbench = await openWorkbench({
    ...options,
    folder,
    smoke: true,
    extensions: [ours, model],
    settings: { ...settings, ...options.settings },
    machineSettings: { "toolcrib.commands.review": "before", ...options.machineSettings },
    env: {
      HOME: userHome,
      COPILOT_HOME: join(userHome, ".copilot"),
      VSCODE_AGENT_HOST_CAPI_URL_OVERRIDE: service.url,
      COPILOT_API_URL: service.url,
      COPILOT_DEBUG_GITHUB_API_URL: service.url,
      ...options.env,
    },
  });
  let before = 0;
  const since = () => service.requests.slice(before);
  const ask = async (...steps: object[]) => {
    await workbench.chat.done();
    before = service.requests.length;
    await workbench.chat.send(script(...steps));
    await workbench.waitFor("the model to be asked", () => since().length > 0);
  };
  const answered = async () => {
    await workbench.waitFor("the last step", () => since().at(-1)?.step.calls?.length === 0);
    await workbench.chat.done();
    return since().map(({ results }) => results);
  };
  const close = workbench.close.bind(workbench);
  const opened: AgentHostWorkbench = Object.assign(workbench, {
    ...{ folder, userHome, ask, answered, modelRequests: () => service.requests },
    begin: () => begin(opened),
    async close() {
      await close();
      service.close();
      await rm(own, { recursive: true, force: true, maxRetries: 5 });
    },
  });
  try {
    await opened.begin();
    return opened;
  } catch (error) {
    await workbench.screenshot("agent-host-not-ready").catch(() => undefined);
    await opened.close();
    throw error;
  }
}

/** Our tools come to a chat some time after it can be asked. */
async function begin(workbench: AgentHostWorkbench): Promise<void> {
  const chat = workbench.page.locator(".part.auxiliarybar");
  await chat
    .getByText("Copilot", { exact: true })
    .first()
    .waitFor({ timeout: patient(90_000) });
  await workbench.waitFor(
    "a first answer",
    async () => {
      await workbench.ask({ text: "Hello." });
      await workbench.answered();
      return workbench.modelRequests().at(-1)?.offered.includes("cribReadFile");
    },
    90_000,
  );
}
