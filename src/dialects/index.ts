import type { Dialect } from "../core/tools/dialect";
import { type DialectName, dialectNames } from "../core/vocabulary/dialectNames";
import { flyto } from "./flyto/flyto";
import { nanobot } from "./nanobot/nanobot";
import { qwen } from "./qwen/qwen";
import type { ToolsByKey } from "./shared/over";
import { standard } from "./shared/standard";
import { triggerfish } from "./triggerfish/triggerfish";

const dialects: Readonly<Record<DialectName, (tools: ToolsByKey) => Dialect>> = {
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
export const makeDialects = (tools: ToolsByKey): Readonly<Record<DialectName, Dialect>> =>
  forEveryDialect((name) => dialects[name](tools));
