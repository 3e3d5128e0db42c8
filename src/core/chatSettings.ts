/** The settings of @crib: which dialect it speaks with which model (D-2), and how long it goes on. */
import * as z from "zod";
import { define } from "./defineSetting";
import { dialectNames } from "./dialectNames";

const dialect = z.enum(dialectNames);

export const chatSettings = {
  "chat.dialect": define(
    z
      .enum(["auto", ...dialectNames])
      .default("auto")
      .describe(
        "Which set of tool names and parameters @crib gives its model. `auto`: the one that the model's family knows best, else `#toolcrib.dialect#`.",
      ),
    "window",
  ),
  "chat.dialects": define(
    z
      .record(z.string().min(1), dialect)
      .default({})
      .describe(
        "For `auto`: which dialect is meant for which models, by a pattern of the model's family or id in which `*` stands for anything (`*mistral*`). The first pattern that fits holds; the built-in table comes after these.",
      ),
    "window",
  ),
  "chat.otherTools": define(
    z
      .enum(["none", "named", "all"])
      .default("named")
      .describe(
        "Which tools of MCP servers and other extensions @crib may use beside its own: `none`, those that you `named` in the request with `#`, or `all` (128 at most). VS Code asks about them by its own rules; Toolcrib puts them on record and holds them to `#toolcrib.policy#`, and can neither preview nor undo what they do.",
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
      .describe("How many times @crib may call the model for one request before it asks whether to go on."),
    "window",
  ),
};
