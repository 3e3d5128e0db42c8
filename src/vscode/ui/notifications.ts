/** Messages to the person. VS Code makes links of `[…](…)` in them, those to commands among them, and models write parts of them. */
import * as vscode from "vscode";
import { withoutLinks } from "../../core/text/markdown";

type Show = typeof vscode.window.showInformationMessage;

const plainly =
  (kind: "showInformationMessage" | "showWarningMessage" | "showErrorMessage") =>
  (message: string, ...rest: string[]) =>
    vscode.window[kind](withoutLinks(message), ...rest);

/** Like VS Code's own, without links. */
export const showInformation = plainly("showInformationMessage") as Show;
/** Like VS Code's own, without links. */
export const showWarning = plainly("showWarningMessage") as Show;
/** Like VS Code's own, without links. */
export const showError = plainly("showErrorMessage") as Show;
