/** Places that variables of the environment name. A relative path in them names no place, and counts as not given (as in the XDG specification). */
import { homedir, userInfo } from "node:os";
import { isAbsolute, parse } from "node:path";

/** The path, or undefined for one that is relative or empty. */
export const absoluteOnly = (path: string | undefined): string | undefined =>
  path !== undefined && isAbsolute(path) ? path : undefined;

/** Where the person is at home: what HOME names, else what the system knows, else the top of the file system. */
export function homeFolder(): string {
  try {
    return absoluteOnly(homedir()) ?? userInfo().homedir;
  } catch {
    // A user whom the system does not know, as in many containers.
    return parse(process.cwd()).root;
  }
}
