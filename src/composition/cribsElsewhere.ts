/** The crib of the person's folders as it is for work elsewhere: in an agent's worktree, or in its own workspace. */

import type { Crib } from "../core/calls/crib";
import type { Host } from "../core/ports/host";
import type { AgentWorkspace } from "../core/ports/workspaces";
import { Journal, type JournalPorts } from "../features/undo/journal";
import type { CribParts } from "./cribParts";
import { type RecordingPorts, recordingIn } from "./recording";
import type { RuleContexts } from "./ruleContexts";

interface ElsewhereParts {
  readonly parts: Pick<CribParts, "host" | "hostAt" | "workspaces" | "worktreeJournalStore" | "disk">;
  readonly contexts: RuleContexts;
  readonly recording: RecordingPorts;
  readonly note: NonNullable<JournalPorts["note"]>;
}

/** Binds cribs to other folders; what they share with the person's stays shared. */
export class CribsElsewhere {
  /** By folder: an agent's workspace is prepared once, not at each of its calls. */
  readonly #workspaceHosts = new Map<string, Promise<Host>>();

  constructor(private readonly from: ElsewhereParts) {}

  /** See Crib.boundTo. */
  async boundTo(crib: Crib, root: string): Promise<Crib> {
    const { parts, contexts, note } = this.from;
    const host = await parts.hostAt(root);
    const store = parts.worktreeJournalStore;
    return {
      ...withoutEditor(crib),
      host,
      context: contexts.on(host, { folder: root }),
      journal: new Journal({ store, files: host.files, now: parts.host.now, note }),
    };
  }

  /** See Crib.inWorkspace. */
  async inWorkspace(crib: Crib, agent: string): Promise<Crib> {
    const workspace = this.from.parts.workspaces.of(agent);
    return workspace ? this.#apartOn(await this.#hostIn(workspace), crib, workspace) : crib;
  }

  /** See Crib.apart. */
  async apart(crib: Crib, workspace: AgentWorkspace): Promise<Crib> {
    return this.#apartOn(await this.from.parts.hostAt(workspace.folder), crib, workspace);
  }

  #hostIn({ folder }: AgentWorkspace): Promise<Host> {
    const { hostAt, disk } = this.from.parts;
    const known =
      this.#workspaceHosts.get(folder) ?? hostAt(folder).then((host) => disk?.asIfMade(host, folder) ?? host);
    this.#workspaceHosts.set(folder, known);
    return known;
  }

  #apartOn(host: Host, crib: Crib, workspace: AgentWorkspace): Crib {
    const { contexts, recording } = this.from;
    const { folder, from } = workspace;
    return {
      ...withoutEditor(crib),
      ...{ host, workspace },
      log: recordingIn(recording, workspace),
      context: contexts.on(host, { folder, inWorkspace: true, from }),
    };
  }
}

/** The editor's languages know nothing of files outside the person's folders, so nobody waits for what they say. */
function withoutEditor({ watchWrites, ...crib }: Crib): Omit<Crib, "watchWrites"> {
  return crib;
}
