/** Flags for opening files that not every system has; there they ask for nothing. */
import { constants } from "node:fs";

/** Refuses a link. */
export const noFollow = constants.O_NOFOLLOW ?? 0;

/** Does not wait for the other end of a pipe that took a file's place. */
export const noWait = constants.O_NONBLOCK ?? 0;
