/** How far what a tool does can be looked at before and taken back after. */
import type { AnyTool } from "./tool";

/**
 * What a tool can promise (IFC-5), from the kinds of effect it may have: file writes can be shown before they happen
 * and taken back; a command or a request can be neither.
 */
export const capability = (tool: AnyTool): { dryRun: boolean; reversible: boolean } => {
  const onlyFiles = tool.effectKinds.every((kind) => kind === "read" || kind === "list" || kind === "write");
  const takesBack = onlyFiles && tool.effectKinds.includes("write");
  return { dryRun: takesBack, reversible: takesBack };
};

/** Safety level (IFC-6): 2 with dry run and undo, 1 with undo alone, 0 otherwise. */
export const safetyLevel = ({ dryRun, reversible }: { dryRun: boolean; reversible: boolean }): 0 | 1 | 2 =>
  reversible ? (dryRun ? 2 : 1) : 0;
