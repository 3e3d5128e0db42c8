/** Tests of the editor's Testing view, which extensions bring and only the editor runs. */

import { type EditorTests, editorTestsText } from "../../core/ports/editor/editorTests";
import { actionTitle } from "../../core/text/clauses/clause";
import { cutMiddle } from "../../core/text/cutMiddle";
import type { Plan, PlanContext } from "../../core/tools/tool";
import type { DelegateEffect, ResolvedPath } from "../../core/vocabulary/effect";
import { ToolError } from "../../core/vocabulary/toolError";

/** Characters of the editor's words about the results. */
const maxText = 30_000;

/** What a call wants of them. */
export interface EditorRunWish {
  readonly file?: string | undefined;
  readonly name?: string | undefined;
  readonly failed: boolean;
  readonly coverage: boolean;
  readonly uncovered_in: readonly string[];
  readonly timeout_ms?: number | undefined;
}

/** Plans to have the editor run tests: what that starts is not known, and nothing holds it. */
export async function planEditorRun(wish: EditorRunWish, context: PlanContext): Promise<Plan> {
  if (!context.host.runsEditorTests)
    throw new ToolError(
      "unavailable",
      "No editor runs tests here: leave runner out, or run the project's tests with run_command.",
    );
  if (wish.failed)
    throw new ToolError(
      "invalid_input",
      "The editor does not say which of its tests failed last: give file or name instead of failed.",
    );
  const tests: EditorTests = {
    files: await existing(wish.file === undefined ? [] : [wish.file], context),
    names: wish.name === undefined ? [] : [wish.name],
    coverage: wish.coverage,
    uncoveredIn: await existing(wish.uncovered_in, context),
  };
  const effect: DelegateEffect = { kind: "delegate", to: "editor's test runners", prompt: editorTestsText(tests) };
  return {
    title: actionTitle`Run tests in the editor: ${effect.prompt}`,
    effects: [effect],
    async run({ host, signal, settings }) {
      const limitMs = wish.timeout_ms ?? settings.limits.commandTimeoutMs;
      const limit = AbortSignal.timeout(limitMs);
      const text = await host
        .runEditorTests(effect, tests, AbortSignal.any([signal, limit]))
        .catch((error) => Promise.reject(limit.aborted && !signal.aborted ? late(limitMs) : error));
      return { text: cutMiddle(text, maxText) || "The editor ran the tests and said nothing.", isError: false };
    },
  };
}

const late = (limitMs: number) =>
  new ToolError(
    "timeout",
    `The editor's tests did not end within ${limitMs / 1000} s and were stopped: run fewer of them, by file or name, or give a longer timeout_ms.`,
  );

async function existing(names: readonly string[], { host }: PlanContext): Promise<ResolvedPath[]> {
  const found: ResolvedPath[] = [];
  for (const name of names) {
    const target = await host.resolve(name);
    if (!(await host.stat(target)))
      throw new ToolError("not_found", `${target.shown} does not exist: check the path, or find it with find_files.`);
    found.push(target);
  }
  return found;
}
