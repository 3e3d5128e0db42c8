import type { HookedCall } from "../../core/calls/beside/hooks";
import { failureText, type Speaker } from "./hookOpinions";

/** Tells of a failure that stops nothing. @param failure one clause. */
export type TellFailure = (speaker: Speaker, failure: string, call: HookedCall) => void;

/** Puts every failure on record, and tells a person of the first one of each hook. */
export function failureTeller(ports: {
  warn(text: string): void;
  note(event: string, agent: string, detail: string): Promise<void>;
}): TellFailure {
  const told = new Set<string>();
  return (speaker, failure, { id, agent }) => {
    const text = failureText(speaker, failure);
    void ports.note("hook failed", agent, `${text} (call ${id})`);
    if (told.has(speaker.rule)) return;
    told.add(speaker.rule);
    ports.warn(`After a call ${text}. Further failures are only in the audit log.`);
  };
}
