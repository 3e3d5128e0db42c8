import type { LazyWindow } from "../../../vscode/ui/lazyWindow";

/** What the commands of the audit log do. */
export interface AuditCommands {
  show(): unknown;
  verify(): unknown;
  export(): unknown;
}

/** The commands of the audit log. */
export function registerAudit(window: LazyWindow<{ readonly audit: AuditCommands }>): void {
  window.command("audit.show", ({ audit }) => audit.show());
  window.command("audit.verify", ({ audit }) => audit.verify());
  window.command("audit.export", ({ audit }) => audit.export());
}
