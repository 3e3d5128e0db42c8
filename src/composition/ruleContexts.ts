/** The facts and answers by which calls are judged, by the configuration as it is at that moment. */

import type { Approvals } from "../core/calls/approvals/approvals";
import type { CallPolicy } from "../core/calls/callPolicy";
import { CommandNeeds } from "../core/ports/commandNeeds";
import type { Host } from "../core/ports/host";
import { highestTaint, type Workspaces } from "../core/ports/workspaces";
import type { RuleContext } from "../core/rules/rule";
import type { Policies } from "../core/settings/policies";
import type { Settings } from "../core/settings/settings";
import { type Caller, nobody } from "../core/vocabulary/caller";
import type { ClosedFiles } from "../core/vocabulary/closedFiles";
import type { ExecEffect } from "../core/vocabulary/effect";
import { type AccessWish, joinedAccess } from "../core/vocabulary/extraAccess";
import { isInside } from "../core/vocabulary/paths";
import type { Audit } from "../features/audit/audit";
import { isKnownToWrite } from "../policy/commands/knownWrites";
import { ClosedFilesReader } from "../policy/files/closedFilesReader";
import { withClosedFolders } from "../policy/files/closedFolders";
import { askedGlobs, closedByRules } from "../policy/files/closingRules";
import { confinementOf } from "../policy/files/confinement";
import { twiceNamed } from "../policy/files/otherNames";
import { isSecretName, secretGlobs, secretPatterns, secretTest } from "../policy/files/secretPaths";
import { withRootPatterns } from "../policy/matching/rootPatterns";
import { reachOf } from "../policy/network/addressRule";
import { allowsRuntime } from "../policy/policyFiles/allowedRuntimes";
import { tightened, withAllowances } from "../policy/policyFiles/managedSettings";
import { policiesApart } from "../policy/policyFiles/policiesApart";
import { disabledReason } from "../policy/policyFiles/policyFileRule";
import { secretForms, secretValues } from "../policy/secrets/secretValues";
import type { Configuration, CribParts } from "./cribParts";

/** A folder in which an agent works apart from the person's. */
export interface Apart {
  readonly folder: string;
  /** It is the agent's own workspace rather than a worktree. */
  readonly inWorkspace?: boolean;
  /** See AgentWorkspace.from. */
  readonly from?: string | undefined;
}

interface ContextParts
  extends Pick<CribParts, "host" | "configuration" | "policies" | "workspaces" | "grants" | "disk"> {
  readonly approvals: Approvals;
  readonly audit: Audit;
}

/** Where a call works, and what applies there. */
interface CallPlace {
  readonly configuration: Configuration;
  readonly policies: Policies;
  readonly settings: Settings;
  readonly roots: readonly string[];
  /** Real path of the caller's own workspace. */
  readonly ownWorkspace: string | undefined;
}

/** Bytes of a file on the disk that a command is given; a larger one is refused. */
const largestSecretFile = 256 * 1024;

/** Makes the context of each call. */
export class RuleContexts {
  readonly #needs = new CommandNeeds();
  readonly #givenValues = new Set<string>();
  readonly #closedFiles: ClosedFilesReader;
  #unusable: string | undefined;

  constructor(private readonly parts: ContextParts) {
    this.#closedFiles = new ClosedFilesReader(parts.host.files);
  }

  /**
   * What `Crib.context` is for calls on one host.
   * @param apart the folder in which they work; by default the person's folders.
   */
  on(host: Host, apart: Partial<Apart> = {}): (caller?: Caller) => CallPolicy {
    return (caller = nobody) => {
      const place = this.#place(caller, apart);
      const isPlain = host.shell.isPlain?.(place.settings.shell) === true;
      return {
        ...this.#facts(caller, place, apart),
        ...(isPlain && { inPlainShell: true }),
        ...this.#machine(host),
        ...this.#answers(),
      };
    };
  }

  #place(caller: Caller, { folder, inWorkspace = false }: Partial<Apart>): CallPlace {
    const { workspaces } = this.parts;
    const configuration = this.parts.configuration();
    const { settings: given } = configuration;
    const written = this.parts.policies.read(given, configuration.roots);
    this.#notePolicies(written);
    const reachesOwn = folder === undefined && disabledReason(written, caller.agent) === undefined;
    const reached = reachesOwn ? workspaces.of(caller.agent)?.folder : undefined;
    const ownWorkspace = inWorkspace ? folder : reached;
    const policies = inWorkspace && folder ? policiesApart(written, configuration.roots, folder) : written;
    const { roots: persons, home } = configuration;
    const own = ownWorkspace !== undefined && this.parts.disk?.isInPlace(ownWorkspace) ? [ownWorkspace] : [];
    const roots = folder === undefined ? [...persons, ...own] : [folder];
    const held = tightened(withAllowances(this.#withPrefixes(given), policies), policies, caller.agent);
    const place = { roots: persons, home, inWorktree: folder !== undefined, isOnlyRoot: roots.length === 1 };
    // Nothing in an agent's own workspace is a file of the person's folders.
    const settings = inWorkspace ? held : withRootPatterns(held, place);
    return { configuration, policies, settings, roots, ownWorkspace };
  }

  #facts(caller: Caller, place: CallPlace, { folder, inWorkspace = false, from }: Partial<Apart>) {
    const { configuration, policies, settings, roots, ownWorkspace } = place;
    const { workspaces } = this.parts;
    const reader = this.#closedFiles;
    const closed = [...configuration.closed, workspaces.base];
    const facts = { ...configuration, caller, settings, policies, roots, closed, project: workspaces.project };
    // What an agent names in its own workspace closes nothing: a link there could tell it what is in any file.
    const tree = inWorkspace ? undefined : folder;
    const everywhere = [...new Set([...roots, ...configuration.roots])];
    const about = { ...facts, roots: everywhere, worktree: tree, workspace: configuration.roots };
    let files: Promise<ClosedFiles> | undefined;
    let ownTaint: ReturnType<Workspaces["taintOf"]> | undefined;
    return {
      ...facts,
      ...(ownWorkspace !== undefined && { ownWorkspace }),
      ...(folder !== undefined && { workspace: configuration.roots }),
      ...(folder !== undefined && (inWorkspace ? { inWorkspace } : { isolated: true, worktree: folder })),
      ownTaint() {
        const ofAgent = inWorkspace ? workspaces.of(caller.agent)?.folder : undefined;
        ownTaint ??= highestTaint(workspaces, [ownWorkspace, ofAgent, from]);
        return ownTaint;
      },
      closedFiles(this: RuleContext) {
        files ??= reader
          .read(configuration.roots, closedByRules(about), tree)
          .then((named) => withClosedFolders(named, this));
        return files;
      },
    };
  }

