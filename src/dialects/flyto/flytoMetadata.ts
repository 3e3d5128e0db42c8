/** What Flyto states of its tools (IFC-7). */
import type { ToolMetadata } from "../../core/tools/tool";

export const changing: ToolMetadata = {
  concurrencySafe: false,
  readOnly: false,
  destructive: false,
  idempotent: false,
};
export const shell: ToolMetadata = { ...changing, destructive: true, searchHint: "shell command execute terminal" };
