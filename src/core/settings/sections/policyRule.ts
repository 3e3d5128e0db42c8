/** One rule of a policy, as people write it (D-13). */
import * as z from "zod";
import type { EffectKind } from "../../vocabulary/effect";

/** Every kind of effect, for schemas. */
export const effectKinds = ["read", "list", "write", "exec", "fetch", "delegate"] as const satisfies EffectKind[];

/** Kinds for which a rule of the user may answer an ordinary question. */
export const allowableKinds: readonly EffectKind[] = ["write", "exec", "fetch"];

const effect = z.enum(effectKinds);

const fields = {
  effect: z
    .union([effect, z.array(effect).min(1)])
    .describe(
      "What the rule applies to: reading or listing files, writing them, running a command, fetching an address, delegating work to another agent.",
    ),
  match: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
    .describe(
      'For read, list and write, a glob pattern of the path relative to a workspace folder, or of the absolute path; for exec, a token prefix like ["git", "push"], a text or a /regex/; for fetch, a host (*.example.org matches every host below it); for delegate, a glob pattern of the name. "*" alone matches everything.',
    ),
  reason: z.string().min(1).max(300).optional().describe("The reason, as one clause; shown to people and models."),
  matches: z
    .array(z.string())
    .optional()
    .describe("Examples that the rule must match; checked when the rule is loaded."),
  misses: z
    .array(z.string())
    .optional()
    .describe("Examples that the rule must not match; checked when the rule is loaded."),
};

/** Tokens mean something for commands alone. */
const tokensAreForCommands = (rule: { effect: unknown; match: unknown }) =>
  !Array.isArray(rule.match) || [rule.effect].flat().every((kind) => kind === "exec");
const tokensProblem = { path: ["match"], message: "a list of tokens is only allowed for exec" };

/** A rule that may say anything: the user's own, and those of a workspace, where `allow` is ignored. */
export const policyRule = z
  .strictObject({
    ...fields,
    decision: z
      .enum(["allow", "ask", "deny"])
      .describe(
        "deny refuses; ask asks a person; allow skips the ordinary question before a write, a command or a fetch, in user settings only. The strictest rule applies.",
      ),
  })
  .refine(tokensAreForCommands, tokensProblem)
  .describe("A rule on what tools may do.");
/** See {@link policyRule}. */
export type PolicyRule = z.infer<typeof policyRule>;

/** A rule of an administrator, which can only tighten. */
export const managedRule = z
  .strictObject({ ...fields, decision: z.enum(["ask", "deny"]).describe("deny refuses; ask asks a person each time.") })
  .refine(tokensAreForCommands, tokensProblem)
  .describe("A rule on what tools may do; it can only tighten.");

/** The kinds of effect that a rule is about. */
export const kindsOf = ({ effect }: Pick<PolicyRule, "effect">): readonly EffectKind[] =>
  Array.isArray(effect) ? effect : [effect];

/** `.toolcrib/policy.jsonc` of a workspace folder. */
export const workspacePolicy = z
  .strictObject({
    $schema: z.string().optional().describe("Address of the schema of this file."),
    version: z.literal(1).default(1).describe("Version of this format."),
    rules: z
      .array(policyRule)
      .default([])
      .describe("Rules for everyone who works in this folder. They can only tighten."),
  })
  .describe("Toolcrib's policy for a workspace folder. It can only tighten the user's settings.");
