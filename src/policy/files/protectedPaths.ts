/** Files that decide what programs, editors and agents do: written only after a person's yes to that change (D-7). */

import type { Rule, RuleContext } from "../../core/rules/rule";
import type { Settings } from "../../core/settings/settings";
import { clause, nested } from "../../core/text/clauses/clause";
import { askAlways, type Decision, deny } from "../../core/vocabulary/decision";
import type { Effect, ResolvedPath, WriteEffect } from "../../core/vocabulary/effect";
import { isInside, relativeInside } from "../../core/vocabulary/paths";
import { bothNames, foldPath, oddIn, oddPath } from "../matching/fileNames";
import { matchesGlob } from "../matching/globPattern";
import { memo } from "../matching/memo";
import { foldedNameOf, nameTest } from "../matching/namePatterns";
import { entrySource } from "../policyFiles/entrySource";
import { isBuildFolder } from "./obeyed/buildDescriptions";
import { changesEditorCode } from "./obeyed/editorCode";
import { ownFileReason } from "./ownFiles";
import { isGitData } from "./repositories/gitData";
import { isOwn } from "./scope";

const names = (text: string) => text.trim().split(/\s+/);

/** Protected wherever they lie below a root, with everything in them. */
export const protectedNames: readonly string[] = [
  // Version control and what runs on its events.
  ...names(
    ".git .hg .svn .jj .gitattributes .gitmodules .gitconfig .git-credentials .githooks .husky .huskyrc* .lefthook .hgrc",
  ),
  ...names(
    "lefthook.* lefthook-local.* .lefthook.* .lefthook-local.* .pre-commit-config.y*ml prek.toml .overcommit.yml",
  ),
  ...names("captainhook.json simple-git-hooks.* .simple-git-hooks.* lint-staged.config.* .lintstagedrc*"),
  // Editors and their tasks.
  ...names(
    ".vscode .vscode-server .vscode-insiders .idea .devcontainer .devcontainer.json devcontainer.json .fleet .zed .vs",
  ),
  ...names("*.code-workspace *.sublime-project .helix .theia .gitpod.yml .gitpod.dockerfile .idx .codesandbox .replit"),
  // Continuous integration.
  ...names(
    ".github .gitlab *.gitlab-ci.yml .circleci .travis.yml .buildkite azure-pipelines*.yml .azure-pipelines jenkinsfile",
  ),
  ...names(
    ".gitea .forgejo .woodpecker .woodpecker.y*ml .drone.y*ml .cirrus.yml .semaphore .tekton bitbucket-pipelines.yml",
  ),
  ...names("appveyor.yml .appveyor.yml cloudbuild.y*ml buildspec.y*ml codemagic.yaml bitrise.yml"),
  // Instructions, servers and settings of agents.
  ...names("agents.md agents.override.md agent.md claude.md claude.local.md gemini.md qwen.md copilot-instructions.md"),
  ...names("*.instructions.md crush.md warp.md iflow.md codebuddy.md"),
  ...names(
    "*.prompt.md *.chatmode.md *.agent.md .cursorrules .cursorignore .windsurfrules .clinerules .roorules .roomodes",
  ),
  ...names(
    ".mcp.json mcp.json .mcp mcp_config.json .cursor .claude .claude.json .codex .gemini .qwen .continue .windsurf .roo .cline .kiro",
  ),
  ...names(
    ".aider* .amp .trae .augment .junie .goose .goosehints .opencode opencode.json* .copilot .agents .agent .rules .toolcrib .toolcribignore .triggerfish .nanobot .flyto",
  ),
  ...names(".crush .crush.json crush.json .factory .iflow .codebuddy .qoder .openhands"),
  ...names(
    ".aiexclude .aiignore .geminiignore .qwenignore .clineignore .rooignore .codeiumignore .cursorindexingignore",
  ),
  // Secrets and the settings of tools that run code or send credentials.
  ...names(".env* .ssh .gnupg .aws .azure .kube .docker .netrc _netrc .npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .yarn"),
  ...names(
    ".pypirc pip.conf .pip .curlrc .wgetrc .ripgreprc .ackrc .agignore .direnv .mise .mise.*toml mise.*toml .tool-versions .bundle .gemrc",
  ),
  // What builds start with, and what they read first.
  ...names(
    "gradle-wrapper.jar gradle-wrapper.properties gradlew gradlew.bat mvnw mvnw.cmd .mvn .cargo bunfig.toml .bazelrc .bazeliskrc .pnp.cjs .pnp.loader.mjs",
  ),
  ...names("lefthook-local.yml rust-toolchain rust-toolchain.toml pyvenv.cfg"),
  // Start-up files of shells and programs.
  ...names(
    ".bashrc .bash_profile .bash_login .bash_logout .bash_aliases .bash_history .profile .zshrc .zshenv .zprofile .zlogin .zlogout",
  ),
  ...names(
    ".zsh_history .kshrc .cshrc .tcshrc .login .logout .inputrc config.fish .xprofile .xinitrc .xsession .xsessionrc",
  ),
  ...names(
    ".vimrc .gvimrc .exrc .nvimrc .nvim.lua .vim .emacs .emacs.d .screenrc .tmux.conf .gdbinit .lldbinit .pythonrc .irbrc .pryrc .rprofile",
  ),
  ...names(
    ".renviron .rdata .ghci .iex.exs .pdbrc .lvimrc sitecustomize.py usercustomize.py .dir-locals*.el .lesskey .config .local .crontab",
  ),
  // Code that runs without being looked at.
  "node_modules",
];

