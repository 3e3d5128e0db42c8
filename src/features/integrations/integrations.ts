/** Integrations in agents' workspaces that a person approved, and what may be done with them (EX-1, EX-7). */
import type { FollowedCall } from "../../core/calls/beside/followedCall";
import { ToolError } from "../../core/vocabulary/toolError";
import {
  type ApprovalState,
  type FolderFile,
  type FolderVerdict,
  recordedVerdict,
} from "../approvedFolders/approvedFolder";
import { RefreshedList } from "../approvedFolders/refreshedList";
import type { Runnable } from "../schedules/scheduleRuns";
import type { IntegrationManifest } from "../workspaces/integration";

/** An integration as it was read. */
export interface Integration {
  readonly name: string;
  /** Real path of the agent's workspace that it lies in. */
  readonly folder: string;
  /** Name of that workspace. */
  readonly workspace: string;
  readonly state: ApprovalState;
  /** Its files without what programs leave there, by their paths in its folder. */
  readonly files: readonly FolderFile[];
  /** Names the bytes of these files, and no others. */
  readonly digest: string;
  /** Absent when it cannot be used. */
  readonly manifest?: IntegrationManifest;
  /** One clause on why it cannot be used. */
  readonly problem?: string;
  /** What the person said when they rejected it. */
  readonly comment?: string;
}

/** An integration that can be run. */
export type UsableIntegration = Integration & { readonly manifest: IntegrationManifest };

/** Names an integration among all of one base. */
export const keyOfIntegration = ({ workspace, name }: Pick<Integration, "workspace" | "name">): string =>
  `${workspace}/${name}`;

/** As the book of runs knows it; no schedule has a name with a dot. */
export const runnableOf = ({ workspace, name, folder, files }: Integration): Runnable => ({
  ...{ workspace, folder, files },
  name: `integration.${name}`,
});

/** True for one that gets secrets, so that only approved bytes of it run with them. */
export const needsApproval = ({ manifest }: Pick<Integration, "manifest">): boolean =>
  Object.keys(manifest?.secrets ?? {}).length > 0;

/** Where integrations lie, and where what was said to them is kept. */
export interface IntegrationStore {
  /** Those of all agents, by workspace and name, read anew. Never rejects. */
  all(): Promise<readonly Integration[]>;
  /** One of them, read anew; undefined when it is not there. Never rejects. */
  find(of: Pick<Integration, "workspace" | "name">): Promise<Integration | undefined>;
  /** Remembers what a person said to these bytes; undefined: nothing any more. */
  decide(integration: Integration, verdict: FolderVerdict | undefined, comment?: string): Promise<void>;
}

/** What the integrations need of their host. */
export interface IntegrationPorts {
  readonly store: IntegrationStore;
  /** Puts on record what a person said. */
  note(event: string, detail: string): void;
}

const isSame = (some: readonly Integration[], others: readonly Integration[]): boolean =>
  some.length === others.length &&
  some.every((one, at) => {
    const other = others[at];
    return other && keyOfIntegration(one) === keyOfIntegration(other) && sameBytes(one, other);
  });

const sameBytes = (one: Integration, other: Integration) =>
  one.digest === other.digest &&
  one.state === other.state &&
  one.problem === other.problem &&
  one.comment === other.comment;

/** The integrations of all agents, as one window or process knows them. */
export class Integrations {
  readonly #list: RefreshedList<Integration>;
  readonly #wanted = new Set<string>();
  #isKnown = false;

