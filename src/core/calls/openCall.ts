import type { Session } from "../session/session";
import { ToolCatalog } from "../tools/toolCatalog";
import type { Call, CallTrace } from "./call";
import type { Crib } from "./crib";
import { cribForCall } from "./cribForCall";
import { resolveCallTool } from "./resolveCallTool";

/** A call that has begun: what it is, where it works, and what is known of it from then on. */
export interface OpenCall {
  /** Names it in the record and the journal. */
  readonly id: string;
  /** When it began; milliseconds since 1970. */
  readonly time: number;
  readonly session: Session;
  /** The tools as its session sees them. */
  readonly tools: ToolCatalog;
  /** As it was given. */
  readonly request: Call;
  /** The call that is made: that of the tool which `call_tool` names. */
  readonly call: Call;
  /** In which it was made. */
  readonly from: Crib;
  /** Where it works. Never rejects; not waited for before the call has its place in its turn. */
  readonly crib: Promise<Crib>;
  readonly trace: CallTrace;
}

/** Begins a call: resolves `call_tool`, names the call and finds where it works. Does nothing else. */
export function openCall(crib: Crib, session: Session, request: Call): OpenCall {
  const tools = new ToolCatalog(crib, session);
  const call = resolveCallTool(tools, request);
  if (call !== request) tools.activateTool(call.tool);
  const time = crib.host.now();
  return {
    id: call.id ?? `${time.toString(36)}-${crypto.randomUUID().slice(0, 8)}`,
    ...{ time, session, tools, request, call },
    from: crib,
    crib: cribForCall(crib, session, tools.find(call.tool)),
    trace: { files: [], requests: request.trace?.requests ?? [], reached: request.trace?.reached ?? [] },
  };
}
