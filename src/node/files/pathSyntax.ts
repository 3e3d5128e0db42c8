/** Which texts name a file at all, before any is looked for (D-6). */

import { fileURLToPath } from "node:url";
import { shownPath } from "../../core/vocabulary/shownPath";
import { ToolError } from "../../core/vocabulary/toolError";

const device = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/** Why Windows would take a path for something else than it seems; undefined when it would not. */
export function windowsTrap(path: string): string | undefined {
  if (/^[\\/]{2}/.test(path)) return "network and device paths are not supported";
  const names = path.replace(/^[A-Za-z]:/, "").split(/[\\/]/);
  for (const name of names) {
    if (name.includes(":")) return `"${name}" names an alternate data stream`;
    if (device.test(name)) return `"${name}" is a device on Windows`;
    if (/[. ]$/.test(name) && name !== "." && name !== "..")
      return `"${name}" ends in a dot or space, which Windows drops`;
    if (/~\d/.test(name)) return `"${name}" may be the short form of another name`;
  }
  return undefined;
}

const wrong = (message: string) => new ToolError("invalid_input", message);

/**
 * The path as the file system takes it: `~` and `file:` addresses are expanded.
 * @throws ToolError `invalid_input` with the reason.
 */
export function plainPath(path: string, home: string, platform: NodeJS.Platform): string {
  if (path === "") throw wrong('The path is empty: name a file or folder, "." is the workspace folder.');
  if (path.length > 4096) throw wrong(`The path is ${path.length} characters long; at most 4,096 are possible.`);
  const expanded = expand(path, home);
  if (expanded.includes("\0"))
    throw wrong(`The path ${JSON.stringify(path)} contains a NUL character: no file has such a name.`);
  const trap = platform === "win32" ? windowsTrap(expanded) : undefined;
  if (trap) throw wrong(`The path ${shownPath(path)} is refused: ${trap}.`);
  return expanded;
}

function expand(path: string, home: string): string {
  if (path === "~" || path.startsWith("~/") || path.startsWith("~\\")) return home + path.slice(1);
  if (/^~[A-Za-z_][\w.-]*([\\/]|$)/.test(path))
    throw new ToolError(
      "outside_roots",
      `The path ${shownPath(path)} names another user's home folder, which is outside the workspace.`,
    );
  if (/^[A-Za-z][A-Za-z0-9+.-]+:\/\//.test(path)) return fromAddress(path);
  return path;
}

function fromAddress(address: string): string {
  try {
    return fileURLToPath(address);
  } catch {
    throw wrong(`${shownPath(address)} is an address, not a file path: give a path relative to the workspace folder.`);
  }
}
