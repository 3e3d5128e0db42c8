/** What a person reads of a skill that an agent wrote before they say anything to it (EX-8). */

import { clause, nested } from "../../core/text/clauses/clause";
import { english } from "../../core/text/clauses/texts";
import { revealed } from "../../core/text/markdown";
import { isAbove } from "../../core/vocabulary/level";
import type { FolderFile } from "../approvedFolders/approvedFolder";
import { fileSections, standingText } from "../approvedFolders/folderText";
import type { Skill, SkillInstall } from "./skills";

/** How it stands with an installed copy, as a clause. */
export function installText({ condition, folder: given }: SkillInstall, { local } = english): string {
  const folder = revealed(given);
  const texts: Readonly<Record<SkillInstall["condition"], string>> = {
    whole: clause`installed in ${folder}`,
    incomplete: clause`installed only in part in ${folder}`,
    altered: clause`installed, and changed since then, in ${folder}`,
    gone: clause`no longer where it was installed, ${folder}`,
  };
  return local(texts[condition]);
}

/** How it stands with it, in a few words. */
export function skillState(skill: Skill, language = english): string {
  const { state, problem, installs } = skill;
  if (installs.length === 0)
    return language.local(state === "approved" ? clause`approved, and not installed` : standingText(skill));
  // An installed copy goes on being used whatever became of the folder that it was made from.
  const said = problem === undefined ? standingText(skill) : clause`cannot be approved again: ${revealed(problem)}`;
  return [language.local(said), ...installs.map((install) => installText(install, language))].join("; ");
}

/** True for one that a person has to look at. */
export const skillWaits = ({ state }: Skill): boolean => state === "pending" || state === "changed";

/** True for files that programs run; by their names or by their first bytes. */
const isScript = ({ name, bytes }: FolderFile): boolean =>
  /\.(?:[cm]?[jt]sx?|py|sh|bash|zsh|fish|ps1|psm1|bat|cmd|rb|pl|php|lua|exe|dll|so|jar|wasm)$/i.test(name) ||
  (bytes[0] === 0x23 && bytes[1] === 0x21);

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

const listed = (values: readonly string[]) => (values.length > 0 ? values.join(", ") : clause`none are named`);

/** What it asks for and what it brings, a line each. */
export const skillFactLines = (skill: Skill, { local } = english): string[] =>
  factsOf(skill).map((fact) => local(revealed(fact)));

function factsOf({ owner, manifest, files, level, origin }: Skill): string[] {
  const scripts = files.filter(isScript).map(({ name }) => name);
  const isTold = isAbove(level, "INTERNAL");
  return [
    ...(manifest
      ? [
          clause`It needs these tools: ${nested(listed(manifest.requiredTools))}.`,
          clause`It connects to these hosts: ${nested(listed(manifest.hosts))}.`,
          ...(manifest.unaskedTools !== ""
            ? [
                clause`It requests that these tools run without asking, which some agents would allow: ${manifest.unaskedTools}.`,
              ]
            : []),
        ]
      : []),
    ...(scripts.length > 0
      ? [
          clause`It includes scripts, which run with the rights of the person who uses the skill: ${scripts.join(", ")}.`,
        ]
      : manifest
        ? [clause`It includes no scripts.`]
        : []),
    isTold
      ? clause`It is ${level}: it was written by an agent that had read ${level} data, which its text may contain.`
      : clause`Its confidentiality level is ${level}.`,
    origin
      ? clause`It was written by the agent of the workspace ${owner}, last on ${dayOf(origin.time)}.`
      : clause`It was written by the agent of the workspace ${owner}.`,
  ];
}

/** What it is, what it asks for and where it is installed, as plain text. */
export const skillSummary = (skill: Skill, language = english): string =>
  [
    `${revealed(skill.name)}: ${skillState(skill, language)}`,
    ...(skill.manifest ? [revealed(skill.manifest.description)] : []),
    ...skillFactLines(skill, language),
  ].join("\n");

/** Files that a question names one by one. */
const maxNamed = 5;

/** Why it should not go where it is to be installed, as far as a question has room. @param reasons one for each file. */
export const outflowText = (reasons: readonly string[], { local } = english): string => {
  const left = reasons.length - maxNamed;
  const more = left > 0 ? [clause`and ${left} more of its files in the same way`] : [];
  return [...reasons.slice(0, maxNamed), ...more].map(local).join("\n");
};

/** Everything that is approved, as plain text. */
export const skillWhole = (skill: Skill): string => [skillSummary(skill), ...fileSections(skill.files)].join("\n");
