import { relative } from "node:path";
import * as vscode from "vscode";
import type { EditorTests, EditorTestsPort } from "../../../core/ports/editor/editorTests";
import type { ResolvedPath } from "../../../core/vocabulary/effect";
import { ToolError } from "../../../core/vocabulary/toolError";
import { invokeEditorTool } from "./editorTools";

/** VS Code's own tool, which runs what is in the Testing view. */
const coreTool = "runTests";

/** In remote windows the tool takes an absolute path for one on the person's own machine, and so finds no test there. */
function testPath({ path }: ResolvedPath): string {
  const first = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  return first === undefined ? path : relative(first, path);
}

/**
 * The tests in VS Code's Testing view, run by its own tool. VS Code asks the person about it in a dialog as well. A run
 * whose whole course reaches VS Code in one message is missed by the tool, which waits for its end until it is stopped.
 */
export class TestingViewTests implements EditorTestsPort {
  isThere(): boolean {
    return vscode.lm.tools.some(({ name }) => name === coreTool);
  }

  async run({ files, names, coverage, uncoveredIn }: EditorTests, signal: AbortSignal): Promise<string> {
    const input = {
      ...(files.length > 0 && { files: files.map(testPath) }),
      ...(names.length > 0 && { testNames: names }),
      mode: coverage ? "coverage" : "run",
      ...(uncoveredIn.length > 0 && { coverageFiles: uncoveredIn.map(({ path }) => path) }),
    };
    const { text } = await invokeEditorTool(coreTool, input, undefined, signal);
    // The tool answers that as if it were a result.
    if (signal.aborted) throw new ToolError("cancelled", "The tests in the editor were stopped before they ended.");
    return text.trim();
  }
}
