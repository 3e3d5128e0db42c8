import type { LazyWindow } from "../../../vscode/ui/lazyWindow";

/** Looks at what tools need, and at what the policy says. */
export interface DiagnosisCommands {
  doctor(): unknown;
  showPolicy(): unknown;
}

/** The commands of the doctor and of the effective policy. */
export function registerDiagnosis(window: LazyWindow<{ readonly diagnosis: DiagnosisCommands }>): void {
  window.command("doctor", ({ diagnosis }) => diagnosis.doctor());
  window.command("policy.show", ({ diagnosis }) => diagnosis.showPolicy());
}
