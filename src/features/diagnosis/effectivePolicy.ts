/** What the policy says here and now: examples judged by the very rules that judge calls, and where each rule comes from. */

import type { CallPolicy } from "../../core/calls/callPolicy";
import { judgeEffect, type Rule } from "../../core/rules/rule";
import type { SourcedRule } from "../../core/settings/policies";
import { kindsOf } from "../../core/settings/sections/policyRule";
import { type Settings, settingNames } from "../../core/settings/settings";
import { type Decision, type DecisionSource, type PolicyPlace, sourceText } from "../../core/vocabulary/decision";
import type { Effect } from "../../core/vocabulary/effect";
import { childOf } from "../../core/vocabulary/paths";

/** A question that the policy was asked. */
export interface JudgedExample {
  readonly group: "Read" | "Write" | "Run" | "Reach";
  /** What would be done, in a few words. */
  readonly what: string;
  readonly verdict: Decision["kind"];
  /** Which rule decided, and why. */
  readonly rule: string;
  readonly reason: string;
  /** What a person changes to get another verdict. */
  readonly change?: DecisionSource;
}

/** A rule of somebody's, and where it stands. */
export interface PolicyLine {
  readonly source: string;
  /** Absent for one of the settings. */
  readonly place?: PolicyPlace;
  readonly decision: string;
  readonly about: string;
}

/** Everything that decides. */
export interface EffectivePolicy {
  readonly examples: readonly JudgedExample[];
  /** Rules of administrators, workspaces and the person, in the order in which they count. */
  readonly rules: readonly PolicyLine[];
  /** Settings that decide on calls and differ from their defaults. */
  readonly settings: readonly { readonly name: string; readonly value: unknown }[];
}

/** Settings that no verdict depends on are left out. */
const deciding = new Set<string>([
  ...["readOutsideRoots", "additionalRoots", "protectedPaths", "secretPaths", "policy", "managedPolicy", "sandbox"],
  ...["commands.allow", "commands.deny", "commands.review", "workspaces.commands", "agents.commandsInWorktree"],
  ...["web.allowedHosts", "web.deniedHosts", "web.allowLocal", "edits.modelRepair", "workspaceMode"],
  ...["classification.rules", "classification.raise", "classification.outflow", "classification.ceiling"],
]);

/** What the policy is asked: a group of examples, what would be done, and its effect. */
type Question = readonly [JudgedExample["group"], string, Effect];

const text = new TextEncoder().encode("x\n");

async function judged(
  rules: readonly Rule[],
  context: CallPolicy,
  [group, what, effect]: Question,
): Promise<JudgedExample> {
  const { kind: verdict, rule, reason, source } = await judgeEffect(rules, effect, context);
  return { group, what, verdict, rule, reason, ...(source && { change: source }) };
}

async function questions(context: CallPolicy): Promise<readonly Question[]> {
  const root = await context.resolve(context.roots[0] ?? ".");
  const at = (place: string) => context.resolve(childOf(root, place).path);
  const home = await context.resolve(context.home);
  const outside = childOf(home, "notes-outside-the-workspace.txt");
  const write = (target: Awaited<ReturnType<typeof at>>): Effect => ({
    kind: "write",
    target,
    before: undefined,
    after: text,
  });
  const run = (command: string): Effect => ({
    kind: "exec",
    command,
    cwd: root,
    timeoutMs: context.settings.limits.commandTimeoutMs,
  });
  const fetch = (url: string): Effect => ({ kind: "fetch", url, method: "GET" });
  return [
    ["Read", "a file in the workspace", { kind: "read", target: await at("README.md") }],
    ["Read", "a file that may hold secrets (.env)", { kind: "read", target: await at(".env") }],
    ["Read", "a file outside the workspace", { kind: "read", target: outside }],
    ["Write", "a file in the workspace", write(await at("toolcrib-example.txt"))],
    ["Write", "a file that programs run or obey (.vscode/tasks.json)", write(await at(".vscode/tasks.json"))],
    ["Write", "a file outside the workspace", write(outside)],
    ["Run", "git status", run("git status")],
    ["Run", "npm test", run("npm test")],
    ["Run", "curl https://example.com", run("curl https://example.com")],
    ["Run", "sudo true", run("sudo true")],
    ["Reach", "https://example.com", fetch("https://example.com/")],
    ["Reach", "http://localhost:3000", fetch("http://localhost:3000/")],
    ["Reach", "http://169.254.169.254 (a cloud's secrets)", fetch("http://169.254.169.254/")],
  ];
}

const sources = { managed: "an administrator", workspace: "the workspace", user: "your settings" } as const;

function lineOf({ source, rule, place }: SourcedRule): PolicyLine {
  const match = typeof rule.match === "string" ? rule.match : JSON.stringify(rule.match);
  return {
    source: `${sources[source]}${place ? ` (${sourceText(place)})` : ""}`,
    ...(place && { place }),
    decision: rule.decision,
    about: `${kindsOf(rule).join(", ")} of ${match}`,
  };
}

/** @param defaults every setting as it is when nobody has set it. */
export async function effectivePolicy(
  rules: readonly Rule[],
  context: CallPolicy,
  defaults: Settings,
): Promise<EffectivePolicy> {
  const examples = await Promise.all((await questions(context)).map((question) => judged(rules, context, question)));
  const { settings, policies } = context;
  const differs = (name: keyof Settings) => JSON.stringify(settings[name]) !== JSON.stringify(defaults[name]);
  return {
    examples,
    rules: policies.rules.map(lineOf),
    settings: settingNames
      .filter((name) => deciding.has(name) && differs(name))
      .map((name) => ({ name: `toolcrib.${name}`, value: settings[name] })),
  };
}

/** What tools may do with one file: read it, change or create it, delete it. @param path absolute. */
export async function fileVerdicts(
  rules: readonly Rule[],
  context: CallPolicy,
  path: string,
): Promise<readonly JudgedExample[]> {
  const target = await context.resolve(path);
  const write = (after: Uint8Array | undefined): Effect => ({ kind: "write", target, before: text, after });
  const effects: readonly Question[] = [
    ["Read", "read it", { kind: "read", target }],
    ["Write", "change it", write(new Uint8Array())],
    ["Write", "delete it", write(undefined)],
  ];
  return Promise.all(effects.map((question) => judged(rules, context, question)));
}

const words = { allow: "allowed without a question", ask: "asks", deny: "denied" } as const;

/** As text for a terminal. */
export function effectivePolicyText({ examples, rules, settings }: EffectivePolicy): string {
  const groups = ["Read", "Write", "Run", "Reach"] as const;
  const parts = groups.map((group) =>
    [
      group,
      ...examples
        .filter((example) => example.group === group)
        .map(
          ({ what, verdict, rule, reason, change }) =>
            `  ${what}: ${words[verdict]} (${rule}: ${reason}${change ? `; see ${sourceText(change)}` : ""})`,
        ),
    ].join("\n"),
  );
  const own = rules.map(({ source, decision, about }) => `  ${decision} ${about}, from ${source}`);
  const set = settings.map(({ name, value }) => `  ${name}: ${JSON.stringify(value)}`);
  return [
    ...parts,
    ["Rules", ...(own.length > 0 ? own : ["  none beside the built-in ones"])].join("\n"),
    ["Settings that differ from their defaults", ...(set.length > 0 ? set : ["  none that decides on calls"])].join(
      "\n",
    ),
  ].join("\n\n");
}
