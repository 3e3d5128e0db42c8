/** What git's configuration says of ignoring, asked of git itself. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join, parse, resolve } from "node:path";
import { promisify } from "node:util";
import { homeFolder } from "../environment/homeFolder";
import { caseSensitive } from "../files/caseSensitive";

/** See gitignore(5) and git-config(1). */
export interface GitFacts {
  /** Absolute path of the patterns that hold beside those of the folders; empty when there are to be none. */
  readonly excludesFile: string;
  /** True when the repository names that file, and not the person: whoever works in it can write its configuration. */
  readonly isNamedByRepository: boolean;
  /** `core.ignoreCase`. */
  readonly ignoreCase: boolean;
}

interface Known {
  readonly facts: GitFacts;
  /** The configuration files that were read, and where others would lie. */
  readonly sources: readonly string[];
  readonly version: string;
}

const known = new Map<string, Known>();

const configHome = () => process.env.XDG_CONFIG_HOME || join(homeFolder(), ".config");

const defaultSources = (folder: string) => [
  join(folder, ".git", "config"),
  join(homeFolder(), ".gitconfig"),
  join(configHome(), "git", "config"),
  "/etc/gitconfig",
];

async function versionOf(sources: readonly string[]): Promise<string> {
  const stats = await Promise.all(sources.map((path) => stat(path).catch(() => undefined)));
  return [
    homeFolder(),
    configHome(),
    ...stats.map((one) => (one ? `${one.ino}:${one.mtimeMs}:${one.size}` : "-")),
  ].join();
}

/** Milliseconds that git gets; a configuration may name a file that never ends. */
const timeoutMs = 10_000;

interface Setting {
  readonly value: string;
  /** True for the repository's own, and for what that includes. */
  readonly isOfRepository: boolean;
}

interface Configuration {
  readonly values: ReadonlyMap<string, Setting>;
  readonly sources: readonly string[];
}

/** In git's form for programs: scope, NUL, `file:PATH`, NUL, name, line feed, value, NUL; a name without a value is true. */
async function configuration(folder: string): Promise<Configuration> {
  const { GIT_DIR, GIT_WORK_TREE, ...env } = process.env;
  const values = new Map<string, Setting>();
  const sources = defaultSources(folder);
  try {
    const args = ["-C", folder, "config", "--list", "--null", "--show-origin", "--show-scope"];
    // Started elsewhere: Windows would take a git.exe in the folder it starts in.
    const options = { cwd: homeFolder(), env, maxBuffer: 16 * 1024 * 1024, timeout: timeoutMs };
    const { stdout } = await promisify(execFile)("git", args, options);
    const fields = stdout.split("\0");
    for (let at = 0; at + 2 < fields.length; at += 3) {
      const [scope, origin, setting] = fields.slice(at) as [string, string, string];
      const [name = "", ...value] = setting.split("\n");
      const isOfRepository = scope === "local" || scope === "worktree";
      values.set(name, { value: value.length > 0 ? value.join("\n") : "true", isOfRepository });
      if (origin.startsWith("file:")) sources.push(resolve(folder, origin.slice("file:".length)));
    }
  } catch {
    // Without git, or where it refuses to look, its own defaults hold.
  }
  return { values, sources: [...new Set(sources)] };
}

/**
 * @param folder a repository's top folder, or any other.
 * @param isRepository git compares with case unless told otherwise; elsewhere the system's way holds.
 */
export async function gitFacts(folder: string, isRepository: boolean): Promise<GitFacts> {
  const held = known.get(folder);
  if (held && held.version === (await versionOf(held.sources))) return held.facts;
  const none: Configuration = { values: new Map(), sources: [] };
  const { values, sources } = existsSync(folder) ? await configuration(folder) : none;
  const named = values.get("core.excludesfile");
  const excludes = named?.value ?? join(configHome(), "git", "ignore");
  const facts: GitFacts = {
    excludesFile: excludes && resolve(folder, excludes.replace(/^~(?=\/)/, homeFolder())),
    isNamedByRepository: named?.isOfRepository ?? false,
    ignoreCase: isRepository
      ? /^(?:true|yes|on|[1-9]\d*)$/i.test(values.get("core.ignorecase")?.value ?? "")
      : !caseSensitive,
  };
  known.set(folder, { facts, sources, version: await versionOf(sources) });
  return facts;
}

/** What the person's own configuration says, for a folder in which git is not to run as others fill it. */
export const personFacts = (): Promise<GitFacts> => gitFacts(parse(homeFolder()).root, false);
