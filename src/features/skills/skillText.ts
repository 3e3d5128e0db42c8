/** What a person reads of a skill that an agent wrote before they say anything to it (EX-8). */

import { revealed } from "../../core/text/markdown";
import { isAbove } from "../../core/vocabulary/level";
import type { FolderFile } from "../approvedFolders/approvedFolder";
import { fileSections, stateText } from "../approvedFolders/folderText";
import type { Skill, SkillInstall } from "./skills";

const states: Readonly<Record<Skill["state"], string>> = {
  pending: "waits for your approval",
  changed: "changed since you approved it, and waits for your approval again",
  approved: "approved",
  rejected: "rejected",
  unusable: "cannot be used",
};

const conditions: Readonly<Record<SkillInstall["condition"], string>> = {
  whole: "installed in",
  incomplete: "installed only in part in",
  altered: "installed, and changed since then, in",
  gone: "no longer where it was installed,",
};

/** How it stands with an installed copy, as a clause. */
export const installText = ({ condition, folder }: SkillInstall): string =>
  `${conditions[condition]} ${revealed(folder)}`;

/** How it stands with it, in a few words. */
export function skillState({ state, problem, comment, installs }: Skill): string {
  // An installed copy goes on being used whatever became of the folder that it was made from.
  const unusable = installs.length > 0 ? "cannot be approved again" : states[state];
  const said = stateText(problem === undefined ? states[state] : unusable, problem ?? comment);
  if (installs.length > 0) return [said, ...installs.map(installText)].join("; ");
  return state === "approved" ? `${said}, and not installed` : said;
}

/** True for one that a person has to look at. */
export const skillWaits = ({ state }: Skill): boolean => state === "pending" || state === "changed";

/** True for files that programs run; by their names or by their first bytes. */
const isScript = ({ name, bytes }: FolderFile): boolean =>
  /\.(?:[cm]?[jt]sx?|py|sh|bash|zsh|fish|ps1|psm1|bat|cmd|rb|pl|php|lua|exe|dll|so|jar|wasm)$/i.test(name) ||
  (bytes[0] === 0x23 && bytes[1] === 0x21);

const listOr = (values: readonly string[], none: string) => (values.length > 0 ? values.join(", ") : none);

/** What it asks for and what it brings, a line each. */
export function skillFactLines({ owner, manifest, files, level, origin }: Skill): string[] {
  const scripts = files.filter(isScript).map(({ name }) => name);
  const isTold = isAbove(level, "INTERNAL");
  return [
    ...(manifest
      ? [
          `It needs these tools: ${listOr(manifest.requiredTools, "none are named")}.`,
          `It connects to these hosts: ${listOr(manifest.hosts, "none are named")}.`,
          ...(manifest.unaskedTools !== ""
            ? [
                `It requests that these tools run without asking, which some agents would allow: ${manifest.unaskedTools}.`,
              ]
            : []),
        ]
      : []),
    ...(scripts.length > 0
      ? [`It includes scripts, which run with the rights of the person who uses the skill: ${scripts.join(", ")}.`]
      : manifest
        ? ["It includes no scripts."]
        : []),
    isTold
      ? `It is ${level}: it was written by an agent that had read ${level} data, which its text may contain.`
      : `It is ${level}.`,
    `It was written by the agent of the workspace ${owner}${origin ? `, last in the call ${origin.call} on ${new Date(origin.time).toISOString().slice(0, 10)}` : ""}.`,
  ].map(revealed);
}

/** What it is, what it asks for and where it is installed, as plain text. */
export const skillSummary = (skill: Skill): string =>
  [
    `${revealed(skill.name)}: ${skillState(skill)}`,
    ...(skill.manifest ? [revealed(skill.manifest.description)] : []),
    ...skillFactLines(skill),
  ].join("\n");

/** Files that a question names one by one. */
const maxNamed = 5;

/** Why it should not go where it is to be installed, as far as a question has room. @param reasons one for each file. */
export const outflowText = (reasons: readonly string[]): string => {
  const left = reasons.length - maxNamed;
  return [...reasons.slice(0, maxNamed), ...(left > 0 ? [`and ${left} more of its files in the same way`] : [])].join(
    "\n",
  );
};

/** Everything that is approved, as plain text. */
export const skillWhole = (skill: Skill): string => [skillSummary(skill), ...fileSections(skill.files)].join("\n");
