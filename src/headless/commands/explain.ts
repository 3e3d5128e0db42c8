/** `toolcrib explain`: what the policy would say, with nothing done (D-1). */
import type { Readable } from "node:stream";
import type { CallPolicy } from "../../core/calls/callPolicy";
import { judgeEffect } from "../../core/rules/rule";
import { withScheme } from "../../core/text/addresses/parsedAddress";
import { type Decision, deny } from "../../core/vocabulary/decision";
import type { Effect } from "../../core/vocabulary/effect";
import { messageOf } from "../../core/vocabulary/toolError";
import { separatedPieces } from "../../node/search/ripgrep/separatedText";
import type { Machine } from "../machine";
import type { Options } from "../options";
import { UsageError } from "../usageError";

const lineFeed = 0x0a;

type Question = Readonly<Record<string, unknown>>;

/**
 * Explains the command that was given, or else answers questions line by line, in order.
 * @throws UsageError when several words were given, or nobody could type a question.
 */
export async function explain(
  machine: Machine,
  { positionals, json }: Pick<Options, "positionals" | "json">,
  input: Readable & { readonly isTTY?: boolean },
  print: (line: string) => void,
): Promise<void> {
  const [command] = positionals;
  if (positionals.length > 1)
    throw new UsageError('Put the command line in quotation marks: toolcrib explain "ls -l | wc -l".');
  if (command === undefined && input.isTTY)
    throw new UsageError('Name the command line: toolcrib explain "ls -l | wc -l". See toolcrib explain --help.');
  if (command === undefined) return answerLines(machine, input, print);
  print(json ? JSON.stringify(await answer(machine, JSON.stringify({ command }))) : await explained(machine, command));
}

/** For people. */
async function explained(machine: Machine, command: string): Promise<string> {
  const { decision, language, onLayer } = await judgeCommand(machine, command);
  const { explainedCommand } = await import("./explainedCommand");
  return explainedCommand(command, { ...decision, ...(onLayer && { onLayer }) }, language);
}

async function answerLines(machine: Machine, input: Readable, print: (line: string) => void): Promise<void> {
  for await (const pieces of separatedPieces(input, lineFeed))
    for (const { text } of pieces) if (text.trim() !== "") print(JSON.stringify(await answer(machine, text)));
}

async function answer(machine: Machine, line: string): Promise<object> {
  try {
    const question = (JSON.parse(line) ?? {}) as Question;
    const { decision, ...rest } = await judge(machine, question);
    return { decision: decision.kind, reason: decision.reason, rule: decision.rule, ...rest };
  } catch (error) {
    return { decision: "deny", reason: messageOf(error), rule: "input" };
  }
}

/**
 * The verdict on the words of a command, which is the same on every machine, and whether it runs at once on a layer here
 * although that verdict is to ask.
 */
async function judgeCommand({ crib }: Machine, command: string) {
  const here = crib.context();
  const context: CallPolicy = { ...here, settings: { ...here.settings, "commands.review": "before" } };
  const cwd = await context.resolve(".");
  const language = crib.host.shell.languageFor?.(context.settings.shell) ?? "bash";
  const timeoutMs = context.settings.limits.commandTimeoutMs;
  const effect: Effect = { kind: "exec", command, language, cwd, timeoutMs };
  const decision = await judgeEffect(crib.rules, effect, context);
  const held = decision.kind === "ask" ? await judgeEffect(crib.rules, effect, here) : decision;
  return { decision, language, ...(held.onLayer === "held" && held.kind === "allow" && { onLayer: held.onLayer }) };
}

async function judge(machine: Machine, question: Question): Promise<{ decision: Decision } & Record<string, unknown>> {
  const { crib } = machine;
  const context = crib.context();
  const decide = (effect: Effect) => judgeEffect(crib.rules, effect, context);
  const { command, read, write, fetch } = question;
  if (typeof command === "string") {
    const { decision, language } = await judgeCommand(machine, command);
    const { describeCommand } = await import("./describeCommand");
    return { decision, ...describeCommand(command, language) };
  }
  if (typeof read === "string")
    return { decision: await decide({ kind: "read", target: await context.resolve(read) }) };
  if (typeof write === "string")
    return { decision: await decide(await writeEffect(crib, await context.resolve(write))) };
  if (typeof fetch === "string")
    return { decision: await decide({ kind: "fetch", url: withScheme(fetch), method: "GET" }) };
  return {
    decision: deny("input", 'a question must be {"command": …}, {"read": …}, {"write": …} or {"fetch": …} with a text'),
  };
}

/** A write of nothing known: judged by where it goes, as a change of whatever is there. */
async function writeEffect(
  { host }: Machine["crib"],
  target: Awaited<ReturnType<typeof host.files.resolve>>,
): Promise<Effect> {
  const stat = await host.files.stat(target).catch(() => undefined);
  const before = stat?.kind === "file" ? new Uint8Array() : undefined;
  return { kind: "write", target, before, after: new Uint8Array() };
}
