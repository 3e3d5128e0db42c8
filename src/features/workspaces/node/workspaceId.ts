/** From an agent's name to the name of its folder (EX-12). Pure. */
import { createHash } from "node:crypto";
import { backgroundName } from "../../../core/ports/workspaces";
import { seenName, topOf } from "../../../core/vocabulary/agentName";
import type { Project } from "../../../node/state/project";

/** Characters of a folder's name. */
const longest = 64;

/** Names that Windows keeps for devices, and the folder beside the agents'. */
const reserved = new RegExp(`^(?:${backgroundName}|con|prn|aux|nul|com\\d|lpt\\d)(?:\\.|$)`);

/** Every name means one folder everywhere, so that on no file system two agents share one. */
const plain = /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9_-])?$/;

/** How a name ends that was made for another one. */
const madeEnding = /-[0-9a-f]{12}$/;

const isPlain = (name: string) =>
  name.length <= longest && plain.test(name) && !reserved.test(name) && !madeEnding.test(name);

/** Of its code units: in UTF-8 halves of surrogate pairs are all alike. */
const digestOf = (name: string) => createHash("sha256").update(name, "utf16le").digest("hex").slice(0, 12);

/** What parts an agent's name from the project in the name of a folder; no name of an agent's folder holds it. */
const parting = "+";

/** A name made to resemble another, of small letters and digits in words. */
const like = (name: string, most: number) =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, most);

/** Characters of a project's name that are kept. */
const maxProjectLength = 24;

/** The end of the names of folders in a project. */
const endingOf = ({ name, digest }: Pick<Project, "name" | "digest">) =>
  `${parting}${like(name, maxProjectLength) || "folder"}-${digest}`;

/** Name of the folder of an agent in a project. @param id see {@link workspaceId}. */
export const folderIn = (project: Project, id: string): string => `${id}${endingOf(project)}`;

/** The agent's part of a folder's name, as {@link workspaceId} makes it. */
export const agentPart = (folder: string): string => folder.split(parting)[0] as string;

/** The name of the project in a folder's name; empty for one that was made before projects were told apart. */
export const projectPart = (folder: string): string =>
  folder.slice(agentPart(folder).length + parting.length).replace(/-[0-9a-f]{16}$/, "");

/** True for a folder of another project; those that were made before projects were told apart are of none. */
export const isOfOther = (project: Project, folder: string): boolean =>
  folder.includes(parting) && !folder.endsWith(endingOf(project));

/**
 * A plain name stays; any other becomes one that resembles it and that no other agent's name becomes.
 * @returns undefined for a name of nothing that can be seen.
 */
export function workspaceId(agent: string): string | undefined {
  const name = topOf(agent);
  const seen = seenName(name);
  if (seen === "") return undefined;
  if (seen === name && isPlain(name)) return name;
  return `${like(seen, longest - 13) || "agent"}-${digestOf(name)}`;
}
