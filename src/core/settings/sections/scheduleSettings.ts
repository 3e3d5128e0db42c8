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
};
