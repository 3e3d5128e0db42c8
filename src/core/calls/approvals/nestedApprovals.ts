/** A yes to a host holds for the call it was given to, and so for the calls that this call is made of (PO-8b). */

import { parsedAddress } from "../../text/addresses/parsedAddress";
import type { Decision } from "../../vocabulary/decision";
import type { FetchEffect } from "../../vocabulary/effect";
import type { JudgedCall } from "../call";
import type { Confirm } from "./answer";
import { askedOf } from "./approvals";

/** What is added to the name of who said yes. */
const toOuterCall = ", for the call it is part of";

type Asked = ReturnType<typeof askedOf>[number];

const askedIn = ({ plan, byEffect }: JudgedCall): Asked[] => askedOf(plan.effects, byEffect);

/** What asks about a request to an origin; the same again is the same question. */
const questionAbout = (origin: string, { rule, askedBy = [rule] }: Decision, { search }: FetchEffect): string =>
  JSON.stringify([askedBy, search, origin]);

/** @param originsOf the origins that the questions are to be about. */
function questionsIn({ effect, decision }: Asked, originsOf: (url: URL) => readonly string[]): string[] {
  if (decision?.kind !== "ask" || decision.always) return [];
  const url = effect.kind === "fetch" && effect.method !== "POST" ? parsedAddress(effect.url) : undefined;
  if (effect.kind !== "fetch" || !url) return [];
  return originsOf(url).map((origin) => questionAbout(origin, decision, effect));
}

/** Whoever lets a host be reached in the open means it encrypted as well; not the other way round. */
const meantOrigins = ({ origin, host, port }: URL): string[] => (port === "" ? [origin, `https://${host}`] : [origin]);

/**
 * How calls within a call are asked about: what is asked about a request, by the same rules and for the same host, was
 * answered with the outer one. Nothing else was: not what a hook asks, what is asked each time, or what another rule asks.
 * @param by who said yes to the outer call.
 */
export function confirmWithin(outer: JudgedCall, by: string, confirm: Confirm): Confirm {
  const answered = new Set(askedIn(outer).flatMap((asked) => questionsIn(asked, meantOrigins)));
  const isAnswered = (asked: Asked) => questionsIn(asked, ({ origin }) => [origin]).some((one) => answered.has(one));
  return async (call) => {
    const asked = call.byRules ? [] : askedIn(call);
    return asked.length > 0 && asked.every(isAnswered)
      ? { approved: true, by: by.endsWith(toOuterCall) ? by : by + toOuterCall }
      : confirm(call);
  };
}
