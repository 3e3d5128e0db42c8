import type { Dialect } from "../core/dialect";
import { flyto } from "./flyto";
import { nanobot } from "./nanobot";
import { qwen } from "./qwen";
import type { Tools } from "./shared";
import { standard } from "./standard";
import { triggerfish } from "./triggerfish";

const dialects = { standard, triggerfish, nanobot, flyto, qwen } satisfies Record<string, (tools: Tools) => Dialect>;

/** A name of a dialect that exists. */
export type DialectName = keyof typeof dialects;

/** Something for every dialect, by its name. */
export const forEveryDialect = <T>(make: (dialect: DialectName) => T): Readonly<Record<DialectName, T>> =>
  Object.fromEntries(Object.keys(dialects).map((name) => [name, make(name as DialectName)])) as Record<DialectName, T>;

/** Every dialect by name, over the given tools by key (D-2). */
export const makeDialects = (tools: Tools): Readonly<Record<DialectName, Dialect>> =>
  forEveryDialect((name) => dialects[name](tools));
