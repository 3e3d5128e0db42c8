/** What one process brings to its cribs: ports on plain Node, and places on the disk for what they keep. */
import { join, resolve } from "node:path";
import type { CribParts } from "../composition/cribParts";
import { machineDisk } from "../composition/disk";
import { PolicyReader, redacted } from "../composition/makeCribs";
import { searchIndex } from "../composition/searchIndex";
import { forgetfulStore } from "../core/calls/approvals/approvals";
import type { FilePort } from "../core/ports/files";
import type { Host } from "../core/ports/host";
import { searchKeyVariable } from "../core/settings/searchProvider";
import type { Settings } from "../core/settings/settings";
import { isInside } from "../core/vocabulary/paths";
import { AuditFiles } from "../features/audit/node/auditFiles";
import { hookRunner } from "../features/hooks/node/hookProgram";
import { IntegrationFiles } from "../features/integrations/node/integrationFiles";
import { Keyring } from "../features/integrations/node/keyring";
import { SecretFile } from "../features/integrations/node/secretFile";
import type { SecretStore } from "../features/integrations/secretStore";
import { MadeToolFiles } from "../features/madeTools/node/madeToolFiles";
import { schedulesIn } from "../features/schedules/node/scheduleFiles";
import { SkillFiles } from "../features/skills/node/skillFiles";
import { JournalFiles } from "../features/undo/node/journalFiles";
import { AccessGrantFiles } from "../features/workspaces/node/accessGrants";
import { AgentWorkspaces } from "../features/workspaces/node/agentWorkspaces";
import { WorkspaceHistory } from "../features/workspaces/node/history/workspaceHistory";
import { HostRuntimes } from "../features/workspaces/node/hostRuntimes";
import { GitWorktrees } from "../features/worktrees/node/gitWorktrees";
import { encodingOfHead, textOf } from "../lib/edits/text/encoding";
import { NodeShell } from "../node/commands/nodeShell";
import { OutputLogs } from "../node/commands/outputLogs";
import { diskFileNames } from "../node/files/fileNames";
import { NodeFiles } from "../node/files/nodeFiles";
import { realPathNow } from "../node/files/realPath";
import { readRoots } from "../node/files/resolvePath";
import { ServerCode } from "../node/languageServers/serverCode";
import { DiskSearch } from "../node/search/diskSearch";
import { findRipgrep } from "../node/search/ripgrep/ripgrep";
import { PolicyFiles } from "../node/state/policyFiles";
import { NodeWeb } from "../node/web/nodeWeb";
import { proxyFromEnvironment } from "../node/web/proxy";
import { installedRipgrep } from "./installedRipgrep";
import type { MachineOptions, MachinePlaces } from "./machineOptions";
import { ClientAgents } from "./mcp/clientAgents";
import type { OpenedFolders } from "./openedFolders";
import { warn } from "./warn";

/** What is known before anything is made. */
export interface MachineStart extends MachinePlaces {
  readonly options: MachineOptions;
  readonly settings: Settings;
  readonly folders: OpenedFolders;
  /** What is wrong with settings and policies is added. */
  readonly problems: string[];
}

/** The parts, and those of them that have to be ended. */
export interface MachineParts {
  readonly parts: CribParts;
  readonly audit: AuditFiles;
  readonly execHistory: WorkspaceHistory;
  readonly secrets: SecretStore;
  /** Set when there will be an MCP client. */
  readonly clientAgents: ClientAgents | undefined;
  /** Set where a person configured language servers. */
  readonly languages: ServerCode | undefined;
}

/** What is wrong in policy files when they are first read joins the `problems`; what comes later is told as it comes. */
function openPolicies(
  managed: readonly string[],
  settings: Settings,
  roots: readonly string[],
  problems: string[],
): PolicyReader {
  let tell = (text: string): void => {
    problems.push(text);
  };
  const files = managed.map((path) => resolve(path));
  const policies = new PolicyReader(new PolicyFiles(), files, (found) => {
    for (const { text } of found) tell(text);
  });
  policies.read(settings, roots);
  tell = warn;
  return policies;
}

function ripgrepFor(settings: Settings, problems: string[]): string | undefined {
  const configured = settings["search.ripgrepPath"];
  const ripgrep = findRipgrep(installedRipgrep(), configured);
  if (configured && ripgrep !== configured)
    problems.push(`toolcrib.search.ripgrepPath: ${configured} is not the absolute path of a program; it is ignored.`);
  return ripgrep;
}

