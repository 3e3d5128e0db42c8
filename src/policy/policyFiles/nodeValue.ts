import { getNodeValue, type Node } from "jsonc-parser";

/** The value of a node as `JSON.parse` makes it: to what the parser makes zod's checks of lengths throw, as it has no prototype. */
export const nodeValue = (node: Node): unknown => structuredClone(getNodeValue(node));
