/** Skills as agents use them: of the workspace, of the person's home, and written by an agent and approved (EX-7, EX-9). */

import * as z from "zod";
import type { CarriedLineage } from "../../core/session/taint";
import { actionTitle } from "../../core/text/clauses/clause";
import { type AnyTool, defineTool, looking, type PlanContext, type RunContext } from "../../core/tools/tool";
import type { ListEffect, ReadEffect, ResolvedPath } from "../../core/vocabulary/effect";
import { childOf } from "../../core/vocabulary/paths";
import { ToolError } from "../../core/vocabulary/toolError";
import { plainName } from "../approvedFolders/manifestFields";
import { skillFileName } from "./skillManifest";
import type { Skill } from "./skills";

/** Where agents of the workspace keep skills, below each of its folders. */
export const skillFolders: readonly string[] = [".github/skills", ".claude/skills", ".agents/skills"];

/** Where the agents of VS Code and Claude Code find skills for all workspaces, below the person's home folder. */
export const personalFolders: readonly string[] = [".copilot/skills", ".claude/skills", ".agents/skills"];

/** Skills of one folder that are listed, and bytes of a file of one. */
export const max = { skills: 100, bytes: 256 * 1024 } as const;

/** What the tools need of the feature. */
export interface SkillServices {
  /** As they were last read. */
  all(): readonly Skill[];
  /** Name and description of a SKILL.md; undefined for what is none. @param folder its name. */
  describe(folder: string, bytes: Uint8Array): { readonly name: string; readonly description: string } | undefined;
  personal(): PersonalSkillStore;
}

/** A skill of the person's home folder. */
export interface PersonalSkill extends ListedSkill {
  /** Real path. */
  readonly folder: string;
}

/** The skills of the person's home folder. @param roots real paths of folders where agents may write: none is read there. */
export interface PersonalSkillStore {
  /** Never rejects. */
  all(roots: readonly string[]): Promise<readonly PersonalSkill[]>;
  /** A file of one of them; undefined where there is none. @param file with `/`, and without dots for folders. Never rejects. */
  read(
    name: string,
    file: string,
    roots: readonly string[],
  ): Promise<{ readonly bytes: Uint8Array; readonly folder: string } | undefined>;
}

/** A skill that may be followed. */
export interface ListedSkill {
  readonly name: string;
  readonly description: string;
  /** Where it is: a folder of the workspace, or the agent that wrote it. */
  readonly from: string;
}

const ownerOf = (agent: string) => agent.split("/")[0] as string;

/** Those that an agent wrote and a person approved, without those that people alone choose. */
export const approvedFor = (services: Pick<SkillServices, "all">, agent: string): Skill[] =>
  services
    .all()
    .filter(
      ({ state, manifest }) =>
        state === "approved" && manifest?.forPeopleOnly !== true && (manifest?.agent ?? agent) === ownerOf(agent),
    );

const lineageOf = (skills: readonly Skill[]): CarriedLineage[] =>
  skills.map(({ name, level }) => ({ level, source: `the skill ${name}`, reason: "its writers had read that" }));

/** Those of ours that lie in these folders: an installed copy is as confidential as what it is a copy of. */
export const installedIn = (services: Pick<SkillServices, "all">, folders: readonly string[]): Skill[] =>
  services.all().filter(({ installs }) => installs.some(({ folder }) => folders.includes(folder)));

const withLineage = (lineage: readonly CarriedLineage[]) => (lineage.length > 0 ? { lineage } : {});

/** The folders of skills that are there. */
async function foldersOf({ host, roots }: PlanContext): Promise<ResolvedPath[]> {
  const named = roots.flatMap((root) => skillFolders.map((place) => host.resolve(place, root)));
  const found: ResolvedPath[] = [];
  for (const target of await Promise.all(named))
    if ((await host.stat(target))?.kind === "directory") found.push(target);
  return found;
}

async function listedIn(folder: ResolvedPath, services: SkillServices, { host }: RunContext): Promise<ListedSkill[]> {
  const names = (await host.list(folder)).filter(({ kind }) => kind === "directory").map(({ name }) => name);
  const found: ListedSkill[] = [];
  for (const name of names.sort().slice(0, max.skills)) {
    const file = childOf(childOf(folder, name), skillFileName);
    const stat = await host.stat(file).catch(() => undefined);
    if (stat?.kind !== "file" || stat.size > max.bytes) continue;
    const described = services.describe(name, await host.read(file));
    if (described) found.push({ ...described, from: folder.shown });
  }
  return found;
}

