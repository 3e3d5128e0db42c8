/** The tests that extensions of an editor bring, which only the editor can run. */
import type { ResolvedPath } from "../../vocabulary/effect";

/** Which of them. */
export interface EditorTests {
  /** Files of tests; empty: all. */
  readonly files: readonly ResolvedPath[];
  /** Names or parts of names; empty: all. */
  readonly names: readonly string[];
  readonly coverage: boolean;
  /** With coverage: files whose uncovered lines are wanted. */
  readonly uncoveredIn: readonly ResolvedPath[];
}

/** What a person is asked about, and a plan is held to. */
export function editorTestsText({ files, names, coverage, uncoveredIn }: EditorTests): string {
  const shown = (paths: readonly ResolvedPath[]) => paths.map((file) => file.shown).join(", ");
  return [
    files.length === 0 ? "All tests of the Testing view" : `Tests of ${shown(files)}`,
    ...(names.length > 0 ? [`named ${names.map((name) => JSON.stringify(name)).join(" or ")}`] : []),
    ...(coverage ? [uncoveredIn.length === 0 ? "with coverage" : `with coverage of ${shown(uncoveredIn)}`] : []),
  ].join(", ");
}

/** Runs them where a person sees them run. */
export interface EditorTestsPort {
  /** False where the editor lets no extension run tests. */
  isThere(): boolean;
  /**
   * Runs tests and returns the editor's own words about the results.
   * @throws ToolError `declined` where the person says no to the editor's question, `tool_failed`, `cancelled`.
   */
  run(tests: EditorTests, signal: AbortSignal): Promise<string>;
}
