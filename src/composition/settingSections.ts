/** How the settings are grouped for people; see `contributes.configuration`. */
import { type SettingName, settingNames } from "../core/settings/settings";

/** One group of settings. */
export interface SettingSection {
  /** For keys of texts. */
  readonly name: string;
  readonly title: string;
  readonly settings: readonly SettingName[];
}

/** Every setting that is in no other section is in the last one. */
const named: readonly SettingSection[] = [
  {
    name: "essentials",
    title: "Essentials",
    settings: [
      ...(["commands.review", "commands.allow", "commands.deny", "sandbox", "review.openDiff"] as const),
      ...(["web.allowedHosts", "secretPaths", "protectedPaths", "additionalRoots", "readOutsideRoots"] as const),
    ],
  },
  {
    name: "web",
    title: "Web and Web Search",
    settings: [
      ...(["web.search.provider", "web.search.address", "web.search.engine", "web.search.template"] as const),
      ...(["web.deniedHosts", "web.allowLocal", "web.respectRobots", "web.userAgent"] as const),
    ],
  },
  {
    name: "folders",
    title: "Folders",
    settings: ["workspaces.folder", "agents.worktreeFolder", "schedules.resultsFolder", "skills.installTo"],
  },
  {
    name: "agents",
    title: "Chat, Agents and Schedules",
    settings: [
      ...(["chat.otherTools", "chat.maxRounds", "judgeBuiltInTools", "mcp.offerServer"] as const),
      ...(["agents.commandsInWorktree", "workspaces.commands", "schedules.enabled", "schedules.notify"] as const),
    ],
  },
  {
    name: "confidentiality",
    title: "Confidentiality and Policy",
    settings: [
      ...(["classification.rules", "classification.raise", "classification.outflow"] as const),
      ...(["classification.ceiling", "classification.redactSecrets", "commands.hiddenVariables"] as const),
      ...(["policy", "managedPolicy", "audit.strict"] as const),
    ],
  },
];

/** All sections in their order, with every setting in one of them. */
export function settingSections(): readonly SettingSection[] {
  const placed = new Set(named.flatMap(({ settings }) => settings));
  const rest = settingNames.filter((name) => !placed.has(name));
  return [...named, { name: "advanced", title: "Advanced", settings: rest }];
}
