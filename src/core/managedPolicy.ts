/** What an administrator may lay down, and nothing below can loosen (EN-1 to EN-5). */
import * as z from "zod";
import { raisingRule } from "./classificationRules";
import { commandRule } from "./commandRule";
import { levels } from "./level";
import { managedRule } from "./policyRule";
import { settingDefinitions } from "./settings";

const names = z.array(z.string().min(1));
/** A list that the administrator wants empty, whatever the user put into it. */
const nothing = z.array(z.string()).max(0);
/** Limits by the names that they have here: the settings that they are held against. */
export const limitSettingNames = {
  cpuSeconds: "limits.cpuSeconds",
  runCpuSeconds: "limits.runCpuSeconds",
  fileMegabytes: "limits.fileMegabytes",
  processes: "limits.processes",
  memoryMegabytes: "limits.memoryMegabytes",
  runMemoryMegabytes: "limits.runMemoryMegabytes",
  commandTimeoutMs: "limits.commandTimeoutMs",
  diskMegabytes: "limits.workspaceMegabytes",
} as const;
/** See {@link limitSettingNames}. */
export type LimitName = keyof typeof limitSettingNames;
/** See {@link limitSettingNames}. */
export const limitNames = Object.keys(limitSettingNames) as LimitName[];

const limit = (name: LimitName) => settingDefinitions[limitSettingNames[name]].schema.removeDefault().optional();

const limits = z
  .strictObject({
    cpuSeconds: limit("cpuSeconds"),
    runCpuSeconds: limit("runCpuSeconds"),
    fileMegabytes: limit("fileMegabytes"),
    processes: limit("processes"),
    memoryMegabytes: limit("memoryMegabytes"),
    runMemoryMegabytes: limit("runMemoryMegabytes"),
    commandTimeoutMs: limit("commandTimeoutMs"),
    diskMegabytes: limit("diskMegabytes").describe(
      "Mebibytes that the files of an agent's own workspace may take together.",
    ),
  })
  .describe("Limits on commands, in the units of the settings toolcrib.limits.*; the lowest of all holds.");

const exec = z
  .strictObject({
    disabled: z
      .union([z.literal(true), z.strictObject({ agents: names.optional(), roles: names.optional() })])
      .optional()
      .describe("No commands at all, or none for these agents and roles (EN-1)."),
    runtimes: names
      .optional()
      .describe('The only languages and shells that commands may run, for example ["deno"] (EN-2).'),
    denylist: z.array(commandRule).optional().describe("More commands that never run (EN-5)."),
    approvalAbove: z
      .enum(levels)
      .optional()
      .describe(
        "A person is asked before every command, and every write in an agent's own workspace, of a session that has read something above this level (EN-4).",
      ),
    limits: z
      .strictObject({ default: limits.optional(), agents: z.record(z.string(), limits).optional() })
      .optional()
      .describe("Limits for everybody and for agents by name (EN-3)."),
  })
  .describe("What holds for commands.");

const allowedAndDenied = (what: string) =>
  z.strictObject({
    allowed: names.optional().describe(`The only ${what} that may be used.`),
    denied: names.optional().describe(`The ${what} that may not be used.`),
  });

const more = z.array(z.string().min(1)).optional();

const pinned = z
  .strictObject({
    sandbox: z.literal("required").optional(),
    readOutsideRoots: z.literal("deny").optional(),
    "audit.strict": z.literal(true).optional(),
    "edits.modelRepair": z.literal(false).optional(),
    policy: nothing.optional(),
    "commands.allow": nothing.optional(),
    "web.allowedHosts": nothing.optional(),
    "web.allowLocal": nothing.optional(),
    "commands.deny": z.array(commandRule).optional(),
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
    "Settings that hold whatever the user says: strict values, lists that are kept empty, and entries added to lists.",
  );

/** The managed policy file. Unknown keys are refused: a rule that is not understood would not be kept. */
export const managedPolicy = z
  .strictObject({
    $schema: z.string().optional().describe("Where the schema of this file is."),
    version: z.literal(1).default(1).describe("The version of this format."),
    roles: z.record(z.string(), names).optional().describe("Roles by name, each with its agents."),
    exec: exec.optional(),
    tools: allowedAndDenied("tools").optional().describe("Tools by name, in any dialect."),
    dialects: names.optional().describe("The only dialects in which tools may be called."),
    hosts: allowedAndDenied("hosts").optional().describe("Hosts; *.example.org means every host below it."),
    rules: z.array(managedRule).optional().describe("Rules on single effects."),
    ceilings: z
      .record(z.string(), z.enum(levels))
      .optional()
      .describe("The most confidential that agents may read, by their names (PO-9)."),
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
  .describe("Toolcrib's managed policy. Nothing below can loosen it.");
/** See {@link managedPolicy}. */
export type ManagedPolicy = z.infer<typeof managedPolicy>;
