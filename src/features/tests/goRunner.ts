/** How `go test` is told what to run. Pure. */

import { quoted } from "../../core/vocabulary/shellQuoting";
import { escaped, noReport, type ProjectFiles, type Runner, words } from "./runner";

/** The runner of a project with a go.mod; undefined where there is none. */
export function goRunner({ names }: ProjectFiles): Runner | undefined {
  if (!names.has("go.mod")) return undefined;
  return {
    ...{ name: "go test", because: "go.mod is there", reports: [] },
    call({ file, names }) {
      const selection = names.length > 0 ? selectionOf(names) : undefined;
      const notes = [
        ...(file?.endsWith(".go") ? ["go runs the whole package of a file"] : []),
        ...(selection?.isWider
          ? ["go runs all subtests of these tests, because several in different ones are wanted"]
          : []),
      ];
      return {
        command: words("go test", quoted(placeOf(file)), selection && `-run ${quoted(selection.pattern)}`),
        ...(notes.length > 0 && { note: notes.join("; ") }),
      };
    },
    refusal: ({ coverage }) => (coverage ? noReport("go test") : undefined),
  };
}

/** The package of a file, or all those in a folder. */
function placeOf(file = ""): string {
  const folder = file.replace(/(?:^|\/)[^/]*\.go$/, "");
  const from = folder.startsWith("/") ? folder : `./${folder.replace(/^\.(?:\/|$)/, "")}`;
  return file.endsWith(".go") ? from : `${from.replace(/\/$/, "")}/...`;
}

/** What `-run` is given. */
interface Selection {
  readonly pattern: string;
  /** It runs subtests that nobody named. */
  readonly isWider: boolean;
}

/** One expression for each level of subtests: go takes them apart at each `/` before it reads them. */
function selectionOf(names: readonly string[]): Selection {
  // A test runs with each of its subtests.
  const wanted = names.filter((name) => !names.some((other) => other.startsWith(`${name}/`)));
  const groups = new Set(wanted.map((name) => name.slice(0, Math.max(name.lastIndexOf("/"), 0))));
  const levels = wanted.map((name) => name.split("/"));
  if (groups.size > 1) return { pattern: oneOf(levels.map(([test = ""]) => test)), isWider: true };
  const depth = levels[0]?.length ?? 0;
  const ofLevel = (at: number) => oneOf(levels.map((parts) => parts[at] ?? ""));
  return { pattern: Array.from({ length: depth }, (_, at) => ofLevel(at)).join("/"), isWider: false };
}

const oneOf = (names: readonly string[]) => {
  const alternatives = [...new Set(names)].map(escaped);
  return alternatives.length === 1 ? `^${alternatives[0]}$` : `^(${alternatives.join("|")})$`;
};
