/** What the policy wants commands held by: the same rules as for files and addresses, for the sandbox to enforce (D-15). */
import type { ConfinedCommand, Confinement, Reach } from "../../core/ports/confinement";
import type { RuleContext } from "../../core/rules/rule";
import type { Settings } from "../../core/settings/settings";
import { carriesUserName } from "../../core/text/addresses/parsedAddress";
import { accessHost, type ExtraAccess } from "../../core/vocabulary/extraAccess";
import { relativeInside } from "../../core/vocabulary/paths";
import { askingFile, type Program } from "../../core/vocabulary/program";
import { analyse } from "../../lib/shell/analyse";
import { machineLook } from "../../lib/shell/machineLook";
import type { SimpleCommand } from "../../lib/shell/words/types";
import { goesThroughFolders, takenFolders } from "../commands/reading/folderReaders";
import { foldName } from "../matching/fileNames";
import { hostOpinion, pathOpinion } from "../matching/ruleMatching";
import { isPrivateIp, isPublicIp } from "../network/addressKinds";
import { judgeAddress } from "../network/addressRule";
import { hostsIn } from "../network/commandHosts";
import { talksToNetwork } from "../network/networkPrograms";
import { namesOwnTemporary } from "./outsidePlaces";
import { mayBeProtected, protectedReason } from "./protectedPaths";
import { isSecretName, secretTest } from "./secretPaths";

/**
 * Folders and files whose mere presence makes an editor, git or an agent run or obey what is in them, and which programs
 * do not miss. What is masked is a folder for the while, so names that programs try to read as files are not among them.
 */
export const unplantable: readonly string[] = [
  ".git",
  ".vscode",
  ".idea",
  ".github",
  ".devcontainer",
  ".husky",
  ".claude",
  ".cursor",
];

/** Protected from tools that write files, but kept up to date by the programs that commands are for. */
const keptByPrograms = new Set([".git", "node_modules", ".yarn", ".bundle"]);

/** Programs of the person's that lie in the workspace, in folders too large to be looked through. */
const programPlaces: readonly string[] = [".venv/bin", "venv/bin", ".venv/Scripts", "venv/Scripts"];

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?):(\d+)$/i;

const reachOf = (settings: Settings, context: RuleContext): Reach => ({
  isEmpty: settings["web.allowedHosts"].length === 0 && settings["web.allowLocal"].length === 0,
  localPorts: [
    ...new Set(settings["web.allowLocal"].flatMap((entry) => loopback.exec(entry.trim())?.[1] ?? []).map(Number)),
  ],
  judge(url) {
    const { decision, isLocal } = judgeAddress(url, settings);
    // Nobody can be asked while a command runs.
    const refused = hostOpinion(url, context) ?? (decision.kind === "allow" ? undefined : decision);
    return { ...(refused && { refused: refused.reason }), isLocal };
  },
  isPublic: isPublicIp,
  isPrivate: isPrivateIp,
});

/** Hosts that a person let this command talk to, beside those of the settings. */
const grantedHosts = ({ program, wish }: ConfinedCommand): readonly string[] => [
  ...(program?.isGranted ? program.permissions.network : []),
  ...(wish ? [...wish.hosts, ...wish.packageHosts] : []),
];

const withHosts = (settings: Settings, hosts: readonly string[]): Settings =>
  hosts.length === 0 ? settings : { ...settings, "web.allowedHosts": [...settings["web.allowedHosts"], ...hosts] };

/** What the policy lets commands reach, as far as a program asked for it in the words of the same settings. */
function narrowedTo(program: Program, reach: Reach): Reach {
  const { network } = program.permissions;
  const asked = { "web.allowedHosts": [...network], "web.allowLocal": [...network], "web.deniedHosts": [] };
  const ports = new Set(network.flatMap((entry) => loopback.exec(entry)?.[1] ?? []).map(Number));
  return {
    ...reach,
    isEmpty: reach.isEmpty || network.length === 0,
    localPorts: reach.localPorts.filter((port) => ports.has(port)),
    judge(url) {
      const isAsked = judgeAddress(url, asked).decision.kind === "allow";
      return isAsked
        ? reach.judge(url)
        : { refused: `its ${askingFile(program)} does not list that access`, isLocal: false };
    },
  };
}

/**
 * What a held command may reach: nobody, but hosts that it was given, which the settings must not deny.
 * @param extra what it was given.
 */
function heldReach(reach: Reach, settings: Settings, context: RuleContext, extra: ExtraAccess | undefined): Reach {
  const given = new Set(extra?.hosts);
  return {
    ...reach,
    isEmpty: given.size === 0,
    localPorts: [],
    judge(url) {
      const host = accessHost(url);
      const { decision, isLocal } = judgeAddress(url, settings);
      const denial = [hostOpinion(url, context), decision].find((opinion) => opinion?.kind === "deny");
      if (denial || host === undefined) return { refused: denial?.reason ?? "it has no host", isLocal: false };
      if (carriesUserName(url)) return { refused: "it contains a user name or password", isLocal: false };
      if (given.has(host)) return { isLocal };
      return { refused: "nobody allowed it for this command", isLocal: false, mayBeAsked: true };
    },
  };
}

