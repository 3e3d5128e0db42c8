/** The ignore file of a tool system itself, such as `.qwenignore`: what it names is neither found, listed nor read. */
import { Denial } from "../../core/rules/denial";
import type { PlanContext } from "../../core/tools/tool";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { isInside, relativeInside } from "../../core/vocabulary/paths";
import { shownPath } from "../../core/vocabulary/shownPath";
import { byteText, IgnoreFile } from "../../lib/globs/ignoreFile";

/** Larger ones say nothing. */
const maxBytes = 1024 * 1024;

/** Whether a place, by its real path, is left out by itself or by a folder that it lies in. */
export type SystemIgnore = (real: string, isFolder: boolean) => boolean;

/** Leaves nothing out; whoever has thousands of places need not ask it. */
export const ignoresNothing: SystemIgnore = () => false;

/**
 * What the system's own ignore file in the target's root leaves out. A link is no such file, as git has it for
 * `.gitignore`: it would tell lines of a file that the caller may not read.
 */
export async function systemIgnore(
  target: ResolvedPath,
  { host, traits }: Pick<PlanContext, "host" | "traits">,
): Promise<SystemIgnore> {
  const { root } = target;
  if (traits.ignoreFile === undefined || root === undefined) return ignoresNothing;
  const file = await host.resolve(shownPath(`${root}/${traits.ignoreFile}`));
  if (file.real !== `${root}/${traits.ignoreFile}`) return ignoresNothing;
  const rules = await rulesIn(file, host);
  if (!rules || rules.isEmpty) return ignoresNothing;
  return (real, isFolder) => isInside(root, real) && leavesOut(rules, relativeInside(root, real), isFolder);
}

async function rulesIn(file: ResolvedPath, host: PlanContext["host"]): Promise<IgnoreFile | undefined> {
  try {
    const stat = await host.stat(file);
    if (stat?.kind !== "file" || stat.size > maxBytes) return undefined;
    return new IgnoreFile(Buffer.from(await host.read(file)).toString("latin1"), false);
  } catch (error) {
    if (error instanceof Denial) return undefined;
    throw error;
  }
}

function leavesOut(rules: IgnoreFile, path: string, isFolder: boolean): boolean {
  const names = byteText(path).split("/");
  return names.some((_, at) => {
    const isAbove = at < names.length - 1;
    const found = rules.decide(names.slice(0, at + 1).join("/"), isAbove || isFolder);
    return found !== undefined && !found.negated;
  });
}
