/** What a call would do, as data (IFC-5). */
import type { Crib } from "../../core/calls/crib";
import { prepareCall } from "../../core/calls/prepareCall";
import type { Session } from "../../core/session/session";
import type { Effect, WriteEffect } from "../../core/vocabulary/effect";
import { unifiedDiff } from "../../lib/edits/diff/unifiedDiff";

/** See DryRunResult in libraryApi.d.ts. */
export interface DryRun {
  readonly summary: string;
  readonly isError: boolean;
  readonly wouldChange: readonly string[];
  readonly diff?: string;
  readonly decision?: "allow" | "ask" | "deny";
}

/** Plans and judges a call, and does nothing. Never throws. */
export async function dryRun(crib: Crib, session: Session, tool: string, input: unknown): Promise<DryRun> {
  const signal = new AbortController().signal;
  const prepared = await prepareCall(crib, session, { tool, input, signal });
  if (prepared.kind === "failed") return { summary: prepared.result.text, isError: true, wouldChange: [] };
  const { plan, decision } = prepared;
  return {
    summary: decision.kind === "deny" ? `${plan.title}: denied, because ${decision.reason}.` : plan.title,
    isError: decision.kind === "deny",
    ...changesIn(plan.effects),
    decision: decision.kind,
  };
}

/** Which files would be written, and how. */
export function changesIn(effects: readonly Effect[]): Pick<DryRun, "wouldChange" | "diff"> {
  const writes = effects.filter((effect): effect is WriteEffect => effect.kind === "write");
  const diff = writes.map(({ before, after }) => unifiedDiff(before, after)).join("\n");
  return { wouldChange: writes.map(({ target }) => target.path), ...(writes.length > 0 && { diff }) };
}
