/** What every system has and every command in a sandbox sees anyway: programs, headers, their documentation (D-13, D-15). */
import type { RuleContext } from "../../core/rules/rule";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { isInside } from "../../core/vocabulary/paths";

/** Folders into which only the system's packages and administrators write. */
const folders = [
  "bin",
  "sbin",
  "include",
  "lib",
  "lib32",
  "lib64",
  "libexec",
  "share",
  "local/bin",
  "local/include",
].map((name) => `/usr/${name}`);

/** Single files that describe the machine. */
const files: ReadonlySet<string> = new Set([
  ...["cpuinfo", "meminfo", "version", "loadavg", "uptime"].map((name) => `/proc/${name}`),
  ...["debian_version", "lsb-release", "os-release", "mime.types", "protocols", "services", "shells"].map(
    (name) => `/etc/${name}`,
  ),
]);

/**
 * Whether a place outside the workspace may be read unasked by a command. Only in a sandbox: what is there is mounted
 * unchangeable then, and a command that is held to read can take it nowhere.
 * @param target resolved; what its links lead to counts.
 */
export async function isSystemPlace({ real }: ResolvedPath, context: RuleContext): Promise<boolean> {
  const isKnown = files.has(real) || folders.some((folder) => isInside(folder, real));
  return isKnown && ((await context.isHeld?.(false)) ?? false);
}
