/** The settings of hooks, and what stands for one that cannot be read (PO-1, PO-5). */
import * as z from "zod";
import { define } from "./defineSetting";
import { effectKinds } from "./policyRule";

const globs = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);

const matcher = z
  .strictObject({
    tool: globs.optional().describe("Glob patterns of the tool's name, in its own dialect or in the dialect standard."),
    effect: z
      .union([z.enum(effectKinds), z.array(z.enum(effectKinds)).min(1)])
      .optional()
      .describe("Effects, of which the call must have at least one."),
    path: globs
      .optional()
      .describe(
        "Glob patterns of files or folders that the call reads, lists or writes, relative to a workspace folder or absolute. Files that a command touches are not considered.",
      ),
  })
  .describe("Which calls run the hook: those that match everything given here. Default: all calls.");

const fields = {
  name: z.string().min(1).max(60).describe("Name of the hook, shown to people and models."),
  matcher: matcher.optional(),
  command: z
    .union([z.string().min(1), z.array(z.string()).min(1)])
    .describe("A shell command line, or a program and its arguments run without a shell."),
  timeoutMs: z
    .number()
    .int()
    .min(100)
    .max(600_000)
    .default(10_000)
    .describe("Maximum run time in milliseconds, after which the program is stopped."),
  diff: z
    .boolean()
    .default(false)
    .describe("Whether the program also receives a unified diff of every file that is written."),
};

const afterHook = z.strictObject(fields).describe("A program that runs after calls that were made or refused.");
const onFailure = z.enum(["deny", "ask"]);
const beforeHook = z
  .strictObject({
    ...fields,
    onFailure: onFailure
      .default("deny")
      .describe("What happens to the call when the program fails, is too slow or gives an invalid answer."),
  })
  .describe("A program that runs before calls are made.");

/** Which calls run a hook. */
export type HookMatcher = z.infer<typeof matcher>;
/** A program that runs after calls have ended. */
export type AfterHook = z.infer<typeof afterHook>;
/** A program that runs before calls are made. */
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
    "Programs that receive each call as JSON on standard input before it is made, and may deny it or have a person asked. They can only tighten: see docs/hooks.md. They run outside the sandbox.",
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
        "Programs that receive each call and its result as JSON on standard input after it has ended. Their answers are passed on to the model. They run outside the sandbox.",
      ),
    "machine",
  ),
};