/** Both names of a path below its root, folded. A link in the root may lead to a protected file, or be named like one. */
function foldedPaths(target: ResolvedPath): string[] {
  const { root } = target;
  if (root === undefined) return [];
  return bothNames(target)
    .filter((path) => isInside(root, path))
    .map((path) => foldPath(relativeInside(root, path)));
}

const plainNames = new Set(protectedNames.filter((name) => !name.includes("*")));
const namePatterns = protectedNames.filter((name) => name.includes("*"));
const anyPattern = `{${namePatterns.join(",")}}`;

/** Which of the names a folded part of a path is. The sandbox asks for every file it meets, so most leave early. */
const protectedName = memo((part: string): string | undefined => {
  if (plainNames.has(part)) return part;
  return matchesGlob(anyPattern, part) ? namePatterns.find((pattern) => matchesGlob(pattern, part)) : undefined;
});

/** Which built-in name protects a path, by its folded names. */
function nameAmong(names: readonly string[]): string | undefined {
  for (const name of names) {
    const found = protectedName(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

const bySetting = (pattern: string) => clause`${pattern} is protected by a setting`;

/**
 * Why a path is protected; undefined when it is not. In the agent's own workspace a person's settings alone protect: no
 * editor, git or program of theirs works there, and what leaves it is reviewed.
 * @param isFreed true where the built-in names do not count; see isKeptByPrograms.
 */
export function protectedReason(
  target: ResolvedPath,
  context: Pick<RuleContext, "ownWorkspace"> & { readonly settings: Pick<Settings, "protectedPaths"> },
  isFreed = false,
): string | undefined {
  const isTheirs = !isFreed && !isOwn(target, context);
  for (const path of foldedPaths(target)) {
    const name = isTheirs ? nameAmong(path.split("/")) : undefined;
    if (name !== undefined) return clause`${name} is protected`;
    const own = context.settings.protectedPaths.find((pattern) => matchesGlob(pattern, path));
    if (own !== undefined) return bySetting(own);
  }
  const odd = oddIn(target);
  return odd === undefined ? undefined : clause`"${target.shown}" is an unusual name: ${nested(odd)}`;
}

/** What a person changes where one of their settings protects a path, or where an administrator's does; see {@link protectedReason}. */
export function protectedSource(
  target: ResolvedPath,
  { policies, ...context }: Parameters<typeof protectedReason>[1] & Pick<RuleContext, "policies">,
  isFreed = false,
): Pick<Decision, "source"> {
  const reason = protectedReason(target, context, isFreed);
  const own = context.settings.protectedPaths.find((pattern) => reason === bySetting(pattern));
  return own === undefined ? {} : { source: entrySource(policies, "protectedPaths", (entry) => entry === own) };
}

/** False for a path that {@link protectedReason} does not speak of, unless it speaks of a folder around it. */
export function mayBeProtected(path: string, { protectedPaths }: Pick<Settings, "protectedPaths">): boolean {
  const name = foldedNameOf(path);
  return protectedName(name) !== undefined || nameTest(protectedPaths)(name) || oddPath(path) !== undefined;
}

/** The `scripts` of a package.json in one spelling; undefined when they cannot be read. */
function scriptsOf(bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined) return "[]";
  try {
    const parsed: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof parsed !== "object" || parsed === null) return undefined;
    const scripts: unknown = "scripts" in parsed ? parsed.scripts : {};
    if (typeof scripts !== "object" || scripts === null || Array.isArray(scripts)) return undefined;
    return JSON.stringify(Object.entries(scripts).sort(([a], [b]) => (a < b ? -1 : 1)));
  } catch {
    return undefined;
  }
}

function changesScripts(effect: WriteEffect): boolean {
  const named = foldedPaths(effect.target).some((path) => /(?:^|\/)package\.json$/.test(path));
  if (!named || isInstalled(effect)) return false;
  const after = scriptsOf(effect.after);
  return after === undefined || after !== scriptsOf(effect.before);
}

/** Whether a command that nobody was asked about in this call changed what runs without anybody being asked about that either. */
function runsInEditors({ target, before, after, fromLayer, whole, kinds, isUnread }: WriteEffect): boolean {
  // Of a folder, what is in it is judged.
  if (!fromLayer || fromLayer === "approved" || after === undefined) return false;
  if ((whole?.after ?? { kind: kinds?.after }).kind === "folder") return false;
  const isLink = kinds?.after === "link";
  // Of a link, these bytes are only where it leads.
  const read = whole || isUnread || isLink ? undefined : after;
  return foldedPaths(target).some((path) => changesEditorCode(path, before, read) || (isLink && isBuildFolder(path)));
}

/**
 * Folders that package managers keep up to date when a person lets them run. Any other command that an earlier answer allows
 * may be another program by now, and what lies there runs unasked.
 */
const keptByPackageManagers: ReadonlySet<string> = new Set(["node_modules", ".yarn", ".bundle"]);

/** The names of a folded path up to where a package manager keeps what lies below. */
function namesAbovePackages(path: string, fromLayer: WriteEffect["fromLayer"]): string[] {
  const names = path.split("/");
  const isKept = fromLayer === "approved" || fromLayer === "installing";
  const at = isKept ? names.findIndex((name) => keptByPackageManagers.has(name)) : -1;
  return at < 0 ? names : names.slice(0, at);
}

/**
 * True for what a command on its layer changed of git's data, and, where it may, of installed packages: then the
 * name of the folder alone does not protect it.
 */
function isKeptByPrograms(effect: WriteEffect): boolean {
  const { target, fromLayer } = effect;
  if (!fromLayer) return false;
  return foldedPaths(target).every((path) => {
    const names = namesAbovePackages(path, fromLayer);
    const at = names.indexOf(".git");
    const around = at < 0 ? names : names.slice(0, at);
    const isData = at < 0 || isGitData(names.slice(at + 1).join("/"), effect);
    return isData && nameAmong(around) === undefined;
  });
}

/** Scripts of a package that was installed are run by nobody unless one of the workspace's own runs them. */
const isInstalled = ({ target, fromLayer }: WriteEffect): boolean =>
  foldedPaths(target).every((path) => namesAbovePackages(path, fromLayer).length < path.split("/").length);

/** Writes to protected paths, and changes to what `npm run` would run, are asked about every time (D-7). */
export const protectedPathRule: Rule = {
  name: "protectedPaths",
  judge(effect: Effect, context: RuleContext): Decision | undefined {
    if (effect.kind !== "write") return undefined;
    const own = ownFileReason(effect.target, context);
    if (own !== undefined) return deny("protectedPaths", own);
    const isFreed = isKeptByPrograms(effect);
    const reason = protectedReason(effect.target, context, isFreed);
    if (reason !== undefined)
      return { ...askAlways("protectedPaths", reason), ...protectedSource(effect.target, context, isFreed) };
    if (isOwn(effect.target, context)) return undefined;
    if (!isInstalled(effect) && runsInEditors(effect))
      return askAlways(
        "protectedPaths",
        clause`extensions of editors run it as soon as it changes, outside of the sandbox`,
      );
    return changesScripts(effect)
      ? askAlways("protectedPaths", clause`it changes the scripts in package.json`)
      : undefined;
  },
};
