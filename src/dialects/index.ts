import type { Dialect } from "../core/dialect";
import type { AnyTool } from "../core/tool";
import { qwen } from "./qwen";
import { standard } from "./standard";

/** Every dialect by name, over the given tools (D-2). */
export const makeDialects = (
  tools: Readonly<Record<string, AnyTool>>,
): Readonly<Record<"standard" | "qwen", Dialect>> => ({
  standard: standard(tools),
  qwen: qwen(tools),
});
