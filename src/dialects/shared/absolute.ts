import { meantPath, shownPath } from "../../core/vocabulary/shownPath";
import { ToolError } from "../../core/vocabulary/toolError";

/** True for a path that starts at a root or drive. */
const isAbsolutePath = (path: string): boolean => /^([\\/]|[A-Za-z]:[\\/])/.test(path);

/** @throws ToolError when a dialect that takes only absolute paths is given another (C-03). */
export function requireAbsolute(path: unknown, label: string): void {
  if (typeof path === "string" && !isAbsolutePath(path))
    throw new ToolError(
      "invalid_input",
      `${label} must be absolute: ${shownPath(meantPath(path))}. Give the whole path, starting at the root.`,
    );
}
