/** What tests covered, as a plan that reads the report which the runner wrote. */

import { actionTitle } from "../../core/text/clauses/clause";
import type { Plan, PlanContext, PlanHost } from "../../core/tools/tool";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { isInside, relativeInside } from "../../core/vocabulary/paths";
import { readCobertura } from "../../lib/testRuns/coverage/cobertura";
import { type FileCoverage, lineRanges, percentText } from "../../lib/testRuns/coverage/coverage";
import { readLcov } from "../../lib/testRuns/coverage/lcov";

/** Bytes of a report at most. */
const maxBytes = 32 * 1024 * 1024;

/** Files that the summary names: those with the most uncovered lines. */
const maxFiles = 20;

/** Where a run may have written what it covered; handed by the call that ran the tests. No model can write it. */
export class CoverageWish {
  constructor(
    readonly folder: ResolvedPath,
    readonly reports: readonly string[],
    /** Milliseconds since 1970: an older report is another run's. */
    readonly since: number,
    /** Files whose uncovered lines are wanted, as they were named. */
    readonly files: readonly string[],
  ) {}
}

/** What came of looking for it. */
export interface CoverageData {
  /** Absent where no report was written. */
  readonly coverage?: { readonly lines: number; readonly covered: number; readonly files: readonly FileCoverage[] };
}

/** Plans to read the newest report that the run wrote. */
export async function planCoverage(wish: CoverageWish, { host }: PlanContext): Promise<Plan> {
  const report = await newest(wish, host);
  return {
    title: actionTitle`Read the coverage of the tests`,
    effects: report ? [{ kind: "read", target: report }] : [],
    async run({ host }) {
      if (!report) {
        const data: CoverageData = {};
        return { text: `[coverage: the run wrote none of ${wish.reports.join(", ")}]`, isError: false, data };
      }
      const text = Buffer.from(await host.read(report)).toString("utf8");
      const files = (report.path.endsWith(".xml") ? readCobertura(text) : readLcov(text)).map(relativeTo(wish.folder));
      const lines = files.reduce((sum, file) => sum + file.lines, 0);
      const covered = files.reduce((sum, file) => sum + file.covered, 0);
      const data: CoverageData = { coverage: { lines, covered, files } };
      return { text: coverageText(files, { lines, covered }, wish.files, report.shown), isError: false, data };
    },
  };
}

async function newest({ folder, reports, since }: CoverageWish, host: PlanHost): Promise<ResolvedPath | undefined> {
  let found: { readonly target: ResolvedPath; readonly time: number } | undefined;
  for (const name of reports) {
    const target = await host.resolve(name, folder.real);
    const stat = await host.stat(target);
    if (stat?.kind !== "file" || stat.size > maxBytes || stat.mtimeMs < since) continue;
    if (!found || stat.mtimeMs > found.time) found = { target, time: stat.mtimeMs };
  }
  return found?.target;
}

const relativeTo =
  ({ real }: ResolvedPath) =>
  (one: FileCoverage): FileCoverage => {
    const file = one.file.replaceAll("\\", "/");
    return { ...one, file: isInside(real, file) ? relativeInside(real, file) : file.replace(/^\.\//, "") };
  };

function coverageText(
  files: readonly FileCoverage[],
  total: Pick<FileCoverage, "lines" | "covered">,
  named: readonly string[],
  report: string,
): string {
  const open = files.filter(({ uncovered }) => uncovered.length > 0);
  const worst = [...open].sort((a, b) => b.uncovered.length - a.uncovered.length);
  const shown = worst
    .slice(0, maxFiles)
    .map((file) => `  ${percentText(file)} ${file.file}: ${file.uncovered.length} uncovered`);
  const more = worst.length > maxFiles ? [`  and ${worst.length - maxFiles} more files`] : [];
  const head = `[coverage: ${percentText(total)} of ${total.lines} lines in ${files.length} files (${report})]`;
  return [head, ...shown, ...more, ...named.map((name) => uncoveredText(name, files))].join("\n");
}

function uncoveredText(name: string, files: readonly FileCoverage[]): string {
  const wanted = name.replaceAll("\\", "/").replace(/^\.\//, "");
  const found = files.filter(
    ({ file }) => file === wanted || file.endsWith(`/${wanted}`) || wanted.endsWith(`/${file}`),
  );
  if (found.length === 0) return `${name} is not in the report.`;
  return found
    .map(({ file, uncovered }) =>
      uncovered.length === 0
        ? `Every line of ${file} is covered.`
        : `Uncovered lines of ${file}: ${lineRanges(uncovered)}`,
    )
    .join("\n");
}
