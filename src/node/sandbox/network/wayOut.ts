/** The way out of one sandbox: the proxy outside, and what leads to it from inside. */
import type { CommandHold, Confinement } from "../../../core/ports/confinement";
import type { CommandRequest } from "../../../core/ports/shell";
import type { Relay } from "../supervisor";
import { type Egress, needsWayOut, openEgress } from "./egress";
import { type PreparedNetwork, prepareNetwork, takeNetwork } from "./preparedNetwork";
import { localRelays, relaysOf } from "./relays";

/** A way out that is open. */
export interface WayOut {
  readonly egress: Egress;
  /** The network that the sandbox is to be started in; absent: it makes its own. */
  readonly network?: PreparedNetwork;
  /** What has to listen inside. */
  readonly relays: readonly Relay[];
  close(): Promise<void>;
}

/**
 * Opens it, where the command is to have one.
 * @param bubblewrap absolute path.
 * @throws the system's error.
 */
export async function openWayOut(
  bubblewrap: string,
  hold: CommandHold,
  heard: Pick<CommandRequest, "onReached">,
): Promise<WayOut | undefined> {
  if (!needsWayOut(hold)) return undefined;
  const { confinement, onLayer } = hold;
  // Where there is no layer, nothing is started as root of a namespace of its own, from which a network can be entered.
  const prepared = onLayer ? await openPrepared(confinement, heard) : undefined;
  const egress = prepared?.egress ?? (await openEgress(confinement.reach, heard));
  return {
    egress,
    ...(prepared && { network: prepared.network }),
    relays: prepared ? localRelays(egress) : relaysOf(egress),
    async close() {
      prepared?.network.end();
      if (onLayer) void prepareNetwork(bubblewrap);
      await egress.close();
    },
  };
}

/** The network that waits, with the proxy that its relay looks for. */
async function openPrepared(
  { reach }: Pick<Confinement, "reach">,
  heard: Pick<CommandRequest, "onReached">,
): Promise<Required<Pick<WayOut, "egress" | "network">> | undefined> {
  const network = takeNetwork();
  if (!network) return undefined;
  try {
    return { network, egress: await openEgress(reach, heard, { folder: network.folder }) };
  } catch {
    // Its name is no secret on this machine, so another user may have taken it.
    network.end();
    return undefined;
  }
}