/** Makes hosts that differ in their files alone. */
function hostMaker(
  { settings, problems, stateFolder }: MachineStart,
  workspaces: AgentWorkspaces,
  secrets: SecretStore,
): (files: FilePort) => Host {
  const ripgrep = ripgrepFor(settings, problems);
  const index = ripgrep === undefined ? undefined : searchIndex(ripgrep, stateFolder, () => settings["search.index"]);
  const shell = new NodeShell(stateFolder);
  const runtimes = new HostRuntimes();
  const web = new NodeWeb({
    keys: async () => process.env[searchKeyVariable] || undefined,
    proxy: () => proxyFromEnvironment(process.env),
  });
  return (files) => ({
    files,
    shell,
    search: new DiskSearch(files, ripgrep, (real) => isInside(workspaces.base, real), index),
    web,
    ...{ runtimes, secrets },
    fileNames: diskFileNames,
    now: () => Date.now(),
  });
}

function hostsOf(
  start: MachineStart,
  workspaces: AgentWorkspaces,
  code: ServerCode | undefined,
  secrets: SecretStore,
): Pick<CribParts, "host" | "hostAt"> {
  const { folders, home } = start;
  const hostOn = hostMaker(start, workspaces, secrets);
  return {
    // Languages know the person's folders alone, so hosts for work elsewhere have none of this.
    host: {
      ...hostOn(new NodeFiles(() => [...folders.roots, ...workspaces.roots()], home)),
      ...(code && { code }),
    },
    async hostAt(root) {
      const bound = await readRoots([root]);
      return hostOn(new NodeFiles(() => bound, home));
    },
  };
}

/** As the tools that ask about a place read its file. */
const decode = (bytes: Uint8Array): string => textOf(bytes, encodingOfHead(bytes));

/** The person's language servers. Servers run code of the folders that they look at. */
function languagesFor({ options, settings, folders }: MachineStart, policies: PolicyReader): ServerCode | undefined {
  const { languageServers: servers } = settings;
  if (Object.keys(servers).length === 0 || options.trusted === false) return undefined;
  const own = settings["commands.hiddenVariables"];
  const managed = () => policies.read(settings, folders.real).managed;
  return new ServerCode({
    servers,
    folders: () => folders.real,
    decode,
    hiddenVariables: () => [
      ...own,
      ...managed().flatMap((policy) => policy.settings?.["commands.hiddenVariables"] ?? []),
    ],
  });
}

/** What is kept in the state folder, or in agents' own workspaces. */
const storesIn = (stateFolder: string, folders: OpenedFolders, workspaces: AgentWorkspaces) => ({
  journalStore: new JournalFiles(join(stateFolder, "journal")),
  worktreeJournalStore: new JournalFiles(join(stateFolder, "worktreeJournal")),
  outputLogs: new OutputLogs(join(stateFolder, "output")),
  madeTools: new MadeToolFiles(stateFolder, () => folders.real[0]),
  skills: new SkillFiles(stateFolder, () => workspaces.base),
  schedules: schedulesIn(stateFolder, () => workspaces.base),
  integrations: new IntegrationFiles(() => workspaces.base),
  grants: new AccessGrantFiles(() => workspaces.base),
  approvalStore: forgetfulStore,
  disk: machineDisk(),
});

function clientAgentsFor({ options, settings, stateFolder }: MachineStart): ClientAgents | undefined {
  if (!options.hasClient) return undefined;
  const records = join(stateFolder, "worktrees");
  return new ClientAgents(new GitWorktrees({ records, folder: () => settings["agents.worktreeFolder"] }));
}

/** Makes the parts; nothing is written yet. */
export function machineParts(start: MachineStart): MachineParts {
  const { options, settings, folders, problems, home, stateFolder, sessionState, hookFolder } = start;
  const workspaces = new AgentWorkspaces(
    () => settings["workspaces.folder"],
    () => folders.project,
  );
  const policies = openPolicies(options.managed ?? [], settings, folders.real, problems);
  const languages = languagesFor(start, policies);
  const secrets = options.secretsFile === undefined ? new Keyring() : new SecretFile(resolve(options.secretsFile));
  const hosts = hostsOf(start, workspaces, languages, secrets);
  const audit = new AuditFiles(join(stateFolder, "audit"), "headless");
  const clientAgents = clientAgentsFor(start);
  const execHistory = new WorkspaceHistory({ workspaces, stateFolder, now: Date.now, redact: redacted, warn });
  const secretPlaces = options.secretsFile === undefined ? [] : [realPathNow(resolve(options.secretsFile))];
  const configuration: CribParts["configuration"] = () => ({
    settings,
    roots: folders.real,
    home,
    closed: [stateFolder, sessionState, hookFolder, ...secretPlaces],
    trusted: options.trusted ?? true,
  });
  const parts: CribParts = {
    ...hosts,
    ...storesIn(stateFolder, folders, workspaces),
    ...{ workspaces, execHistory, configuration, policies, warn },
    runHook: hookRunner(),
    ...(clientAgents && { agents: clientAgents.executor, askModel: clientAgents.askModel }),
    auditStore: audit,
  };
  return { parts, audit, execHistory, secrets, clientAgents, languages };
}
