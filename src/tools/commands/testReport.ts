/** Where the failing tests of a command's output are, for people and models to go to (EX-2). */

import type { PlanHost } from "../../core/tools/tool";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { segments } from "../../core/vocabulary/paths";
import type { TestFailure } from "../../lib/testRuns/reading/testRun";
import { recogniseTests, type TestOutput } from "../../lib/testRuns/recognise";
import type { LocatedFailure, LocatedReport } from "../../lib/testRuns/reportLine";

/** Failures whose files are looked for. */
const maxLocated = 50;

/** Where a command ran. */
export interface TestGround {
  readonly cwd: ResolvedPath;
  /** Judges every look at a name: what may not be read without a question, as outside the roots, is as good as not there. */
  readonly host: PlanHost;
}

/** The tests that an output tells of, with the places that are there; undefined where it tells of none. */
export async function testReport(output: TestOutput, ground: TestGround): Promise<LocatedReport | undefined> {
  const report = recogniseTests(output);
  if (!report) return undefined;
  const located = await Promise.all(report.failures.slice(0, maxLocated).map((failure) => locate(failure, ground)));
  return { ...report, failures: [...located, ...report.failures.slice(maxLocated)] };
}

async function locate(failure: TestFailure, ground: TestGround): Promise<LocatedFailure> {
  for (const file of candidates(failure)) {
    const target = await fileAt(file, ground);
    if (target) return { ...failure, target };
  }
  return failure;
}

/** Go names a file without its folder, which ends like the package: the longest end that is there is the right one. */
function candidates({ file, package: packageName }: TestFailure): readonly string[] {
  if (file === undefined) return [];
  if (packageName === undefined || file.includes("/")) return [file];
  const folders = segments(packageName);
  return [...folders.map((_, from) => [...folders.slice(from), file].join("/")), file];
}

async function fileAt(name: string, { cwd, host }: TestGround): Promise<ResolvedPath | undefined> {
  try {
    const target = await host.resolve(name, cwd.real);
    return (await host.stat(target))?.kind === "file" ? target : undefined;
  } catch {
    // The output may name anything, also what is no path here or what is closed.
    return undefined;
  }
}
