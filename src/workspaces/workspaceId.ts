/** From an agent's name to the name of its folder (EX-12). Pure. */
import { createHash } from "node:crypto";
import { backgroundName } from "../core/workspaces";

/** Characters of a folder's name. */
const longest = 64;

/** Control characters, marks that change the direction of text, and characters without a width. */
const unseen = /\p{C}|\p{Default_Ignorable_Code_Point}|[\u2028\u2029\u202f]/gu;

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

/** Work that was handed on is done for the agent that the person talks to, and in its workspace. */
const topOf = (agent: string) => agent.split("/")[0] as string;

/**
 * A plain name stays; any other becomes one that resembles it and that no other agent's name becomes.
 * @returns undefined for a name of nothing that can be seen.
 */
export function workspaceId(agent: string): string | undefined {
  const name = topOf(agent);
  const seen = name.replace(unseen, "").trim();
  if (seen === "") return undefined;
  if (seen === name && isPlain(name)) return name;
  const like = seen
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, longest - 13);
  return `${like || "agent"}-${digestOf(name)}`;
}
