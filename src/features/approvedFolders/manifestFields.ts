/** What manifests that agents write have in common: names of folders, hosts, and lines that a person reads (EX-12). */
import * as z from "zod";

/** Names that Windows keeps for devices, so that no folder can have them everywhere. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** Control characters, marks that change the direction of text, and characters without a width. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** What can be seen of a text, in one line. */
export const seen = (text: string): string => text.replace(new RegExp(unseen, "gu"), "").trim();

/** A name that is one folder on every file system. */
export const plainName = z
  .string()
  .max(64)
  .regex(
    /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
    'expected lowercase letters and digits, separated by single hyphens, such as "weekly-report"',
  )
  .refine((name) => !reserved.test(name), "the name is reserved for devices on Windows: choose another");

/** Text in which nothing hides. */
export const plainLine = z
  .string()
  .trim()
  .min(1)
  .refine((text) => !unseen.test(text), "expected one line without control characters or invisible characters");

/** A host as settings and permissions name it. */
export const hostName = z
  .string()
  .regex(
    /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/,
    'expected a host in lowercase letters such as "api.example.org", "*.example.org" or "localhost:3000"',
  );
