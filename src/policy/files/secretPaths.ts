/** Files that hold secrets: reading them asks, and searches leave them out (D-13, `toolcrib.secretPaths`). */

import type { Rule, RuleContext } from "../../core/rules/rule";
import type { Settings } from "../../core/settings/settings";
import { clause } from "../../core/text/clauses/clause";
import { ask, type Decision } from "../../core/vocabulary/decision";
import type { Effect, ResolvedPath } from "../../core/vocabulary/effect";
import { isInside, relativeInside } from "../../core/vocabulary/paths";
import { bothNames, foldPath } from "../matching/fileNames";
import { matchesGlob } from "../matching/globPattern";
import { memo } from "../matching/memo";
import { foldedNameOf, nameTest } from "../matching/namePatterns";
import { isOwn } from "./scope";

/** Always secret; names without a folder mean any folder. */
export const secretPatterns: readonly string[] = [
  ".env",
  ".env.*",
  ".envrc",
  "*.pem",
  "*.key",
  "*.p8",
  "*.p12",
  "*.pfx",
  "*.jks",
  "*.keystore",
  "*.kdbx",
  "*.ppk",
  "*.ovpn",
  "id_{rsa,dsa,ecdsa,ed25519,ecdsa_sk,ed25519_sk}",
  ".ssh",
  ".gnupg",
  ".aws",
  ".azure",
  "**/.config/gcloud",
  "**/.docker/config.json",
  "**/.kube/config",
  ".netrc",
  "_netrc",
  ".npmrc",
  ".pypirc",
  ".pgpass",
  ".my.cnf",
  ".htpasswd",
  ".git-credentials",
  ".vault-token",
  "*.tfstate",
  "*.tfvars",
  "secrets.{json,yml,yaml,toml,env}",
  "credentials.json",
  "service-account*.json",
  ".{bash,zsh,python,node_repl,psql,mysql}_history",
];

/** Templates that are meant to be shared. */
const templates = /^\.env\.(?:example|sample|template|dist|defaults)$/;

/** Paths whose answer is remembered; they may be long, so they are few. */
const maxPaths = 1000;

const knownPattern = memo((path: string) => secretPatterns.find((pattern) => matchesGlob(pattern, path)), maxPaths);

const builtInName = nameTest(secretPatterns);

/** @param names those of a folded path. A pattern means a path by the name of the file or of a folder that it lies in. */
const builtInPattern = (names: readonly string[]): string | undefined =>
  names.some(builtInName) ? knownPattern(names.join("/")) : undefined;

/**
 * Globs of everything secret, for searches to leave out.
 * @param builtIn what counts as secret beside what the settings name.
 */
export const secretGlobs = (
  settings: Pick<Settings, "secretPaths">,
  builtIn: readonly string[] = secretPatterns,
): string[] =>
  [...builtIn, ...settings.secretPaths].flatMap((pattern) => {
    const trimmed = pattern.replace(/^(?:\.?\/)+/, "").replace(/\/+$/, "");
    const anywhere = trimmed.includes("/") ? trimmed : `**/${trimmed}`;
    return [anywhere, `${anywhere}/**`];
  });

/** Both names of a path as patterns see them: folded, below their root, or without the first `/` where there is none. */
export function comparedPaths(target: ResolvedPath): string[] {
  return bothNames(target).map((path) => {
    const { root } = target;
    const below = root !== undefined && isInside(root, path) ? relativeInside(root, path) : path.replace(/^\/+/, "");
    return foldPath(below);
  });
}

type NameContext = Pick<RuleContext, "settings" | "ownWorkspace">;

/** What was found of a path, and for whom. */
interface Answer {
  readonly settings: NameContext["settings"];
  readonly ownWorkspace: string | undefined;
  readonly pattern: string | undefined;
}

/** The last answer about each path: several rules ask about the same ones, of which an answer of languages has thousands. */
const answers = new WeakMap<ResolvedPath, Answer>();

/**
 * Which pattern makes a path secret; undefined when none does. What an agent puts into its own workspace is no secret of
 * the person's by its name alone.
 */
export function secretPattern(target: ResolvedPath, context: NameContext): string | undefined {
  const { settings, ownWorkspace } = context;
  const known = answers.get(target);
  if (known?.settings === settings && known.ownWorkspace === ownWorkspace) return known.pattern;
  const pattern = patternOf(target, context);
  answers.set(target, { settings, ownWorkspace, pattern });
  return pattern;
}

function patternOf(target: ResolvedPath, context: NameContext): string | undefined {
  const isTheirs = !isOwn(target, context);
  for (const path of comparedPaths(target)) {
    const own = context.settings.secretPaths.find((pattern) => matchesGlob(pattern, path));
    if (own !== undefined) return own;
    const names = path.split("/");
    if (!isTheirs || templates.test(names.at(-1) ?? "")) continue;
    const found = builtInPattern(names);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The same for what a walk comes by, in folders that are no secret themselves: most names are told by themselves.
 * @param root the folder that patterns with `/` count from.
 */
export function isSecretName(path: string, root: string | undefined, context: NameContext): boolean {
  const { secretPaths } = context.settings;
  const name = foldedNameOf(path);
  if (!builtInName(name) && !nameTest(secretPaths)(name)) return false;
  return secretPattern({ path, real: path, shown: path, ...(root !== undefined && { root }) }, context) !== undefined;
}

/** Names the test that {@link isSecretName} is in a context: while it stays the same, so do its answers. */
export const secretTest = ({ settings, ownWorkspace }: NameContext): string =>
  `secrets ${JSON.stringify([settings.secretPaths, ownWorkspace])}`;

/** Reading a secret asks (D-13). */
export const secretPathRule: Rule = {
  name: "secretPaths",
  judge(effect: Effect, context: RuleContext): Decision | undefined {
    if (effect.kind !== "read") return undefined;
    const pattern = secretPattern(effect.target, context);
    return pattern === undefined
      ? undefined
      : ask("secretPaths", clause`${effect.target.shown} may contain secrets (${pattern})`);
  },
};
