/** Names the place in the workspace that a refused path from the root of the system most likely means: `/src/app.ts`. */
import type { Decision } from "../../vocabulary/decision";
import type { Effect, ResolvedPath } from "../../vocabulary/effect";
import { childOf, parentOf } from "../../vocabulary/paths";
import type { CallPolicy } from "../callPolicy";
import type { Crib } from "../crib";
import { planHost } from "./planHost";

/** The place that is refused because it lies in no root. */
function outsidePlace(effects: readonly Effect[]): ResolvedPath | undefined {
  for (const effect of effects) {
    const target = "target" in effect ? effect.target : undefined;
    if (typeof target === "object" && target.root === undefined && target.path.startsWith("/")) return target;
  }
  return undefined;
}

/**
 * What is looked at is judged as reading in the workspace, so that what the agent may not see is not named.
 * @param effects of the call. @returns the same verdict, with the place in the workspace as the advice where there is one.
 */
export async function namingInside(
  decision: Decision,
  effects: readonly Effect[],
  crib: Crib,
  context: CallPolicy,
): Promise<Decision> {
  const refused = decision.kind === "deny" && decision.rule === "scope" ? outsidePlace(effects) : undefined;
  const [first] = context.roots;
  if (!refused || first === undefined) return decision;
  const host = planHost(crib, context, new Set());
  // What may not be looked at is not named.
  const inside = await host
    .resolve(".", first)
    .then((root) => host.resolve(childOf(root, refused.path.slice(1)).path))
    .catch(() => undefined);
  if (inside === undefined) return decision;
  const isThere = (target: ResolvedPath) => host.stat(target).then(Boolean, () => false);
  const folder = parentOf(refused.path);
  const isWritten = effects.some(({ kind }) => kind === "write") && folder !== "/";
  const isMeant = (await isThere(inside)) || (isWritten && (await isThere(await host.resolve("..", inside.path))));
  return isMeant ? { ...decision, instead: `give ${inside.shown}, which is in the workspace` } : decision;
}
