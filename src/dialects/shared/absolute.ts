import { meantPath, shownPath } from "../../core/vocabulary/shownPath";
import { ToolError } from "../../core/vocabulary/toolError";

/** True for a path that starts at a root or drive. */
const isAbsolutePath = (path: string): boolean => /^([\\/]|[A-Za-z]:[\\/])/.test(path);

/**
 * @param base absolute path of the folder that other dialects take relative paths from; undefined where it is not known.
 * @throws ToolError when a dialect that takes only absolute paths is given another (C-03).
 */
export function requireAbsolute(path: unknown, label: string, base: string | undefined): void {
  if (typeof path !== "string" || isAbsolutePath(path)) return;
  const meant = meantPath(path);
  throw new ToolError(
    "invalid_input",
    `${label} must be absolute: ${shownPath(meant)}. Give the whole path, starting at the root.${guessed(meant, base)}`,
  );
}

/** The absolute path that is most likely meant, as a question; one that leads upwards or home is left to whoever gave it. */
function guessed(path: string, base: string | undefined): string {
  const place = path.replace(/^(?:\.[\\/]+)+/, "");
  if (base === undefined || place === "" || /^~|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(place)) return "";
  const separator = base.includes("/") ? "/" : "\\";
  return ` Did you mean ${shownPath(`${base.replace(/[\\/]$/, "")}${separator}${place}`)}?`;
}
