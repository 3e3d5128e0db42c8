import type { Dialect } from "../core/dialect";
import { type DialectName, dialectNames } from "../core/dialectNames";
import { flyto } from "./flyto";
import { nanobot } from "./nanobot";
import { qwen } from "./qwen";
import type { Tools } from "./shared";
import { standard } from "./standard";
import { triggerfish } from "./triggerfish";

const dialects: Readonly<Record<DialectName, (tools: Tools) => Dialect>> = {
  standard,
  triggerfish,
  nanobot,
  flyto,
  qwen,
};

/** Something for every dialect, by its name. */
export const forEveryDialect = <T>(make: (dialect: DialectName) => T): Readonly<Record<DialectName, T>> =>
  Object.fromEntries(dialectNames.map((name) => [name, make(name)])) as Record<DialectName, T>;

/** Every dialect by name, over the given tools by key (D-2). */
export const makeDialects = (tools: Tools): Readonly<Record<DialectName, Dialect>> =>
  forEveryDialect((name) => dialects[name](tools));
