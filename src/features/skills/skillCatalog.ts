/** The skills of all agents, kept in step with what agents and people do to them (EX-8). */
import type { FollowedCall } from "../../core/calls/beside/followedCall";
import { highest } from "../../core/vocabulary/level";
import { isInside } from "../../core/vocabulary/paths";
import { ToolError } from "../../core/vocabulary/toolError";
import { recordedVerdict } from "../approvedFolders/approvedFolder";
import { RefreshedList } from "../approvedFolders/refreshedList";
import type { SkillInstaller } from "./skillInstaller";
import type { Skill, SkillOrigin, SkillPlace, SkillStore } from "./skills";
import type { PersonalSkillStore } from "./skillUse";

/** What a person agrees to beside the skill itself. */
export interface SkillConsents {
  /** A skill that is not ours makes room for it. */
  readonly replace?: boolean;
  /** Asks whether it may go where its words should not; absent: it may not. @param reasons one clause each. */
  outflow?(reasons: readonly string[]): Promise<boolean>;
}

/** What the skills need of their host. */
export interface SkillPorts {
  readonly store: SkillStore;
  readonly installer: Pick<SkillInstaller, "plan" | "install" | "remove">;
  readonly personal: PersonalSkillStore;
  /** The name of the workspace with this folder. */
  ownerOf(folder: string): string;
  /** Puts on record what a person said. */
  note(event: string, detail: string): void;
}

const key = ({ owner, name }: Pick<Skill, "owner" | "name">) => `${owner}/${name}`;

/** All that a person or another window could see of them. */
const seenOf = ({ files, manifest, ...rest }: Skill) => rest;

const isSame = (some: readonly Skill[], others: readonly Skill[]) =>
  JSON.stringify(some.map(seenOf)) === JSON.stringify(others.map(seenOf));

/** The skills that agents wrote, in one window or process. */
export class SkillCatalog {
  readonly #list: RefreshedList<Skill>;
  /** The last call of each workspace's agent, with what its session had read by then. */
  readonly #last = new Map<string, SkillOrigin>();
  #known: ReadonlyMap<string, string> | undefined;

  constructor(private readonly ports: SkillPorts) {
    this.#list = new RefreshedList({
      read: () => this.#read(),
      isSame,
      unread: (reason) => ports.note("skills unread", reason),
    });
  }

  /** Those that the person keeps for all workspaces, whoever wrote them. */
  get personal(): PersonalSkillStore {
    return this.ports.personal;
  }

  /** As they were last read. */
  all(): readonly Skill[] {
    return this.#list.all();
  }

  /** Reads them anew. Never rejects. */
  refresh(): Promise<void> {
    return this.#list.refresh();
  }

  /** @param listener called whenever a skill came, went or changed. @returns ends the listening. */
  onChange(listener: () => void): () => void {
    return this.#list.onChange(listener);
  }

  /** Notes who writes skills, and reads them anew when a call may have written some. Never rejects. */
  async follow({ id, agent, time, level, judged }: FollowedCall): Promise<void> {
    const folder = judged?.context.ownWorkspace;
    if (!judged || folder === undefined) return;
    const { taint } = judged.context.caller;
    const mayWrite = judged.plan.effects.some(
      (effect) =>
        (effect.kind === "write" && isInside(folder, effect.target.real)) ||
        (effect.kind === "exec" && judged.context.inWorkspace),
    );
    if (!mayWrite) return;
    // Before the first reading all of them may be this call's.
    this.#known ??= new Map();
    const owner = this.ports.ownerOf(folder);
    this.#last.set(owner, { agent, call: id, time, level: highest([level, taint]) });
    await this.refresh();
  }

  /**
   * A person's yes to what they were shown: from then on it is installed.
   * @throws ToolError `stale` when it is not any more what they were shown, `invalid_input` when it cannot be used, `exists`
   *   and `declined` where they did not agree, `denied` by the policy: then nothing was changed. When the writing itself
   *   fails, it is approved and not installed.
   */
  async approve(shown: Skill, place: SkillPlace, consents: SkillConsents = {}): Promise<void> {
    const { store, installer, note } = this.ports;
    const skill = await this.#asShown(shown);
    if (!skill.manifest)
      throw new ToolError("invalid_input", `The skill "${skill.name}" cannot be approved: ${skill.problem}.`);
    const plan = await installer.plan(skill, place, consents.replace === true);
    if (plan.outflows.length > 0 && !(await consents.outflow?.(plan.outflows)))
      throw new ToolError(
        "declined",
        `The skill "${skill.name}" was not installed, because ${plan.outflows.join("; ")}.`,
      );
    await store.decide(skill, "approved");
    note("skill approved", `${key(skill)}, ${skill.digest}`);
    try {
      await installer.install(skill, plan);
    } finally {
      await this.refresh();
    }
  }

  /** A person's no to what they were shown. What was installed of it before stays. @throws ToolError `stale`. */
  async reject(shown: Skill, comment?: string): Promise<void> {
    const skill = await this.#asShown(shown);
    await this.ports.store.decide(skill, "rejected", comment);
    this.ports.note("skill rejected", recordedVerdict(key(skill), skill.digest, comment));
    await this.refresh();
  }

  /**
   * Takes back what was said, and removes what was installed.
   * @param altered true when files that were changed since are removed as well.
   * @throws ToolError `stale` when there are such files and nobody agreed; then nothing was changed.
   */
  async withdraw({ owner, name }: Skill, altered = false): Promise<void> {
    const { store, installer, note } = this.ports;
    const skill = await store.find(owner, name);
    if (!skill) return this.refresh();
    try {
      await installer.remove(skill, altered);
      await store.decide(skill, undefined);
      note("skill approval withdrawn", `${key(skill)}, ${skill.digest}`);
    } finally {
      await this.refresh();
    }
  }

  async #asShown({ owner, name, digest }: Skill): Promise<Skill> {
    const now = await this.ports.store.find(owner, name);
    if (now?.digest === digest) return now;
    throw new ToolError("stale", `The skill "${name}" was changed during the review: review it again.`);
  }

  async #read(): Promise<readonly Skill[]> {
    const { store } = this.ports;
    const found = await store.all();
    const before = this.#known;
    this.#known = new Map(found.map((skill) => [key(skill), skill.digest]));
    const written = before ? found.filter((skill) => before.get(key(skill)) !== skill.digest) : [];
    const noted = written.flatMap((skill) => {
      const origin = this.#last.get(skill.owner);
      return origin ? [store.noteOrigin(skill, origin)] : [];
    });
    await Promise.all(noted);
    return noted.length > 0 ? store.all() : found;
  }
}
