/** The way out of one sandbox: the proxy outside, and what leads to it from inside. */
import type { CommandHold } from "../../../core/ports/confinement";
import type { CommandRequest } from "../../../core/ports/shell";
import type { Relay } from "../supervisor";
import { type Egress, needsWayOut, openEgress } from "./egress";
import type { PreparedNetwork } from "./preparedNetwork";
import { localRelays, relaysOf } from "./relays";

/** A way out that is open. */
export interface WayOut {
  readonly egress: Egress;
  /** What has to listen inside. */
  readonly relays: readonly Relay[];
  close(): Promise<void>;
}

/**
 * Opens it, where the command is to have one.
 * @param network where the sandbox is started; its relay looks for the proxy. Absent: the sandbox makes its own.
 * @throws the system's error, as where another user has taken the folder of the network, whose name is no secret.
 */
export async function openWayOut(
  hold: CommandHold,
  heard: Pick<CommandRequest, "onReached">,
  network?: PreparedNetwork,
): Promise<WayOut | undefined> {
  if (!needsWayOut(hold)) return undefined;
  const { reach } = hold.confinement;
  const egress = await openEgress(reach, heard, network && { folder: network.folder });
  return { egress, relays: network ? localRelays(egress) : relaysOf(egress), close: () => egress.close() };
}
