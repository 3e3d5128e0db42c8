import { homedir } from "node:os";
import { join } from "node:path";

/** Where state is kept when nothing is said: the place the system has for it. */
export const defaultStateFolder = (): string => {
  if (process.platform === "win32")
    return join(process.env.LOCALAPPDATA ?? join(homedir(), "AppData", "Local"), "toolcrib");
  return join(process.env.XDG_STATE_HOME ?? join(homedir(), ".local", "state"), "toolcrib");
};
