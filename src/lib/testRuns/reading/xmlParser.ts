import type { Parser } from "htmlparser2";

/** The class, loaded by whoever needs it first. */
export const xmlParser = (): typeof Parser => (require("./xmlLibraries") as typeof import("./xmlLibraries")).Parser;
