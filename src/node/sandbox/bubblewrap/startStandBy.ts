/** A sandbox as the command before had one, for one that may come. */
import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import type { HoldRequest } from "../hold";
import { removeTempNow, stateFolders } from "../stateFolders";
import { type Bubblewrap, frameOf } from "./frame";
import { waitingText } from "./handover";
import { type HeldRoots, rootsInPlace, rootsOnLayer } from "./heldRoots";
import type { NextSandbox } from "./nextSandbox";
import { StandBy } from "./standBy";

/** The roots, where nothing in them has to be made for the while of a command; undefined elsewhere. */
async function rootsAlone(wish: HoldRequest, { layer }: NextSandbox): Promise<HeldRoots | undefined> {
  if (!layer) {
    const roots = await rootsInPlace(wish);
    await roots.release(undefined);
    return roots.mounts.some(({ kind }) => kind === "masked") ? undefined : roots;
  }
  const roots = await rootsOnLayer(wish, layer);
  if (roots.namespace !== undefined) return roots;
  // The workspace is another one by now, and that layer was removed.
  await roots.layer?.discard();
  return undefined;
}

async function startWith(probe: Bubblewrap, wish: HoldRequest, next: NextSandbox): Promise<StandBy | undefined> {
  const { shell, state, owner } = wish;
  const roots = await rootsAlone(wish, next);
  if (!roots) return undefined;
  const { masks, mounts, cwd, starting } = await frameOf(probe, wish, {
    folders: stateFolders(state, owner),
    roots: Promise.resolve(roots),
    wayOut: Promise.resolve(undefined),
    network: next.network,
  });
  const start = { ...starting([shell, "-c", waitingText, shell]), mounts, cwd };
  return StandBy.made(start, { state, owner, masks, maker: basename(probe.program) });
}

/**
 * Has one wait, in the network and on the layer that were made for it.
 * @param wish of the command before. @returns undefined where none can wait.
 * @throws Error where it cannot be made.
 */
export async function startStandBy(
  probe: Bubblewrap,
  wish: HoldRequest,
  next: NextSandbox,
): Promise<StandBy | undefined> {
  const { hold, shell, state, request } = wish;
  // Of what a person let write or run longer, nobody knows whether anything like it comes again.
  if (!hold.confinement.onlyReads || hold.onLayer === "open" || !basename(shell).startsWith("bash")) return undefined;
  const owner = randomUUID();
  try {
    return await startWith(probe, { ...wish, owner, request: { ...request, secretFiles: {} } }, next);
  } catch (error) {
    removeTempNow(state, owner);
    throw error;
  }
}
