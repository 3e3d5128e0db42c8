/** What git's configuration says of ignoring, asked of git itself. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { caseSensitive } from "./resolvePath";

/** See gitignore(5) and git-config(1). */
export interface GitFacts {
  /** Absolute path of the person's own patterns; empty when there are to be none. */
  readonly excludesFile: string;
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

const configHome = () => process.env.XDG_CONFIG_HOME || join(homedir(), ".config");

const usualSources = (folder: string) => [
  join(folder, ".git", "config"),
  join(homedir(), ".gitconfig"),
  join(configHome(), "git", "config"),
  "/etc/gitconfig",
];

async function versionOf(sources: readonly string[]): Promise<string> {
  const stats = await Promise.all(sources.map((path) => stat(path).catch(() => undefined)));
  return [homedir(), configHome(), ...stats.map((one) => (one ? `${one.ino}:${one.mtimeMs}:${one.size}` : "-"))].join();
}

/** In git's form for programs: `file:PATH`, NUL, name, line feed, value, NUL; a name without a value is true. */
async function configuration(folder: string): Promise<{ values: Map<string, string>; sources: string[] }> {
  const { GIT_DIR, GIT_WORK_TREE, ...env } = process.env;
  const values = new Map<string, string>();
  const sources = usualSources(folder);
  try {
    const args = ["-C", folder, "config", "--list", "--null", "--show-origin"];
    // Started elsewhere: Windows would take a git.exe in the folder it starts in.
    const { stdout } = await promisify(execFile)("git", args, { cwd: homedir(), env, maxBuffer: 16 * 1024 * 1024 });
    const fields = stdout.split("\0");
    for (let at = 0; at + 1 < fields.length; at += 2) {
      const [name = "", ...value] = (fields[at + 1] as string).split("\n");
      values.set(name, value.length > 0 ? value.join("\n") : "true");
      const origin = fields[at] ?? "";
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
  const { values, sources } = existsSync(folder) ? await configuration(folder) : { values: new Map(), sources: [] };
  const excludes: string = values.get("core.excludesfile") ?? join(configHome(), "git", "ignore");
  const facts: GitFacts = {
    excludesFile: excludes && resolve(folder, excludes.replace(/^~(?=\/)/, homedir())),
    ignoreCase: isRepository ? /^(?:true|yes|on|[1-9]\d*)$/i.test(values.get("core.ignorecase") ?? "") : !caseSensitive,
  };
  known.set(folder, { facts, sources, version: await versionOf(sources) });
  return facts;
}
