/** Skills that agents wrote in their workspaces: what is there, what a person said to it, and where it is installed (EX-7, EX-8). */

import { highest, type Level } from "../../core/vocabulary/level";
import {
  type ApprovalState,
  answerOn,
  type FolderFile,
  type FolderVerdict,
  type KeptVerdict,
} from "../approvedFolders/approvedFolder";
import type { SkillManifest } from "./skillManifest";

/** The places where the agents of VS Code find skills. */
export const skillPlaces = ["workspace", "user"] as const;

/** See {@link skillPlaces}. */
export type SkillPlace = (typeof skillPlaces)[number];

/** The folder that holds one folder for each skill, below the first workspace folder or the person's home. */
export const installFolders: Readonly<Record<SkillPlace, string>> = {
  workspace: ".github/skills",
  user: ".copilot/skills",
};

/** The call after which a skill was found changed, and what its session had read by then. */
export interface SkillOrigin {
  readonly agent: string;
  readonly call: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly level: Level;
}

/** Where a skill was installed, and exactly what. */
export interface SavedInstall {
  readonly place: SkillPlace;
  /** Real path of the skill's folder there. */
  readonly folder: string;
  /** Names the bytes of all its files. */
  readonly digest: string;
  /** Each file's path below the folder, and the SHA-256 of its bytes in hexadecimal. */
  readonly files: readonly { readonly name: string; readonly sha256: string }[];
  /** Real paths of the folders that were made for it, outermost first. */
  readonly made: readonly string[];
}

/**
 * An installed copy, and how it stands with it. `incomplete`: some of its files are missing, as after a crash; `altered`:
 * it holds something that was not installed.
 */
export interface SkillInstall extends SavedInstall {
  readonly condition: "whole" | "incomplete" | "altered" | "gone";
}

/** What lies where a skill is installed. */
export interface InstalledFiles {
  readonly files: readonly FolderFile[];
  /** Halves of files, by names that nobody else gives. */
  readonly aside: readonly FolderFile[];
  /** One clause on why it is not all of it. */
  readonly problem?: string;
}

/** A skill's folder, as it was read. */
export interface Skill {
  /** Name of the workspace in which it lies. */
  readonly owner: string;
  /** Name of the folder. */
  readonly name: string;
  readonly state: ApprovalState;
  /** Everything in the folder, by name; of one that cannot be used, what could be read. */
  readonly files: readonly FolderFile[];
  /** Names the bytes of all files, and no others. */
  readonly digest: string;
  /** Absent when it cannot be used. */
  readonly manifest?: SkillManifest;
  /** One clause on why it cannot be used. */
  readonly problem?: string;
  /** What the person said when they rejected it. */
  readonly comment?: string;
  /** The most confidential that its writers had read, or that it says of itself (PO-9). */
  readonly level: Level;
  /** The last that is known; absent when it was not written through a call. */
  readonly origin?: SkillOrigin;
  readonly installs: readonly SkillInstall[];
}

/** What is known of a skill beside its files. */
export interface SkillRecord {
  readonly kept: KeptVerdict | undefined;
  readonly origins: readonly SkillOrigin[];
  readonly installs: readonly SkillInstall[];
}

/** Where skills lie, and where what is known of them is kept, apart from the agents' reach. */
export interface SkillStore {
  /** All of all agents by workspace and name, and those of which only an installed copy is left. Never rejects. */
  all(): Promise<readonly Skill[]>;
  /** One of them, read anew; undefined when there is nothing of it. Never rejects. */
  find(owner: string, name: string): Promise<Skill | undefined>;
  /** Remembers what a person said to these bytes; undefined: nothing any more. */
  decide(skill: Skill, verdict: FolderVerdict | undefined, comment?: string): Promise<void>;
  /** Remembers who wrote it; the level never falls by it. */
  noteOrigin(skill: Skill, origin: SkillOrigin): Promise<void>;
  /** Remembers what is about to be installed. */
  saveInstall(skill: Skill, install: SavedInstall): Promise<void>;
  forgetInstall(install: SavedInstall): Promise<void>;
  /** How it stands with it now. Never rejects. */
  condition(install: SavedInstall): Promise<SkillInstall["condition"]>;
  /** Names the bytes of a file as {@link SavedInstall} has them. */
  sha256(bytes: Uint8Array): string;
  /** Everything where a skill is installed, and apart what a killed process left; undefined when it is not there. */
  read(folder: string): Promise<InstalledFiles | undefined>;
}

/** A skill from what is in its folder. @param read says what its SKILL.md says; throws one clause on what is wrong. */
export function skillIn(
  found: Pick<Skill, "owner" | "name" | "files" | "digest">,
  { kept, origins, installs }: SkillRecord,
  read: () => SkillManifest,
): Skill {
  const newest = [...origins].sort((a, b) => b.time - a.time)[0];
  const noted = origins.map(({ level }) => level);
  const facts = { ...found, installs, ...(newest && { origin: newest }) };
  try {
    const manifest = read();
    const level = highest([...noted, ...(manifest.classification ? [manifest.classification] : [])]);
    return { ...facts, manifest, level, ...answerOn(found.digest, kept) };
  } catch (error) {
    return { ...facts, level: highest(noted), state: "unusable", problem: (error as Error).message };
  }
}

/** How it stands with an installed copy. @param sha256 of the files that are there, by name; undefined: no folder. */
export function conditionOf(
  { files }: Pick<SavedInstall, "files">,
  sha256: ReadonlyMap<string, string> | undefined,
): SkillInstall["condition"] {
  if (!sha256 || sha256.size === 0) return "gone";
  const wanted = new Map(files.map((file) => [file.name, file.sha256]));
  if ([...sha256].some(([name, digest]) => wanted.get(name) !== digest)) return "altered";
  return sha256.size === wanted.size ? "whole" : "incomplete";
}
