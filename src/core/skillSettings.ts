/** Settings of the skills that agents write (EX-8). */
import * as z from "zod";
import { define } from "./defineSetting";

export const skillSettings = {
  "skills.installTo": define(
    z
      .enum(["ask", "workspace", "user"])
      .default("ask")
      .describe(
        "Where an approved skill of an agent is installed: asked about each time, in `.github/skills` of the workspace, or in `~/.copilot/skills` for every workspace.",
      ),
    "machine",
  ),
};
