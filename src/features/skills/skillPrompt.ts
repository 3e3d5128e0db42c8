/** The skills that the agent of a chat may follow, as its model is told of them (EX-7). */
import type { FilePort } from "../../core/ports/files";
import type { ToolResult } from "../../core/tools/tool";
import { highest, isAbove, type Level } from "../../core/vocabulary/level";
import type { Skill } from "./skills";
import { approvedFor, installedIn, type ListedSkill, type PersonalSkillStore, skillFolders } from "./skillUse";

/** What comes before their descriptions. */
const introduction = `Skills, by name and description. When the request matches a description, read that skill before anything else
(with skill_read, or SKILL.md in its folder where there is no such tool) and follow it:`;

/** Said where one of them would make the chat more confidential. */
const unnamed = `There are skills with instructions for some kinds of work: skill_list names them, skill_read reads one.`;

/** Characters of all descriptions: they are handed to the model with every request. */
const maxCharacters = 12_000;

/** What is asked for them. */
export interface SkillPromptPorts {
  /** Roots of the workspace, real paths. */
  readonly roots: readonly string[];
  readonly files: Pick<FilePort, "resolve" | "stat">;
  readonly skills: { all(): readonly Skill[]; readonly personal: PersonalSkillStore };
  readonly agent: string;
  /** How confidential the chat is already. */
  readonly level: Level;
  /** Makes the call of skill_list. */
  list(): Promise<ToolResult>;
}

/** Spares a chat without skills a line in the log with every request. */
async function hasFolder({ roots, files }: SkillPromptPorts): Promise<boolean> {
  const named = roots.flatMap((root) => skillFolders.map((folder) => [folder, root] as const));
  const found = await Promise.all(
    named.map(async ([folder, root]) => {
      const target = await files.resolve(folder, root);
      return (await files.stat(target))?.kind === "directory";
    }),
  ).catch(() => []);
  return found.some(Boolean);
}

/** As many as there is room for; skill_list has all. */
function told(skills: readonly ListedSkill[]): string {
  let room = maxCharacters;
  const lines = skills.map(({ name, description, from }) => `- ${name} (${from}): ${description}`);
  const shown = lines.filter((line) => {
    room -= line.length;
    return room >= 0;
  });
  const left = lines.length - shown.length;
  return [introduction, ...shown, ...(left > 0 ? [`- and ${left} more, which skill_list names`] : [])].join("\n");
}

/** What the model is told; undefined where there are none. */
export async function skillPrompt(ports: SkillPromptPorts): Promise<string | undefined> {
  const own = approvedFor(ports.skills, ports.agent);
  const personal = await ports.skills.personal.all(ports.roots);
  if (own.length === 0 && personal.length === 0 && !(await hasFolder(ports))) return undefined;
  const usual = highest([ports.level, "INTERNAL"]);
  const copies = installedIn(
    ports.skills,
    personal.map(({ folder }) => folder),
  );
  if ([...own, ...copies].some(({ level }) => isAbove(level, usual))) return unnamed;
  const { isError, data } = await ports.list();
  if (isError) return undefined;
  const { skills } = data as { readonly skills: readonly ListedSkill[] };
  return skills.length === 0 ? undefined : told(skills);
}
