/**
 * What a hook's program answered. Other programs have such hooks too, and what these say there is understood here: exit
 * code 2 and the standard error, `hookSpecificOutput`, `approve` and `block`.
 */
import * as z from "zod";
import type { HookAnswer } from "../../core/calls/beside/hooks";
import type { Decision } from "../../core/vocabulary/decision";
import { failureOpinion, hookOpinionOf, noteOf, type Speaker } from "./hookOpinions";
import type { HookEvent } from "./standardInput";

/** By this exit code a program says no, with its standard error as the reason. */
const refusing = 2;

const kinds = { allow: "allow", approve: "allow", defer: "allow", ask: "ask", deny: "deny", block: "deny" } as const;

const common = {
  reason: z.string().optional(),
  continue: z.boolean().optional(),
  stopReason: z.string().optional(),
  suppressOutput: z.boolean().optional(),
  systemMessage: z.string().optional(),
};
const eventOf = (event: HookEvent) => ({
  hookEventName: z.literal(event).optional(),
  additionalContext: z.string().optional(),
});

/** Nothing else may stand in it: a word that is not known may have been meant to refuse, or to change the call. */
const verdict = z.strictObject({
  ...common,
  decision: z.enum(["allow", "approve", "ask", "deny", "block"]).optional(),
  hookSpecificOutput: z
    .strictObject({
      ...eventOf("PreToolUse"),
      permissionDecision: z.enum(["allow", "ask", "deny", "defer"]).optional(),
      permissionDecisionReason: z.string().optional(),
    })
    .optional(),
});

const comment = z.looseObject({
  ...common,
  note: z.string().optional(),
  decision: z.literal("block").optional(),
  hookSpecificOutput: z.looseObject(eventOf("PostToolUse")).optional(),
});

interface Said {
  readonly kind: Decision["kind"];
  readonly reason: string;
}

/** An answer, or why it is none, as one clause. */
type Read<T> = { readonly value: T } | { readonly failure: string };

function saidIn(given: z.infer<typeof verdict>): Said[] {
  const { decision, reason = "", stopReason = reason, hookSpecificOutput = {} } = given;
  const { permissionDecision, permissionDecisionReason = "" } = hookSpecificOutput;
  return [
    ...(decision ? [{ kind: kinds[decision], reason }] : []),
    ...(permissionDecision ? [{ kind: kinds[permissionDecision], reason: permissionDecisionReason }] : []),
    ...(given.continue === false ? [{ kind: "deny" as const, reason: stopReason }] : []),
  ];
}

function parsed<T>(schema: z.ZodType<T>, text: string): Read<T> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { failure: "it printed something that is not JSON" };
  }
  const { data, error } = schema.safeParse(json);
  if (data) return { value: data };
  const { message, path } = error?.issues[0] ?? { message: "no object", path: [] };
  return { failure: `it printed JSON that is not a valid answer (${[...path, message].join(": ")})` };
}

const exitFailure = (exitCode: number, stderr: string) =>
  `it ended with exit code ${exitCode}${stderr.trim() === "" ? "" : `: ${stderr}`}`;

function readVerdict(answer: HookAnswer): Read<readonly Said[]> {
  if (answer.kind === "failed") return answer;
  const { exitCode, stdout, stderr } = answer;
  if (exitCode === refusing) return { value: [{ kind: "deny", reason: stderr }] };
  if (exitCode !== 0) return { failure: exitFailure(exitCode, stderr) };
  if (stdout.trim() === "") return { value: [] };
  const read = parsed(verdict, stdout);
  return "failure" in read ? read : { value: saidIn(read.value) };
}

/** A program's opinions on a call; an allow counts for nothing. */
export function programOpinions(speaker: Speaker, onFailure: "ask" | "deny", answer: HookAnswer): Decision[] {
  const read = readVerdict(answer);
  if ("failure" in read) return [failureOpinion(speaker, onFailure, read.failure)];
  return read.value.flatMap(({ kind, reason }) => (kind === "allow" ? [] : [hookOpinionOf(speaker, kind, reason)]));
}

/** What a program wants told to the model once the call has ended, or why that is not known. */
export function programNotes(speaker: Speaker, answer: HookAnswer): Read<readonly string[]> {
  if (answer.kind === "failed") return answer;
  const { exitCode, stdout, stderr } = answer;
  if (exitCode === refusing) return { value: noteOf(speaker, stderr) };
  if (exitCode !== 0) return { failure: exitFailure(exitCode, stderr) };
  // What a formatter prints for people is nothing that failed.
  if (!stdout.trimStart().startsWith("{")) return { value: [] };
  const read = parsed(comment, stdout);
  if ("failure" in read) return read;
  const { note = "", decision, reason = "", hookSpecificOutput = {} } = read.value;
  const { additionalContext = "" } = hookSpecificOutput;
  return { value: [note, decision ? reason : "", additionalContext].flatMap((text) => noteOf(speaker, text)) };
}
