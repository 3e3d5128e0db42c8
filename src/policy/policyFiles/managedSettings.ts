/** What policies make of the settings: an administrator's word can only tighten them (EN-3, D-19). */

import { limitNames, type ManagedPolicy } from "../../core/settings/managedPolicy";
import type { Policies } from "../../core/settings/policies";
import { kindsOf, type PolicyRule } from "../../core/settings/sections/policyRule";
import type { CommandRule, Settings } from "../../core/settings/settings";
import { isAgentNamed } from "../../core/vocabulary/caller";
import { lower as lowerLevel } from "../../core/vocabulary/level";

/** The lower of two limits; 0 is none. */
const lower = (held: number, wanted: number | undefined): number =>
  wanted === undefined || wanted === 0 ? held : held === 0 ? wanted : Math.min(held, wanted);

function withLimits(settings: Settings, { exec }: ManagedPolicy, agent: string): Settings {
  const { default: common = {}, agents = {} } = exec?.limits ?? {};
  const own = Object.entries(agents).flatMap(([name, limits]) => (isAgentNamed(agent, name) ? [limits] : []));
  const values = limitNames.map((name) => {
    const wanted = [common, ...own].map((limits) => limits[name]);
    return [name, wanted.reduce<number>(lower, settings.limits[name])] as const;
  });
  return { ...settings, limits: { ...settings.limits, ...Object.fromEntries(values) } };
}

/** Lists that are kept empty, and lists that only grow; see the schema. */
const emptied = ["policy", "commands.allow", "web.allowedHosts", "web.allowLocal"] as const;
const grown = [
  "commands.deny",
  "commands.hiddenVariables",
  "web.deniedHosts",
  "protectedPaths",
  "secretPaths",
  "classification.raise",
] as const;

/** From the fewest questions to the most. */
const reviews = ["changes", "always", "off", "before"] as const;

/** What is asked about before stays so, but with `off` nothing could be reviewed or undone. */
function pinnedReview(own: Settings["commands.review"], pin: Settings["commands.review"] | undefined) {
  if (pin === undefined) return own;
  if (own === "off") return "before";
  return reviews.indexOf(own) < reviews.indexOf(pin) ? pin : own;
}

function withPinned(settings: Settings, { settings: pinned = {} }: ManagedPolicy): Settings {
  const { sandbox, readOutsideRoots } = pinned;
  const lists = [
    ...emptied.flatMap((name) => (pinned[name] ? [[name, []]] : [])),
    ...grown.flatMap((name) => (pinned[name] ? [[name, [...settings[name], ...pinned[name]]]] : [])),
  ];
  return {
    ...settings,
    ...Object.fromEntries(lists),
    ...(sandbox && { sandbox }),
    ...(readOutsideRoots && { readOutsideRoots }),
    "commands.review": pinnedReview(settings["commands.review"], pinned["commands.review"]),
    "audit.strict": settings["audit.strict"] || pinned["audit.strict"] === true,
    "edits.modelRepair": settings["edits.modelRepair"] && pinned["edits.modelRepair"] !== false,
  };
}

function withClassification(
  settings: Settings,
  { settings: pinned = {}, ceilings = {} }: ManagedPolicy,
  agent: string,
) {
  const own = Object.entries(ceilings).flatMap(([name, level]) => (isAgentNamed(agent, name) ? [level] : []));
  const wanted = [settings["classification.ceiling"], pinned["classification.ceiling"] ?? "RESTRICTED", ...own];
  return {
    ...settings,
    "classification.ceiling": wanted.reduce(lowerLevel),
    "classification.outflow": pinned["classification.outflow"] ?? settings["classification.outflow"],
    "classification.redactSecrets":
      settings["classification.redactSecrets"] || pinned["classification.redactSecrets"] === true,
  };
}

/** The settings under every managed policy: never looser in anything than they were. */
export const tightened = (settings: Settings, { managed }: Pick<Policies, "managed">, agent: string): Settings =>
  managed.reduce(
    (held, policy) => withClassification(withLimits(withPinned(held, policy), policy, agent), policy, agent),
    settings,
  );

/** An exact text in `commands.allow` also lifts a denial of the user's (C-40), which a rule of the policy must not. */
const withoutExemption = (match: PolicyRule["match"]): CommandRule =>
  typeof match !== "string" || /^\/.+\/[iu]*$/s.test(match)
    ? match
    : `/${match.trim().replace(/[$()*+.?[\\\]^{|}]/g, "\\$&")}/`;

/** The commands and hosts that the user's rules allow, put where such are looked for. */
export function withAllowances(settings: Settings, { rules }: Pick<Policies, "rules">): Settings {
  const allowing = (kind: "exec" | "fetch") =>
    rules.flatMap(({ source, rule }) =>
      source === "user" && rule.decision === "allow" && kindsOf(rule).includes(kind) ? [rule.match] : [],
    );
  const commands = allowing("exec");
  const hosts = allowing("fetch").filter((match) => typeof match === "string");
  if (commands.length === 0 && hosts.length === 0) return settings;
  return {
    ...settings,
    "commands.allow": [...settings["commands.allow"], ...commands.map(withoutExemption)],
    "web.allowedHosts": [...settings["web.allowedHosts"], ...hosts],
  };
}
