/** What a tool of another extension says that a call would do, as effects that the policy judges. */
import * as z from "zod";
import type { ToolEffect } from "../../../toolcrib-api";
import type { PlanContext } from "../../core/tools/tool";
import { inTime } from "../../core/util/timeLimit";
import type { Effect } from "../../core/vocabulary/effect";
import { ToolError } from "../../core/vocabulary/toolError";
import type { RegisteredTool } from "./registeredTools";
import { clauseOf, toolFailure } from "./toolFailure";

/** Milliseconds that a tool may take to say what a call would do. */
const timeoutMs = 5000;

const text = z.string().min(1).max(100_000);

const declared = z
  .array(
    z.discriminatedUnion("kind", [
      z.object({ kind: z.enum(["read", "list"]), path: text }),
      z.object({ kind: z.literal("write"), path: text, content: z.string().max(10_000_000).nullable() }),
      z.object({ kind: z.literal("exec"), command: text, cwd: text.optional() }),
      z.object({ kind: z.literal("fetch"), url: text, method: z.enum(["GET", "POST", "HEAD"]).default("GET") }),
    ]),
  )
  .max(100);

type Declared = z.infer<typeof declared>[number];

/**
 * Asks the tool, and looks at the files that are to be changed.
 * @throws ToolError `tool_failed` when it does not say, `invalid_input` and others for what cannot be done.
 */
export async function declaredEffects(
  registered: RegisteredTool,
  input: Record<string, unknown>,
  context: PlanContext,
): Promise<readonly Effect[]> {
  const effects: Effect[] = [];
  for (const one of await asked(registered, input)) effects.push(await effectOf(one, context));
  return effects;
}

async function asked(registered: RegisteredTool, input: Record<string, unknown>): Promise<readonly Declared[]> {
  const { definition } = registered;
  if (!definition.effects) return [];
  let said: readonly ToolEffect[];
  try {
    said = await inTime(() => definition.effects?.(structuredClone(input)) ?? [], timeoutMs);
  } catch (error) {
    throw toolFailure(registered, `it could not tell what it would do, ${clauseOf(error)}`);
  }
  const { data, error } = declared.safeParse(said);
  if (data) return data;
  const at = error.issues[0]?.path.join(".") || "all of it";
  throw toolFailure(registered, `it declared an invalid effect (${at}: ${clauseOf(error.issues[0]?.message)})`);
}

async function effectOf(one: Declared, { host, settings }: PlanContext): Promise<Effect> {
  switch (one.kind) {
    case "read":
    case "list":
      return { kind: one.kind, target: await host.resolve(one.path) };
    case "fetch":
      return one;
    case "exec":
      return {
        kind: "exec",
        command: one.command,
        language: host.shellLanguage(),
        cwd: await host.resolve(one.cwd ?? "."),
        timeoutMs: settings.limits.toolTimeoutMs,
        // The extension starts it, and nothing holds what an extension starts.
        outsideSandbox: true,
      };
    case "write":
      return writeOf(one.path, one.content, host);
  }
}

async function writeOf(path: string, content: string | null, host: PlanContext["host"]): Promise<Effect> {
  const target = await host.resolve(path);
  await host.mayWrite(target);
  const stat = await host.stat(target);
  if (stat?.kind === "directory")
    throw new ToolError("is_directory", `${target.shown} is a folder, and only a file can be written.`);
  const before = stat ? await host.read(target) : undefined;
  if (content !== null) return { kind: "write", target, before, after: new TextEncoder().encode(content) };
  if (!stat) throw new ToolError("not_found", `There is no ${target.shown} to delete.`);
  return { kind: "write", target, before, after: undefined, ...(stat.mode !== undefined && { mode: stat.mode }) };
}
