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

/** Something for every dialect, by its name; made when it is first asked for, as most processes speak only one. */
export function forEveryDialect<T>(make: (dialect: DialectName) => T): Readonly<Record<DialectName, T>> {
  const all = {} as Record<DialectName, T>;
  const define = (name: DialectName, descriptor: PropertyDescriptor) =>
    Object.defineProperty(all, name, { ...descriptor, enumerable: true, configurable: true });
  for (const name of dialectNames)
    define(name, {
      get() {
        const value = make(name);
        define(name, { value });
        return value;
      },
    });
  return all;
}

/** Every dialect by name, over the given tools by key (D-2). */
export const makeDialects = (tools: ToolsByKey): Readonly<Record<DialectName, Dialect>> =>
  forEveryDialect((name) => dialects[name](tools));
