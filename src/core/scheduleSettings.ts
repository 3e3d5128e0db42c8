/** Settings of scheduled work (EX-5, EX-9). */
import * as z from "zod";
import { define } from "./defineSetting";

export const scheduleSettings = {
  "schedules.enabled": define(
    z
      .boolean()
      .default(true)
      .describe(
        "Run schedules that agents proposed and you approved, while a trusted window is open. Off: nothing is started but by you.",
      ),
    "machine",
  ),
};