  constructor(private readonly ports: IntegrationPorts) {
    this.#list = new RefreshedList({
      read: () => ports.store.all(),
      isSame,
      unread: (reason) => ports.note("integrations unread", reason),
    });
  }

  /** As they were last read. */
  all(): readonly Integration[] {
    return this.#list.all();
  }

  /** One of them, read anew. */
  find(of: Pick<Integration, "workspace" | "name">): Promise<Integration | undefined> {
    return this.ports.store.find(of);
  }

  /** Reads them anew, once for all who ask while they are being read. Never rejects. */
  refresh(): Promise<void> {
    this.#isKnown = true;
    return this.#list.refresh();
  }

  /** An agent wants to run these bytes, which a person has not approved. */
  async want(integration: Integration): Promise<void> {
    this.#wanted.add(`${keyOfIntegration(integration)} ${integration.digest}`);
    await this.refresh();
    this.#list.tell();
  }

  /** Tells all who listen: something that goes with one was given or taken back. */
  tell(): void {
    this.#list.tell();
  }

  /**
   * True for one that waits for a person's word: an agent wants to run it as it is, or it gets secrets and is no longer
   * what the person approved, which keeps its schedules from running.
   */
  isWaiting(integration: Integration): boolean {
    const { state, digest } = integration;
    if (state === "changed" && needsApproval(integration)) return true;
    return (
      (state === "pending" || state === "changed") && this.#wanted.has(`${keyOfIntegration(integration)} ${digest}`)
    );
  }

  /** Reads them anew after a call in an agent's workspace that may have changed one, as far as anybody has asked for them. */
  async follow({ judged }: Pick<FollowedCall, "judged">): Promise<void> {
    const mayTouch = judged?.plan.effects.some(({ kind }) => kind === "write" || kind === "exec");
    if (this.#isKnown && mayTouch && judged?.context.ownWorkspace !== undefined) await this.refresh();
  }

  /**
   * A person's word on what they were shown.
   * @throws ToolError `stale` when it is another one by now, `invalid_input` when it cannot be used.
   */
  async decide(shown: Integration, verdict: FolderVerdict | undefined, comment?: string): Promise<void> {
    const now = await this.ports.store.find(shown);
    if (now?.digest !== shown.digest)
      throw new ToolError("stale", `The integration "${shown.name}" was changed during the review: review it again.`);
    if (verdict === "approved" && now.state === "unusable")
      throw new ToolError("invalid_input", `The integration "${shown.name}" cannot be approved: ${now.problem}.`);
    await this.ports.store.decide(now, verdict, comment);
    const said = recordedVerdict(keyOfIntegration(shown), shown.digest, comment);
    this.ports.note(`integration ${verdict ?? "approval withdrawn"}`, said);
    await this.refresh();
  }

  /** @param listener called whenever one came, went or changed, or is wanted. @returns ends the listening. */
  onChange(listener: () => void): () => void {
    return this.#list.onChange(listener);
  }
}

/**
 * The integration as it is, whatever a person said to it; its tests get no secrets.
 * @throws ToolError `not_found`, or `invalid_input` for one that nobody can run.
 */
export function usable(name: string, found: Integration | undefined): UsableIntegration {
  if (!found) throw new ToolError("not_found", `There is no integration "${name}".`);
  const { manifest, problem } = found;
  if (manifest && problem === undefined) return { ...found, manifest };
  throw new ToolError("invalid_input", `The integration "${name}" cannot be run, because ${problem}: fix its files.`);
}

/**
 * The integration as it may be run for an agent with what its manifest asks for.
 * @throws ToolError `not_found`, `invalid_input`, or `denied` with what a person has to do.
 */
export function approved(name: string, found: Integration | undefined): UsableIntegration {
  const integration = usable(name, found);
  if (integration.state === "approved") return integration;
  const why = {
    pending: "waits for the person's approval",
    changed: "changed since the person approved it, and waits for their approval again",
    rejected: "was rejected by the person in its current form",
    unusable: "cannot be used",
  }[integration.state];
  throw new ToolError(
    "denied",
    `The integration "${name}" was not run, because it gets secrets and ${why}. Tell the person; they approve it in the Workspaces view, or with "toolcrib integrations approve ${name}". Until then its tests run with action "test".`,
  );
}

/**
 * The integration as a person may run it: without secrets as it is, unless they rejected it.
 * @throws ToolError `not_found`, `invalid_input`, or `denied` with what they have to do.
 */
export function runnableByHand(name: string, found: Integration | undefined): UsableIntegration {
  const integration = usable(name, found);
  const { state } = integration;
  const hasSecrets = needsApproval(integration);
  if (state === "approved" || (state !== "rejected" && !hasSecrets)) return integration;
  const why = {
    pending: "waits for your approval",
    changed: "changed since you approved it",
    rejected: "was rejected in its current form",
    unusable: "cannot be used",
  }[state];
  throw new ToolError(
    "denied",
    `The integration "${name}" was not run, because it ${hasSecrets ? "gets secrets and " : ""}${why}: review and approve it in the Workspaces view, or with "toolcrib integrations approve ${name}".`,
  );
}
