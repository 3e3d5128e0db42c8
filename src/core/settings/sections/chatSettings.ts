/** The settings of @crib: which dialect it speaks with which model (D-2), and how long it goes on. */
import * as z from "zod";
import { dialectNames } from "../../vocabulary/dialectNames";
import { define } from "./defineSetting";

const dialect = z.enum(dialectNames);

export const chatSettings = {
  "chat.dialect": define(
    z
      .enum(["auto", ...dialectNames])
      .default("auto")
      .describe(
        "Controls which tool names and parameters `@crib` gives its model. `auto`: those that the model's family knows best, else `#toolcrib.dialect#`.",
      ),
    "window",
  ),
  "chat.dialects": define(
    z
      .record(z.string().min(1), dialect)
      .default({})
      .describe(
        "Controls which dialect `auto` picks for which models. Keys are patterns of the model's family or id, in which `*` matches anything (`*mistral*`). The first match applies, before the built-in table.",
      ),
    "window",
  ),
  "chat.otherTools": define(
    z
      .enum(["none", "named", "all"])
      .default("named")
      .describe(
        "Controls which tools of MCP servers and other extensions `@crib` may use besides its own: `none`, those `named` in the request with `#`, or `all` (at most 128). VS Code asks about them by its own rules. Toolcrib logs their calls and applies `#toolcrib.policy#`, but can neither preview nor undo what they do.",
      ),
    "machine",
  ),
  "chat.maxRounds": define(
    z
      .number()
      .int()
      .min(1)
      .max(500)
      .default(50)
      .describe("Maximum number of model calls for one request. After that `@crib` asks whether to continue."),
    "window",
  ),
};
