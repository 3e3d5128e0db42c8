/** Puts approved skills where the agents of VS Code find them, and takes them away again, through the journal (EX-8). */

import type { JournaledWrite } from "../../core/journal/callJournal";
import type { FilePort } from "../../core/ports/files";
import { judgeEffect, type Rule, type RuleContext } from "../../core/rules/rule";
import { sameBytes } from "../../core/text/changedBytes";
import { type Caller, nobody } from "../../core/vocabulary/caller";
import type { ResolvedPath, WriteEffect } from "../../core/vocabulary/effect";
import { childOf, isInside } from "../../core/vocabulary/paths";
import { ToolError } from "../../core/vocabulary/toolError";
import type { FolderFile } from "../approvedFolders/approvedFolder";
import type { Journal } from "../undo/journal";
import { skillFileName } from "./skillManifest";
import {
  type InstalledFiles,
  installFolders,
  type Skill,
  type SkillInstall,
  type SkillPlace,
  type SkillStore,
} from "./skills";

/** What installing needs of its host. */
export interface InstallerPorts {
  readonly files: FilePort;
  readonly journal: Journal;
  readonly store: SkillStore;
  readonly rules: readonly Rule[];
  context(caller: Caller): RuleContext;
}

/** What installing would do. */
export interface InstallPlan {
  readonly place: SkillPlace;
  /** The skill's own folder there. */
  readonly folder: ResolvedPath;
  /** SKILL.md comes last: a skill that is only half there is none. */
  readonly effects: readonly JournaledWrite[];
  /** Real paths of the folders that are made for it, outermost first. */
  readonly made: readonly string[];
  /** What flows there that is above what may, one clause each; the person's yes answers it (PO-9). */
  readonly outflows: readonly string[];
}

/** The rule about where agents may write; the person's own folder is the person's choice. */
const scope = "scope";
const taint = "taint";

const nothing: InstalledFiles = { files: [], aside: [] };

const isSkillFile = ({ name }: Pick<FolderFile, "name">) => name === skillFileName;

const enclosing = (path: string) => path.replace(/[\\/][^\\/]+$/, "");

/** See {@link InstallerPorts}. */
export class SkillInstaller {
  constructor(private readonly ports: InstallerPorts) {}

