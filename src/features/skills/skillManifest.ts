/** What a skill says of itself in the front matter of its SKILL.md, as the agents of VS Code load it (EX-7). */
import * as z from "zod";
import { type Level, levels } from "../../core/vocabulary/level";
import { hostName, plainLine, plainName } from "../approvedFolders/manifestFields";

/** Name of the file that makes a folder a skill. */
export const skillFileName = "SKILL.md";

/** VS Code takes them out of what it shows to a model. */
const tag = /<[^>]+>/;

const description = plainLine
  .max(1024)
  .refine((text) => !tag.test(text), 'expected no tags such as "<b>", which VS Code removes');

const requiredTool = z.string().regex(/^[A-Za-z][\w./-]{0,99}$/, "expected the name of a tool");

/** The parts that whoever saves a skill says of it. */
export const skillFacts = {
  name: plainName.describe(
    "Name of the skill and of its folder: lowercase letters, digits and single hyphens, for example weekly-report.",
  ),
  description: description.describe("What it does and when to use it, in one line: agents choose skills by it."),
  required_tools: z
    .array(requiredTool)
    .max(50)
    .default([])
    .describe("Names of the tools that its instructions need. Default: none."),
  hosts: z
    .array(hostName)
    .max(20)
    .default([])
    .describe("Hosts that its instructions or scripts connect to. Default: none."),
} as const;

/** What a person is told of a skill beside its text. */
export interface SkillManifest {
  readonly name: string;
  readonly description: string;
  readonly requiredTools: readonly string[];
  readonly hosts: readonly string[];
  /** Tools that some agents would run without a question while they follow it. */
  readonly unaskedTools: string;
  /** How confidential it says it is; absent: it says nothing. */
  readonly classification?: Level;
  /** The agent that saved it, and the day, as it says. */
  readonly agent?: string;
  readonly created?: string;
  /** Set for one that people alone choose: no model is told of it. */
  readonly forPeopleOnly?: true;
}

const listed = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((word) => word !== ""))
  .prefault("");

const metadata = z
  .object({
    "required-tools": listed.pipe(z.array(requiredTool).max(50)),
    hosts: listed.pipe(z.array(hostName).max(20)),
    classification: z.enum(levels).optional(),
    agent: plainLine.optional(),
    created: plainLine.optional(),
  })
  .catchall(z.union([z.string(), z.number(), z.boolean()]))
  .prefault({});

/** The whole front matter: what the format has, and no key that an agent might one day take for more. */
export const skillFrontMatter = z
  .strictObject({
    name: plainName,
    description,
    license: plainLine.max(500).optional(),
    compatibility: plainLine.max(500).optional(),
    metadata,
    "allowed-tools": z.union([plainLine, z.array(plainLine).transform((tools) => tools.join(" "))]).optional(),
    "argument-hint": plainLine.max(500).optional(),
    "user-invocable": z.boolean().optional(),
    "disable-model-invocation": z.boolean().optional(),
    context: plainLine.max(100).optional(),
  })
  .transform(({ name, description, metadata, "allowed-tools": unaskedTools = "", ...head }): SkillManifest => {
    const { "required-tools": requiredTools, hosts, classification, agent, created } = metadata;
    return {
      ...{ name, description, requiredTools, hosts, unaskedTools },
      ...(head["disable-model-invocation"] === true && { forPeopleOnly: true }),
      ...(classification && { classification }),
      ...(agent !== undefined && { agent }),
      ...(created !== undefined && { created }),
    };
  });

/** What is written of a skill; everything but the format's own keys goes below `metadata`. */
export type WrittenSkill = Omit<SkillManifest, "unaskedTools" | "forPeopleOnly">;

/** A line of front matter; a JSON string is one of YAML, whatever it holds. */
const entry = (key: string, value: string) => `${key}: ${JSON.stringify(value)}`;

/** The text of a SKILL.md. */
export function skillText({ name, description, ...facts }: WrittenSkill, instructions: string): string {
  const { requiredTools, hosts, classification, agent, created } = facts;
  const noted = [
    ...(requiredTools.length > 0 ? [entry("required-tools", requiredTools.join(" "))] : []),
    ...(hosts.length > 0 ? [entry("hosts", hosts.join(" "))] : []),
    ...(classification ? [entry("classification", classification)] : []),
    ...(agent !== undefined ? [entry("agent", agent)] : []),
    ...(created !== undefined ? [entry("created", created)] : []),
  ].map((line) => `  ${line}`);
  const head = [entry("name", name), entry("description", description), ...(noted[0] ? ["metadata:", ...noted] : [])];
  return `---\n${head.join("\n")}\n---\n\n${instructions.trim()}\n`;
}
