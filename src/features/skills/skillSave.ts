import * as z from "zod";
import { actionTitle, clause } from "../../core/text/clauses/clause";
import { defineTool, type PlanContext } from "../../core/tools/tool";
import type { ReadEffect, WriteEffect } from "../../core/vocabulary/effect";
import type { Level } from "../../core/vocabulary/level";
import { ToolError } from "../../core/vocabulary/toolError";
import { seen } from "../approvedFolders/manifestFields";
import { skillFacts, skillFileName, skillText } from "./skillManifest";

/** What skill_save wrote. */
export interface SkillSaveData {
  readonly skill: string;
  /** Paths of its files, as people see them. */
  readonly files: readonly string[];
  readonly classification: Level;
  readonly state: "PENDING_APPROVAL";
}

/** Characters of the instructions; a person has to read them. */
const maxCharacters = 100_000;

/** Files beside SKILL.md, and the bytes of all together, at most. */
const maxFiles = 49;
const maxBytes = 1024 * 1024;

const filePath = z
  .string()
  .regex(
    /^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}(?:\/[A-Za-z0-9_][A-Za-z0-9._-]{0,99}){0,3}$/,
    'expected a path of plain names in the skill\'s folder, at most 4 deep, such as "scripts/report.py"',
  )
  .refine(
    (path) => path.toLowerCase() !== skillFileName.toLowerCase(),
    `${skillFileName} is generated from the other values`,
  );

const file = z.object({
  path: filePath.describe('Path in the skill, for example "scripts/report.py".'),
  content: z.string().optional().describe("Complete text of the file; give this or from."),
  from: z
    .string()
    .min(1)
    .optional()
    .describe("File of your workspace to copy, for example integrations/crm/client.py."),
});

type SupportingFile = z.infer<typeof file>;

const invalid = (problem: string) =>
  new ToolError("invalid_input", `skill_save was given an invalid value: ${problem}.`);

/** @throws ToolError `invalid_input` for files that exclude each other. */
function mustBeWhole(files: readonly SupportingFile[]): void {
  const paths = files.map(({ path }) => path.toLowerCase());
  const twice = files.find(({ path }, at) => paths.indexOf(path.toLowerCase()) !== at);
  if (twice) throw invalid(`the file ${twice.path} is given twice`);
  const inFile = files.find(({ path }) => paths.some((other) => path.toLowerCase().startsWith(`${other}/`)));
  if (inFile) throw invalid(`the file ${inFile.path} is inside another of the files`);
  const odd = files.find(({ content, from }) => (content === undefined) === (from === undefined));
  if (odd) throw invalid(`the file ${odd.path} needs either content or from`);
}

/** A supporting file's bytes, and what has to be read for them. */
async function bytesOf({ content, from }: SupportingFile, { host }: PlanContext) {
  if (from === undefined) return { bytes: new TextEncoder().encode(content), reads: [] };
  const target = await host.resolve(from);
  const stat = await host.stat(target);
  if (stat?.kind !== "file")
    throw new ToolError(
      stat ? "is_directory" : "not_found",
      `${target.shown} ${stat ? "is not a file" : "does not exist"}: name a file of your workspace.`,
    );
  if (stat.size > maxBytes)
    throw invalid(`${target.shown} is ${stat.size} bytes; the limit for a skill is ${maxBytes}`);
  const read: ReadEffect = { kind: "read", target };
  return { bytes: await host.read(target), reads: [read] };
}

async function writeTo(path: string, after: Uint8Array, { host }: PlanContext): Promise<WriteEffect> {
  const target = await host.resolve(path);
  await host.mayWrite(target);
  const stat = await host.stat(target);
  if (stat && stat.kind !== "file")
    throw new ToolError("is_directory", `${target.shown} is a folder, not a file: remove it or choose another name.`);
  return { kind: "write", target, before: stat && (await host.read(target)), after };
}

const isChange = ({ before, after }: WriteEffect) => !before || Buffer.compare(before, after as Uint8Array) !== 0;

const today = () => new Date().toISOString().slice(0, 10);

export const skillSave = defineTool({
  name: "skill_save",
  displayName: "Save Skill",
  summary: "Save finished work as a skill, for a person to approve",
  description:
    "Saves finished work as a skill: writes skills/NAME/SKILL.md in your own workspace, with instructions for later use and supporting files such as scripts, all at once. A person reviews it; once approved it is installed where agents find skills. Saving it again replaces the given files and keeps the others. Its state is PENDING_APPROVAL until the person has approved its exact files.",
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: false,
    idempotent: true,
    searchHint: "skill persist keep publish reuse approve finished work",
  },
  place: "workspace",
  effectKinds: ["read", "write"],
  input: z.object({
    ...skillFacts,
    instructions: z
      .string()
      .min(1)
      .max(maxCharacters)
      .describe(
        "Markdown instructions for the agent that uses it: when to use it, what to do step by step, and what its files are for.",
      ),
    files: z.array(file).max(maxFiles).default([]).describe("Supporting files. Default: none."),
  }),
  usual: ["files"],
  async plan({ name, description, required_tools, hosts, instructions, files }, context) {
    if (instructions.trim() === "") throw invalid('"instructions" is empty');
    mustBeWhole(files);
    const { agent, taint } = context.session;
    const classification = taint.level;
    const facts = { name, description, requiredTools: required_tools, hosts, classification };
    const origin = { ...(seen(agent) !== "" && { agent: seen(agent) }), created: today() };
    const text = new TextEncoder().encode(skillText({ ...facts, ...origin }, instructions));
    const supporting = await Promise.all(files.map((one) => bytesOf(one, context)));
    const total = supporting.reduce((sum, { bytes }) => sum + bytes.length, text.length);
    if (total > maxBytes) throw invalid(`its files are ${total} bytes in total; the limit is ${maxBytes}`);
    const folder = `skills/${name}`;
    const writes = await Promise.all([
      ...files.map(({ path }, at) => writeTo(`${folder}/${path}`, supporting[at]?.bytes ?? text, context)),
      writeTo(`${folder}/${skillFileName}`, text, context),
    ]);
    const changes = writes.filter(isChange);
    const shown = writes.map(({ target }) => target.shown);
    return {
      title: actionTitle`Save the skill ${name}`,
      effects: [...supporting.flatMap(({ reads }) => reads), ...changes],
      notes: [clause`The skill is not used until you have approved it.`],
      async run({ host }) {
        await host.write(...changes);
        const data: SkillSaveData = { skill: name, files: shown, classification, state: "PENDING_APPROVAL" };
        return { text: savedText(name, shown, changes.length > 0), isError: false, data };
      },
    };
  },
});

const savedText = (name: string, files: readonly string[], changed: boolean): string =>
  `${changed ? "Saved" : "Nothing changed in"} the skill "${name}" (${files.join(", ")}). It is PENDING_APPROVAL: ask the person to review it ("Toolcrib: Review Skills", or "toolcrib skills approve ${name}" without an editor); it is not used until they have approved it.`;
