import { ToolError } from "../../core/vocabulary/toolError";

/** @throws ToolError `cancelled`. */
export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new ToolError("cancelled", "The search was cancelled.");
}
