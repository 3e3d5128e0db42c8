/** Settings of scheduled work (EX-5, EX-9). */
import * as z from "zod";
import { define } from "./defineSetting";

export const scheduleSettings = {
  "schedules.enabled": define(
    z
      .boolean()
      .default(true)
      .describe(
        "Whether to run approved schedules of agents while a trusted window is open. When off, they only run when you start them.",
      ),
    "machine",
  ),
  "schedules.notify": define(
    z
      .enum(["all", "failed"])
      .default("all")
      .describe("Controls which runs of schedules a notification tells of: all that ended, or only those that failed."),
    "machine",
  ),
  "schedules.resultsFolder": define(
    z
      .string()
      .default("")
      .describe(
        "Path of a folder where the result of each run is also written as a text file (absolute, or beginning with `~`). If empty, none is written.",
      ),
    "machine",
  ),
};
