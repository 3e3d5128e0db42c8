/** The settings of hooks, and what stands for one that cannot be read (PO-1, PO-5). */
import * as z from "zod";
import { define } from "./defineSetting";
import { effectKinds } from "./policyRule";

const globs = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);

const matcher = z
  .strictObject({
    tool: globs.optional().describe("Globs on the tool's name, in its dialect or in the dialect `standard`."),
    effect: z
      .union([z.enum(effectKinds), z.array(z.enum(effectKinds)).min(1)])
      .optional()
      .describe("Kinds of effect of which the call has one."),
    path: globs
      .optional()
      .describe(
        "Globs on a file or folder that the call reads, lists or writes: below a workspace folder, or absolute. What a command touches is not looked for.",
      ),
  })
  .describe("Which calls the hook is told of: those that fit everything named here. Absent: all.");

const fields = {
  name: z.string().min(1).max(60).describe("Names the hook to people and models."),
  matcher: matcher.optional(),
  command: z
    .union([z.string().min(1), z.array(z.string()).min(1)])
    .describe("A line for the shell, or a program and its arguments, which no shell reads."),
  timeoutMs: z
    .number()
    .int()
    .min(100)
    .max(600_000)
    .default(10_000)
    .describe("Milliseconds after which the program is stopped."),
  diff: z.boolean().default(false).describe("Whether it is also given a unified diff of every file that is written."),
};

const afterHook = z.strictObject(fields).describe("A program that is told of calls that were made or refused.");
const onFailure = z.enum(["deny", "ask"]);
const beforeHook = z
  .strictObject({
    ...fields,
    onFailure: onFailure
      .default("deny")
      .describe("What becomes of the call when the program fails, is too slow or says nothing that can be read."),
  })
  .describe("A program that is told of calls before they are made.");

/** Which calls a hook is told of. */
export type HookMatcher = z.infer<typeof matcher>;
/** A program that is told of calls once they have ended. */
export type AfterHook = z.infer<typeof afterHook>;
/** A program that is told of calls before they are made. */
export type BeforeHook = z.infer<typeof beforeHook>;

/** Stands for a hook whose setting cannot be read: it fails at every call that it may have been about. */
export interface BrokenHook extends Pick<BeforeHook, "name" | "matcher" | "onFailure"> {
  /** What is wrong with it, one clause. */
  readonly broken: string;
}

/** What can still be read of a broken hook; all calls where it is not known which it was about. */
function standIn(entry: unknown, problem: string): BrokenHook {
  const given = (typeof entry === "object" && entry !== null ? entry : {}) as Partial<Record<string, unknown>>;
  const part = <T>(schema: z.ZodType<T>, value: unknown) => schema.safeParse(value).data;
  const name = part(fields.name, given.name) ?? "without a name";
  const about = part(fields.matcher, given.matcher);
  return {
    name,
    ...(about && { matcher: about }),
    onFailure: part(onFailure, given.onFailure) ?? "deny",
    broken: problem,
  };
}

const beforeHooks = z
  .array(beforeHook)
  .default([])
  .describe(
    "Programs that are told of a call before it is made, as JSON on their standard input, and may deny it or have a person asked. They tighten and never loosen: see docs/hooks.md. They run outside the sandbox.",
  );

/** Entries of {@link settingDefinitions}. */
export const hookSettings = {
  "hooks.before": {
    ...define(beforeHooks as z.ZodType<readonly (BeforeHook | BrokenHook)[]>, "machine"),
    standIn,
  },
  "hooks.after": define(
    z
      .array(afterHook)
      .default([])
      .describe(
        "Programs that are told of a call and its result once it has ended, as JSON on their standard input; what they answer is told to the model. They run outside the sandbox.",
      ),
    "machine",
  ),
};