  /**
   * What installing a skill would do; nothing is done.
   * @param replace true when something that is not ours makes room for it.
   * @throws ToolError `exists` for a skill that is not ours, `denied` by the policy, `unavailable` where there is no such place.
   */
  async plan(skill: Skill, place: SkillPlace, replace: boolean): Promise<InstallPlan> {
    const context = this.#context(skill);
    const parent = await this.#parent(place, context);
    const folder = await this.#plain(childOf(parent, skill.name));
    const { files: there, aside } = await this.#there(folder);
    const foreign = there.filter((file) => !this.#isOurs(file, skill, folder));
    if (foreign[0] && !replace) throw isThere(skill, folder, foreign[0]);
    const wanted = new Set(skill.files.map(({ name }) => name));
    const removed = [...aside, ...there.filter(({ name }) => !wanted.has(name))];
    const writes = await Promise.all(
      [...skill.files.filter((file) => !isSkillFile(file)), ...skill.files.filter(isSkillFile)].map(
        async ({ name, bytes }) => this.#write(childOf(folder, name), bytes),
      ),
    );
    const removals = removed
      .map(({ name, bytes }) => removal(childOf(folder, name), bytes))
      .map((effect) => ({ ...effect, emptied: foldersBelow(folder.real, effect) }));
    const effects = [...removals, ...writes].filter(({ before, after }) => !sameBytes(before, after));
    const outflows = await this.#judged(effects, place, context);
    return { place, folder, effects, made: await this.#missing(folder), outflows };
  }

  /** Does what was planned: all of it or nothing, as one entry of the journal. */
  async install(skill: Skill, { place, folder, effects, made }: InstallPlan): Promise<void> {
    const { store } = this.ports;
    const { digest } = skill;
    const files = skill.files.map(({ name, bytes }) => ({ name, sha256: store.sha256(bytes) }));
    const before = skill.installs.find((install) => install.folder === folder.real);
    const install = { place, folder: folder.real, digest, files, made: before?.made ?? made };
    await store.saveInstall(skill, install);
    try {
      await this.#journalled("skill_install", `Install the skill ${skill.name} in ${folder.shown}`, effects);
    } catch (error) {
      const there = await store.condition(before ?? install);
      if (before && there === "whole") await store.saveInstall(skill, before);
      if (!before && there === "gone") await store.forgetInstall(install);
      throw error;
    }
  }

  /**
   * Removes every copy of a skill: exactly the files that were installed.
   * @param altered true when those that were changed since go as well.
   * @throws ToolError `stale` when there are such files and they are to stay; then nothing was removed.
   */
  async remove(skill: Skill, altered: boolean): Promise<void> {
    const found = await Promise.all(skill.installs.map((install) => this.#removals(install)));
    const changed = found.flatMap((one) => one.changed);
    if (changed.length > 0 && !altered)
      throw new ToolError(
        "stale",
        `${changed.map(({ target }) => target.path).join(", ")} was changed since the skill "${skill.name}" was installed: nothing was removed.`,
      );
    for (const [index, install] of skill.installs.entries()) {
      const { effects = [] } = found[index] ?? {};
      const emptied = [...new Set([...install.made, install.folder])];
      const withFolders = effects.map((effect) => ({
        ...effect,
        emptied: [...emptied, ...foldersBelow(install.folder, effect)],
      }));
      await this.#journalled("skill_remove", `Remove the skill ${skill.name} from ${install.folder}`, withFolders);
      await this.ports.store.forgetInstall(install);
    }
  }

  /** Judged as whoever wrote the skill would be: its words go where they go. */
  #context({ owner, name, level, origin }: Skill): RuleContext {
    const agent = origin?.agent ?? owner;
    return this.ports.context({ ...nobody, agent, taint: level, taintedBy: `the skill "${name}"` });
  }

  /** @throws ToolError `unavailable`, or `denied` where a link leads out of the workspace. */
  async #parent(place: SkillPlace, { roots, home, ownWorkspace, trusted }: RuleContext): Promise<ResolvedPath> {
    const base = place === "user" ? home : roots.find((root) => root !== ownWorkspace);
    if (base === undefined)
      throw new ToolError(
        "unavailable",
        "There is no workspace folder to install a skill in: install it for all your workspaces instead.",
      );
    if (!trusted)
      throw new ToolError("denied", "The workspace is not trusted, so nothing is installed: trust it first.");
    const parent = await this.ports.files.resolve(installFolders[place], base);
    if (place === "workspace" && !isInside(base, parent.real))
      throw new ToolError(
        "denied",
        `${parent.path} is a link that points out of the workspace, so nothing is installed.`,
      );
    return parent;
  }

  /** @throws ToolError `denied` for a skill's folder that is a link. */
  async #plain(folder: ResolvedPath): Promise<ResolvedPath> {
    const now = await this.ports.files.resolve(folder.real);
    if (now.real === folder.real) return now;
    throw new ToolError("denied", `${folder.path} is a link, so nothing is installed there: remove the link first.`);
  }

  /** @throws ToolError `exists` for what cannot be read whole. */
  async #there(folder: ResolvedPath): Promise<InstalledFiles> {
    const stat = await this.ports.files.stat(folder);
    if (!stat) return nothing;
    const there = (await this.ports.store.read(folder.real)) ?? { ...nothing, problem: "it is not a folder" };
    const { problem } = there;
    if (problem === undefined) return there;
    throw new ToolError("exists", `There is already something at ${folder.path}, and ${problem}: move it away first.`);
  }

