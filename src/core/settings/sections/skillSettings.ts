/** Settings of the skills that agents write (EX-8). */
import * as z from "zod";
import { define } from "./defineSetting";

export const skillSettings = {
  "skills.installTo": define(
    z
      .enum(["ask", "workspace", "user"])
      .default("ask")
      .describe(
        "Controls where an approved skill of an agent is installed. `ask`: ask each time; `workspace`: in `.github/skills` of the workspace; `user`: in `~/.copilot/skills` for every workspace.",
      ),
    "machine",
  ),
};
