import type * as vscode from "vscode";
import type { Refusal } from "../../../core/vocabulary/decision";
import type { LazyWindow } from "../../../vscode/ui/lazyWindow";

/** Looks at what tools need, and at what the policy says. */
export interface DiagnosisCommands {
  doctor(): unknown;
  showPolicy(): unknown;
  /** Says of a file what tools may do with it, and why. @param uri the file; that of the editor where it is left out. */
  explainFile(uri?: vscode.Uri): unknown;
  /** Opens what decided: the setting or the line of a policy file, or the page where neither can change it. */
  why(refusal: Refusal): unknown;
}

/** The commands of the doctor and of the effective policy. */
export function registerDiagnosis(window: LazyWindow<{ readonly diagnosis: DiagnosisCommands }>): void {
  window.command("doctor", ({ diagnosis }) => diagnosis.doctor());
  window.command("policy.show", ({ diagnosis }) => diagnosis.showPolicy());
  window.command("policy.explainFile", ({ diagnosis }, uri?: vscode.Uri) => diagnosis.explainFile(uri));
  window.command("policy.why", ({ diagnosis }, refusal: Refusal) => diagnosis.why(refusal));
}