export const skillList = (services: SkillServices): AnyTool =>
  defineTool({
    name: "skill_list",
    displayName: "List Skills",
    summary: "List the skills that may be followed",
    description:
      "Lists skills by name and description: those of the workspace (.github/skills, .claude/skills, .agents/skills) and of the person's home folder, and those that you wrote and the person approved. When a task matches a description, read the skill with skill_read and follow it.",
    metadata: { ...looking, searchHint: "skill instructions howto guide workflow" },
    effectKinds: ["list"],
    input: z.object({}),
    async plan(_input, context) {
      const folders = await foldersOf(context);
      const personal = await services.personal().all(context.roots);
      return {
        title: actionTitle`List skills`,
        effects: folders.map((target): ListEffect => ({ kind: "list", target })),
        async run(running) {
          const found = await Promise.all(folders.map((folder) => listedIn(folder, services, running)));
          const own = approvedFor(services, running.session.agent);
          const written = own.map(
            ({ name, manifest }): ListedSkill => ({
              ...{ name, description: manifest?.description ?? "", from: "your own workspace" },
            }),
          );
          const known = new Set<string>();
          const theirs = personal.map(({ folder, ...skill }): ListedSkill => skill);
          const all = [...found.flat(), ...written, ...theirs];
          const skills = all.filter(({ name }) => !known.has(name) && known.add(name));
          const lines = skills.map(({ name, description, from }) => `${name} (${from}): ${description}`);
          const text = lines.length > 0 ? lines.join("\n") : "There are no skills.";
          running.tools.activateTool("skill_read");
          const copies = installedIn(
            services,
            personal.map(({ folder }) => folder),
          );
          const lineage = lineageOf([...new Set([...own, ...copies])]);
          return { text, isError: false, data: { skills }, ...withLineage(lineage) };
        },
      };
    },
  });

const fileOf = z
  .string()
  .regex(
    /^[A-Za-z0-9_][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_][A-Za-z0-9._-]*){0,4}$/,
    'expected a path in the skill\'s folder, such as "scripts/report.py"',
  );

/** The file in the workspace; undefined where there is none. */
async function inWorkspace(
  name: string,
  file: string,
  { host, roots }: PlanContext,
): Promise<ResolvedPath | undefined> {
  for (const root of roots)
    for (const place of skillFolders) {
      const target = await host.resolve(`${place}/${name}/${file}`, root);
      const stat = await host.stat(target);
      if (stat?.kind === "file" && stat.size <= max.bytes) return target;
    }
  return undefined;
}

const notFound = (name: string, file: string, services: SkillServices, agent: string) => {
  const waiting = services.all().find((skill) => skill.name === name && skill.state !== "approved");
  const own = approvedFor(services, agent).find((skill) => skill.name === name);
  if (own)
    return new ToolError(
      "not_found",
      `The skill "${name}" has no file ${file}: it has ${own.files.map((one) => one.name).join(", ")}.`,
    );
  if (waiting)
    return new ToolError(
      "denied",
      `The skill "${name}" may not be used, because the person has not approved its current form: ask them to review it ("Toolcrib: Review Skills", or "toolcrib skills approve ${name}" without an editor), and go on without it.`,
    );
  return new ToolError("not_found", `There is no skill "${name}" with ${file}: skill_list names those that there are.`);
};

export const skillRead = (services: SkillServices): AnyTool =>
  defineTool({
    name: "skill_read",
    displayName: "Read Skill",
    summary: "Read a skill, to follow it",
    description: "Reads the instructions of a skill, or another file of it. skill_list names the skills.",
    metadata: { ...looking, searchHint: "skill instructions follow use" },
    effectKinds: ["read"],
    input: z.object({
      name: plainName.describe("Name of the skill."),
      file: fileOf.default(skillFileName).describe(`File of the skill. Default: ${skillFileName}.`),
    }),
    async plan({ name, file }, context) {
      const target = await inWorkspace(name, file, context);
      const { agent } = context.session;
      const own = target ? undefined : approvedFor(services, agent).find((skill) => skill.name === name);
      const personal = target || own ? undefined : await services.personal().read(name, file, context.roots);
      const bytes = own?.files.find((one) => one.name === file)?.bytes ?? personal?.bytes;
      const copies = personal ? installedIn(services, [personal.folder]) : [];
      if (!target && !bytes) throw notFound(name, file, services, agent);
      const effects: ReadEffect[] = target ? [{ kind: "read", target }] : [];
      return {
        title: actionTitle`Read the skill ${name}`,
        effects,
        async run({ host }) {
          const found = target ? await host.read(target) : (bytes ?? new Uint8Array());
          const others = (own?.files ?? []).map((one) => one.name).filter((one) => one !== file);
          const note = others.length > 0 ? `\n\n[Other files of the skill: ${others.join(", ")}]` : "";
          const text = `${new TextDecoder().decode(found)}${note}`;
          return { text, isError: false, data: { name, file }, ...withLineage(lineageOf(own ? [own] : copies)) };
        },
      };
    },
  });
