/** What other extensions say of calls, through the interface in toolcrib-api.d.ts (PO-1, PO-5). */
import * as z from "zod";
import type { BeforeCallListener, CallFacts } from "../../../toolcrib-api";
import type { EndedCall, HookedCall, Hooks } from "../../core/calls/beside/hooks";
import { inTime, Late } from "../../core/util/timeLimit";
import type { Decision } from "../../core/vocabulary/decision";
import { messageOf } from "../../core/vocabulary/toolError";
import { callFacts, resultFacts } from "./callFacts";
import type { CallListeners, Registered } from "./callListeners";
import type { TellFailure } from "./hookFailures";
import { failureOpinion, hookOpinionOf, noteOf, type Speaker } from "./hookOpinions";

/** Milliseconds that a listener may take. */
const defaultTimeoutMs = 5000;

const opinion = z.object({ decision: z.enum(["ask", "deny"]), reason: z.string() }).nullish();
const note = z.string().nullish();

const speakerOf = (extension: string): Speaker => ({ shown: `extension ${extension}`, rule: `extension.${extension}` });

function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}

/** A copy, so that nobody can change what is done. */
const told = (call: HookedCall): CallFacts => frozen(JSON.parse(JSON.stringify(callFacts(call, true))) as CallFacts);

/** Asks every listener at the same time. */
export class ListenerHooks implements Hooks {
  /** @param limitMs milliseconds that a listener may take. */
  constructor(
    private readonly listeners: Pick<CallListeners, "before" | "after">,
    private readonly tell: TellFailure,
    private readonly limitMs = defaultTimeoutMs,
  ) {}

  async before(call: HookedCall): Promise<readonly Decision[]> {
    const { before } = this.listeners;
    if (before.size === 0 || call.signal.aborted) return [];
    const ask = async ({ extension, listener }: Registered<BeforeCallListener>): Promise<Decision[]> => {
      const speaker = speakerOf(extension);
      try {
        const said = opinion.safeParse(await inTime(() => listener(told(call)), this.limitMs));
        if (!said.success) return [failureOpinion(speaker, "deny", "it returned an invalid opinion")];
        return said.data ? [hookOpinionOf(speaker, said.data.decision, said.data.reason)] : [];
      } catch (error) {
        return [failureOpinion(speaker, error instanceof Late ? "ask" : "deny", messageOf(error))];
      }
    };
    return (await Promise.all([...before].map(ask))).flat();
  }

  async after(call: HookedCall, ended: EndedCall): Promise<readonly string[]> {
    const { after } = this.listeners;
    if (after.size === 0) return [];
    const notes = [...after].map(async ({ extension, listener }) => {
      const speaker = speakerOf(extension);
      try {
        const said = await inTime(() => listener(told(call), frozen(resultFacts(ended))), this.limitMs);
        return noteOf(speaker, note.parse(said) ?? "");
      } catch (error) {
        const failure = error instanceof z.ZodError ? "it returned something other than text" : messageOf(error);
        this.tell(speaker, failure, call);
        return [];
      }
    });
    return (await Promise.all(notes)).flat();
  }
}
