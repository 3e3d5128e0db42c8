import * as vscode from "vscode";
import type { EditorTests, EditorTestsPort } from "../../../core/ports/editor/editorTests";
import type { ResolvedPath } from "../../../core/vocabulary/effect";
import { isInside, relativeInside } from "../../../core/vocabulary/paths";
import { invokeEditorTool } from "./editorTools";

/** VS Code's own tool, which runs what is in the Testing view. */
const coreTool = "runTests";

/** As the tool finds it in remote windows too, where it takes an absolute path for one on the person's own machine. */
function testPath({ path }: ResolvedPath): string {
  const first = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  return first !== undefined && isInside(first, path) ? relativeInside(first, path) : path;
}

/** The tests in VS Code's Testing view, run by its own tool. VS Code asks the person about it in a dialog as well. */
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
    return (await invokeEditorTool(coreTool, input, undefined, signal)).text.trim();
  }
}
