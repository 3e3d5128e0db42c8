import type { Dialect } from "../core/dialect";
import { standardTraits } from "../core/traits";
import { asItself, type Tools } from "./shared";

/** The house dialect (D-3). */
export const standard = (tools: Tools): Dialect => ({
  name: "standard",
  traits: standardTraits,
  tools: Object.values(tools).map(asItself),
});
