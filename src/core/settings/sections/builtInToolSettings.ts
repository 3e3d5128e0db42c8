/** The setting of the hook for other agents' built-in tools. */
import * as z from "zod";
import { define } from "./defineSetting";

export const builtInToolSettings = {
  judgeBuiltInTools: define(
    z
      .boolean()
      .default(false)
      .describe(
        "Whether to judge built-in tools of VS Code's agents by Toolcrib's policy, with a plugin of this extension. It needs Node.js on the search path, and a call goes through when the plugin fails: `Toolcrib: Judge Built-in Tools…` sets up a stricter hook.",
      ),
    "machine",
  ),
};
