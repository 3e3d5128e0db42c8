import type { Dialect } from "../../core/tools/dialect";
import { standardTraits } from "../../core/tools/traits";
import { asItself, type ToolsByKey } from "./over";

/** The house dialect (D-3). */
export const standard = (tools: ToolsByKey): Dialect => ({
  name: "standard",
  traits: standardTraits,
  tools: Object.values(tools).map(asItself),
});
