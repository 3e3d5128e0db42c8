import { join } from "node:path";
import { absoluteOnly, homeFolder } from "../environment/homeFolder";

/** Where state is kept when nothing is said: the place the system has for it. */
export const defaultStateFolder = (): string => {
  const { LOCALAPPDATA, XDG_STATE_HOME } = process.env;
  if (process.platform === "win32")
    return join(absoluteOnly(LOCALAPPDATA) ?? join(homeFolder(), "AppData", "Local"), "toolcrib");
  return join(absoluteOnly(XDG_STATE_HOME) ?? join(homeFolder(), ".local", "state"), "toolcrib");
};