  #machine(host: Host) {
    const needs = this.#needs;
    const given = this.#givenValues;
    const { approvals, grants, disk } = this.parts;
    return {
      resolve: (path: string, base?: string) => host.files.resolve(path, base),
      async names(this: RuleContext, real: string) {
        return (await this.entries(real)).map(({ name }) => name);
      },
      async entries(real: string) {
        const found = await host.files.list(await host.files.resolve(real));
        return found.map(({ name, kind, link }) => ({ name, isFolder: kind === "directory" && !link }));
      },
      async otherNames(this: RuleContext, reals: readonly string[]) {
        return host.fileNames ? twiceNamed(reals, this, host.fileNames) : new Map();
      },
      async secretsBelow(this: RuleContext, folder: string) {
        const root = this.roots.find((one) => isInside(one, folder));
        const test = `${secretTest(this)} ${root ?? ""}`;
        return host.fileNames?.below(folder, test, (path) => isSecretName(path, root, this)) ?? { places: [] };
      },
      async ignoredBelow(folder: string, places: readonly string[]) {
        return host.search.ignoredNames(await host.files.resolve(folder), places);
      },
      repositoriesAt: (folder: string) => host.shell.repositoriesAt(folder),
      async isHeld(this: RuleContext, outsideSandbox: boolean) {
        return (await host.shell.isHeld?.(confinementOf(this), outsideSandbox)) ?? false;
      },
      async hasLayers(this: RuleContext) {
        const { shell } = host;
        return shell.whyNoLayer !== undefined && (await shell.whyNoLayer(confinementOf(this))) === undefined;
      },
      needsMore: needs.has.bind(needs),
      noteNeed: needs.note.bind(needs),
      missed: (effect: ExecEffect) => joinedAccess(approvals.extraFor(effect), needs.missed(effect)),
      noteMissed: needs.noteMissed.bind(needs),
      noteAnswer: needs.noteAnswer.bind(needs),
      isDeclined: needs.isDeclined.bind(needs),
      noteChange: needs.noteChange.bind(needs),
      isGranted: (wish: AccessWish) => grants.isGranted(wish),
      noteAccess: (wish: AccessWish, isYes: boolean) => grants.note(wish, isYes),
      secretForms,
      givenValues: () => given,
      noteGivenValues(values: readonly string[]) {
        for (const value of values) given.add(value);
      },
      secretValues: (content: Uint8Array, real: string) => [
        ...secretValues(content),
        ...secretValues(disk?.plainFile(real, largestSecretFile) ?? new Uint8Array()),
      ],
    };
  }

  #answers() {
    const { disk } = this.parts;
    return {
      hiddenGlobs(this: RuleContext) {
        const secretPaths = [...this.settings.secretPaths, ...askedGlobs(this)];
        // What an agent itself keeps in its workspace is for it to find.
        return secretGlobs({ secretPaths }, this.inWorkspace ? [] : secretPatterns);
      },
      hiddenVariables(this: RuleContext) {
        return this.settings["commands.hiddenVariables"];
      },
      allowsRuntime(this: RuleContext, runtime: string) {
        return allowsRuntime(this, runtime);
      },
      reach(this: RuleContext, ...[effect]: Parameters<CallPolicy["reach"]>) {
        return reachOf(effect, this);
      },
      confinement(this: RuleContext, ...[effect]: Parameters<CallPolicy["confinement"]>) {
        return confinementOf(this, effect);
      },
      diskGuard(this: RuleContext) {
        return disk?.guard(this);
      },
      isKnownToWrite,
    };
  }

  #withPrefixes(settings: Settings): Settings {
    const { prefixes } = this.parts.approvals;
    if (prefixes.length === 0) return settings;
    return { ...settings, "commands.allow": [...settings["commands.allow"], ...prefixes] };
  }

  #notePolicies({ unusable }: Policies): void {
    if (unusable === this.#unusable) return;
    this.#unusable = unusable;
    void this.parts.audit.note(unusable === undefined ? "policy repaired" : "policy broken", "", unusable ?? "");
  }
}
