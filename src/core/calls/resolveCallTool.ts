/** A call of `call_tool` is a call of the tool it names (DF-4): planned, judged, asked about and recorded as that. */

import { bridgeName } from "../tools/deferral";
import type { DialectTool } from "../tools/tool";
import type { ToolCatalog } from "../tools/toolCatalog";
import { translate } from "../tools/translate";
import type { Call } from "./call";

/** What the bridge is given. */
export interface BridgeInput {
  /** Of the tool to call. */
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Whether a tool is the bridge, whatever its dialect calls it. */
export const isBridge = ({ tool }: DialectTool): boolean => tool.name === bridgeName;

/**
 * The call that is meant. Any call but those of the bridge is returned as it is; so is one that names nothing which can be
 * called through it, and the bridge's own plan then says what is wrong.
 */
export function resolveCallTool(tools: ToolCatalog, call: Call): Call {
  const bridge = tools.find(call.tool);
  if (!bridge || !isBridge(bridge)) return call;
  const wish = bridgeInput(bridge, call.input);
  const target = wish && tools.find(wish.name);
  return target && !isBridge(target) ? { ...call, tool: target.name, input: wish.arguments } : call;
}

function bridgeInput(bridge: DialectTool, given: unknown): BridgeInput | undefined {
  try {
    return translate(bridge, given).input;
  } catch {
    return undefined;
  }
}
