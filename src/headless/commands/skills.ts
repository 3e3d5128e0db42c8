import { ToolError } from "../../core/vocabulary/toolError";
import type { SkillConsents } from "../../features/skills/skillCatalog";
import { type Skill, type SkillPlace, skillPlaces } from "../../features/skills/skills";
import { skillState, skillWhole } from "../../features/skills/skillText";
import type { Machine } from "../machine";
import type { Options } from "../options";
import { UsageError } from "../usageError";
import { agreed, mustAgree } from "./mustAgree";

type Words = Pick<Options, "positionals" | "yes" | "to">;

/**
 * `toolcrib skills`: lists the skills that agents wrote, shows one with all its files, and takes a person's word on it
 * (EX-8).
 * @throws ToolError when there is no such skill, or nobody who could be asked.
 */
export async function skills(machine: Machine, words: Words, print: (line: string) => void): Promise<void> {
  const { skills: catalog } = machine.features;
  const [question = "list", name] = words.positionals;
  await catalog.refresh();
  if (question === "list") return list(catalog.all(), print);
  if (!isQuestion(question))
    throw new UsageError(`"skills ${question}" is not a command: use skills list, show, approve, reject or withdraw.`);
  await answers[question](machine, named(catalog.all(), name), words, print);
}

const answers = {
  async show(_: Machine, skill: Skill, _words: Words, print: (line: string) => void) {
    print(skillWhole(skill));
  },
  async approve({ crib, features }: Machine, skill: Skill, words: Words, print: (line: string) => void) {
    print(skillWhole(skill));
    const place = placeIn(words, crib.context().settings["skills.installTo"]);
    if (!words.yes) await mustAgree(skill.name);
    const consents: SkillConsents = {
      async outflow(reasons) {
        for (const reason of reasons) print(`Note: ${reason}.`);
        return words.yes || agreed(`Install "${skill.name}" anyway?`);
      },
    };
    await features.skills.approve(skill, place, consents);
    const now = features.skills.all().find(({ owner, name }) => owner === skill.owner && name === skill.name);
    print(`${skill.name}: ${skillState(now ?? skill)}.`);
  },
  async reject({ features }: Machine, skill: Skill, _words: Words, print: (line: string) => void) {
    await features.skills.reject(skill);
    print(`${skill.name}: rejected: it will not be installed in its current form.`);
  },
  async withdraw({ features }: Machine, skill: Skill, { yes }: Words, print: (line: string) => void) {
    await features.skills.withdraw(skill, yes);
    print(`${skill.name}: waits for approval again, and is not installed anywhere.`);
  },
} as const;

const isQuestion = (question: string): question is keyof typeof answers => Object.hasOwn(answers, question);

/** @throws ToolError when neither the command line nor the setting says where. */
function placeIn({ to }: Words, setting: SkillPlace | "ask"): SkillPlace {
  const place = to ?? (setting === "ask" ? "" : setting);
  const known = skillPlaces.find((one) => one === place);
  if (known) return known;
  throw new ToolError(
    "invalid_input",
    to === undefined
      ? "Say where to install the skill: --to workspace (.github/skills of the first folder) or --to user (~/.copilot/skills)."
      : `--to ${to} is not known: use workspace or user.`,
  );
}

function list(all: readonly Skill[], print: (line: string) => void): void {
  if (all.length === 0) print("No agent has written a skill.");
  for (const skill of all) print(`${skill.owner}/${skill.name}: ${skillState(skill)}`);
}

function named(all: readonly Skill[], name = ""): Skill {
  const found = all.filter((skill) => skill.name === name || `${skill.owner}/${skill.name}` === name);
  if (found.length === 1) return found[0] as Skill;
  const known = (found.length > 0 ? found : all).map((skill) => `${skill.owner}/${skill.name}`);
  const what = found.length > 0 ? `There are several skills "${name}"` : `There is no skill "${name}"`;
  throw new ToolError(
    "not_found",
    `${what}: ${known.length > 0 ? `name one of ${known.join(", ")}` : "no agent has written one"}.`,
  );
}