  #isOurs({ name, bytes }: FolderFile, skill: Skill, folder: ResolvedPath): boolean {
    if (skill.files.some((file) => file.name === name && sameBytes(file.bytes, bytes))) return true;
    const install = skill.installs.find((one) => one.folder === folder.real);
    const sha256 = this.ports.store.sha256(bytes);
    return install?.files.some((file) => file.name === name && file.sha256 === sha256) ?? false;
  }

  async #write(target: ResolvedPath, after: Uint8Array): Promise<WriteEffect> {
    const { files } = this.ports;
    const before = (await files.stat(target)) ? await files.read(target) : undefined;
    return { kind: "write", target, before, after };
  }

  /** @throws ToolError `denied` with the policy's reason. @returns what would flow where it should not. */
  async #judged(effects: readonly WriteEffect[], place: SkillPlace, context: RuleContext): Promise<string[]> {
    const rules = this.ports.rules.filter(({ name }) => place === "workspace" || name !== scope);
    const outflows = new Set<string>();
    for (const effect of effects) {
      const decision = await judgeEffect(rules, effect, context);
      if (decision.kind === "deny")
        throw new ToolError("denied", `${effect.target.path} cannot be written, because ${decision.reason}.`);
      if (decision.kind !== "ask") continue;
      const flow = await judgeEffect(
        rules.filter(({ name }) => name === taint),
        effect,
        context,
      );
      if (flow.rule === taint) outflows.add(flow.reason);
    }
    return [...outflows];
  }

  /** Folders that are not there yet, outermost first. */
  async #missing(folder: ResolvedPath): Promise<string[]> {
    const { files } = this.ports;
    const missing: string[] = [];
    for (let path = folder.real; !(await files.stat(await files.resolve(path))); path = enclosing(path))
      missing.unshift(path);
    return missing;
  }

  async #removals({ folder, files }: SkillInstall) {
    const root = await this.ports.files.resolve(folder);
    const effects: WriteEffect[] = [];
    const changed: WriteEffect[] = [];
    // SKILL.md goes first: what is only half gone is no skill.
    const ordered = [...files.filter(isSkillFile), ...files.filter((file) => !isSkillFile(file))];
    for (const { name, sha256 } of root.real === folder ? ordered : []) {
      const target = childOf(root, name);
      const stat = await this.ports.files.stat(target);
      if (stat?.kind !== "file" || (await this.ports.files.resolve(target.path)).real !== target.real) continue;
      const effect = removal(target, await this.ports.files.read(target));
      effects.push(effect);
      if (this.ports.store.sha256(effect.before as Uint8Array) !== sha256) changed.push(effect);
    }
    const { aside } = (await this.ports.store.read(folder)) ?? nothing;
    effects.push(...aside.map(({ name, bytes }) => removal(childOf(root, name), bytes)));
    return { effects, changed };
  }

  async #journalled(tool: string, title: string, effects: readonly (WriteEffect & { emptied?: readonly string[] })[]) {
    if (effects.length === 0) return;
    await this.ports.journal.begin({ id: crypto.randomUUID(), agent: "person", tool, title }).write(effects);
  }
}

const removal = (target: ResolvedPath, before: Uint8Array): WriteEffect => ({
  kind: "write",
  target,
  before,
  after: undefined,
});

/** The folders below another that a file lies in, outermost first. */
function foldersBelow(folder: string, { target }: WriteEffect): string[] {
  const inner: string[] = [];
  for (let path = enclosing(target.real); path.length > folder.length; path = enclosing(path)) inner.unshift(path);
  return inner;
}

const isThere = ({ name }: Skill, folder: ResolvedPath, { name: file }: FolderFile) =>
  new ToolError(
    "exists",
    `There is already a skill "${name}" in ${folder.path} that was not installed by Toolcrib or was changed since (${file}): replace it, or move it away.`,
    { replaceable: true },
  );