/** The port of this machine that a command is to ask without a word of its failure: `curl -s localhost:3000`. */
function askedPort(commands: readonly SimpleCommand[]): string | undefined {
  const asking = commands.filter(({ name = "" }) => /(?:^|\/)curl$/.test(name));
  return asking
    .flatMap(hostsIn)
    .flatMap((host) => /^(?:localhost|127\.0\.0\.1|\[::1\]):(\d+)$/.exec(host)?.[1] ?? [])[0];
}

/** What is known of a command by its words. */
function kindOf({
  command,
  language,
}: ConfinedCommand): Pick<
  Confinement,
  "talksToNetwork" | "usesGit" | "goesThroughFolders" | "takesFolders" | "hasParts" | "looksAtMachine" | "asksPort"
> {
  const commands = command === undefined ? [] : analyse(command, language).commands;
  const takesFolders = takenFolders(commands);
  const looksAtMachine = machineLook(commands);
  const asksPort = askedPort(commands);
  return {
    talksToNetwork: commands.some(talksToNetwork),
    usesGit: commands.some(({ name }) => name === "git"),
    goesThroughFolders: commands.some(goesThroughFolders),
    ...(takesFolders && { takesFolders }),
    ...(looksAtMachine && { looksAtMachine }),
    ...(asksPort !== undefined && { asksPort }),
    hasParts: commands.length > 1,
  };
}

/**
 * From the settings and folders of the moment.
 * @param effect what is run; its program may have asked for less than commands are let do (CT-2).
 */
export function confinementOf(context: RuleContext, effect: ConfinedCommand = {}): Confinement {
  const { program, extra, integration } = effect;
  const { settings, roots, home, closed } = context;
  const reach = reachOf(withHosts(settings, grantedHosts(effect)), context);
  // In the agent's own workspace programs keep their temporary files.
  const onlyReads = effect.onlyReads === true && context.inWorkspace !== true;
  const { talksToNetwork, ...kind } = kindOf(effect);
  const { command = "" } = effect;
  const plans = context.caller.planMode && context.inWorkspace !== true;
  return {
    onlyReads,
    changesNothing: plans || program?.permissions.writes === "none",
    ...kind,
    ...(onlyReads && extra && { extra }),
    ...(program && { program }),
    ...(integration !== undefined && { integration }),
    ...(effect.wish && { asksForHosts: true as const }),
    mode: settings.sandbox,
    clonesWorkspace: settings["commands.cloneWorkspace"],
    roots,
    project: context.project ?? "",
    isolated: context.isolated === true,
    workspace: context.workspace ?? [],
    ...(context.ownWorkspace !== undefined && { ownWorkspace: context.ownWorkspace }),
    alone: context.inWorkspace === true,
    home,
    closed,
    limits: {
      cpuSeconds: settings.limits.cpuSeconds,
      runCpuSeconds: settings.limits.runCpuSeconds,
      fileMegabytes: settings.limits.fileMegabytes,
      processes: settings.limits.processes,
      memoryMegabytes: settings.limits.memoryMegabytes,
      runMemoryMegabytes: settings.limits.runMemoryMegabytes,
    },
    reach: onlyReads ? heldReach(reach, settings, context, extra) : program ? narrowedTo(program, reach) : reach,
    talksToNetwork: !onlyReads && talksToNetwork,
    namesTemporary: namesOwnTemporary(command, context),
    unplantable,
    programPlaces,
    protectedPlaces: settings.protectedPaths
      .map((pattern) => pattern.replace(/^(?:\.?\/)+|\/+$/g, ""))
      .filter((pattern) => pattern !== "" && !/[*?[\]{}\\]|(?:^|\/)\.\.(?:\/|$)/.test(pattern)),
    secretTest: secretTest(context),
    protectedTest: `protected ${JSON.stringify([settings.protectedPaths, context.ownWorkspace, context.policies.rules, context.workspace])}`,
    isSecret: (path, root) => isSecretName(path, root, context),
    isProtected(root, path) {
      if (context.policies.rules.length === 0 && !mayBeProtected(path, settings)) return false;
      if (
        relativeInside(root, path)
          .split("/")
          .map(foldName)
          .some((name) => keptByPrograms.has(name))
      )
        return false;
      const target = { path, real: path, root, shown: path };
      return protectedReason(target, context) !== undefined || pathOpinion(target, "write", context) !== undefined;
    },
  };
}
