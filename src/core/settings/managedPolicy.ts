/** What an administrator may lay down, and nothing below can loosen (EN-1 to EN-5). */
import * as z from "zod";
import { levels } from "../vocabulary/level";
import { raisingRule } from "./sections/classificationRules";
import { commandRuleSchema } from "./sections/commandRule";
import { limitFields } from "./sections/limitSettings";
import { managedRule } from "./sections/policyRule";

const names = z.array(z.string().min(1));
/** A list that the administrator wants empty, whatever the user put into it. */
const nothing = z.array(z.string()).max(0);
/** Those of the setting `toolcrib.limits` that an administrator may lower. */
export const limitNames = [
  "cpuSeconds",
  "runCpuSeconds",
  "fileMegabytes",
  "processes",
  "memoryMegabytes",
  "runMemoryMegabytes",
  "commandTimeoutMs",
  "workspaceMegabytes",
] as const;

const limit = (name: (typeof limitNames)[number]) => limitFields[name].removeDefault().optional();

const limits = z
  .strictObject({
    cpuSeconds: limit("cpuSeconds"),
    runCpuSeconds: limit("runCpuSeconds"),
    fileMegabytes: limit("fileMegabytes"),
    processes: limit("processes"),
    memoryMegabytes: limit("memoryMegabytes"),
    runMemoryMegabytes: limit("runMemoryMegabytes"),
    commandTimeoutMs: limit("commandTimeoutMs"),
    workspaceMegabytes: limit("workspaceMegabytes"),
  })
  .describe("Limits on commands, in the units of the setting toolcrib.limits. The lowest of all applies.");

const exec = z
  .strictObject({
    disabled: z
      .union([z.literal(true), z.strictObject({ agents: names.optional(), roles: names.optional() })])
      .optional()
      .describe("true refuses all commands; otherwise commands of these agents and roles are refused."),
    runtimes: names.optional().describe('The only languages and shells that commands may run, for example ["deno"].'),
    denylist: z.array(commandRuleSchema).optional().describe("Further commands that never run."),
    approvalAbove: z
      .enum(levels)
      .optional()
      .describe(
        "Once a session has read something above this level, a person is asked before each of its commands and each write in an agent's own workspace.",
      ),
    limits: z
      .strictObject({ default: limits.optional(), agents: z.record(z.string(), limits).optional() })
      .optional()
      .describe("Limits for everyone, and for agents by name."),
  })
  .describe("Rules for commands.");

const allowedAndDenied = (what: string) =>
  z.strictObject({
    allowed: names.optional().describe(`The only ${what} that may be used.`),
    denied: names.optional().describe(`The ${what} that may not be used.`),
  });

const more = z.array(z.string().min(1)).optional();

const pinned = z
  .strictObject({
    sandbox: z.literal("required").optional(),
    "commands.review": z.enum(["always", "before"]).optional(),
    readOutsideRoots: z.literal("deny").optional(),
    "audit.strict": z.literal(true).optional(),
    "edits.modelRepair": z.literal(false).optional(),
    policy: nothing.optional(),
    "commands.allow": nothing.optional(),
    "web.allowedHosts": nothing.optional(),
    "web.allowLocal": nothing.optional(),
    "commands.deny": z.array(commandRuleSchema).optional(),
    "commands.hiddenVariables": more,
    "web.deniedHosts": more,
    protectedPaths: more,
    secretPaths: more,
    "classification.raise": z.array(raisingRule).optional(),
    "classification.outflow": z.literal("deny").optional(),
    "classification.ceiling": z.enum(levels).optional(),
    "classification.redactSecrets": z.literal(true).optional(),
  })
  .describe(
    "Settings that the user cannot change: strict values, lists that must be empty, and entries added to lists.",
  );

/** The managed policy file. Unknown keys are refused: a rule that is not understood would not be kept. */
export const managedPolicy = z
  .strictObject({
    $schema: z.string().optional().describe("Address of the schema of this file."),
    version: z.literal(1).default(1).describe("Version of this format."),
    roles: z.record(z.string(), names).optional().describe("Roles by name, each with a list of agents."),
    exec: exec.optional(),
    tools: allowedAndDenied("tools").optional().describe("Tools by name, in any dialect."),
    dialects: names.optional().describe("The only dialects in which tools may be called."),
    hosts: allowedAndDenied("hosts").optional().describe("Hosts; *.example.org matches every host below it."),
    rules: z.array(managedRule).optional().describe("Rules on individual effects."),
    ceilings: z
      .record(z.string(), z.enum(levels))
      .optional()
      .describe("Maximum confidentiality of what each agent may read, by the agent's name."),
    settings: pinned.optional(),
  })
  .superRefine(({ roles = {}, exec }, { addIssue }) => {
    const disabled = exec?.disabled;
    const used = typeof disabled === "object" ? (disabled.roles ?? []) : [];
    for (const [at, role] of used.entries())
      if (!Object.hasOwn(roles, role))
        addIssue({
          code: "custom",
          path: ["exec", "disabled", "roles", at],
          message: `the role ${role} is not in "roles"`,
        });
  })
  .describe("Toolcrib's managed policy. No user or workspace setting can loosen it.");
/** See {@link managedPolicy}. */
export type ManagedPolicy = z.infer<typeof managedPolicy>;
