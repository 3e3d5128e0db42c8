/** Which addresses may be dialled: those that a name led to when it was judged, and no others (WF-6). */
import { lookup } from "node:dns/promises";
import type { AddressReach } from "../../core/ports/web";

/** Looks up all addresses of a host. */
export type AddressLookup = (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

/** As the system looks names up. @throws what Node's `dns.lookup` fails with. */
export const lookUp: AddressLookup = (host) => lookup(host, { all: true });

/** A host as programs name it: an IPv6 address without its brackets. */
export const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, "");

/** The port of an http or https address, also where none is written. */
export const portOf = ({ port, protocol }: Pick<URL, "port" | "protocol">): number =>
  Number(port) || (protocol === "https:" ? 443 : 80);

/** A name that leads where its requests may not go. */
export class StrangeAddress extends Error {
  constructor(readonly address: string) {
    super(`it resolves to ${address}, which is not a public internet address`);
  }
}

/**
 * The addresses to dial, IPv4 first. A local server that is named by its address is that address; a name leads to none that
 * serves no one's pages.
 * @param host as in an address, in brackets or not.
 * @throws StrangeAddress when any of them may not be dialled; what the look-up throws.
 */
export async function addressesOf(host: string, reach: AddressReach, find: AddressLookup = lookUp): Promise<string[]> {
  const name = withoutBrackets(host);
  const found = [...(await find(name))].sort((one, other) => one.family - other.family);
  const addresses = found.map(({ address }) => address);
  const isExpected = (address: string) =>
    reach.isPublic(address) || (reach.isLocal && (address === name || reach.isPrivate(address)));
  const strange = addresses.find((address) => !isExpected(address));
  if (strange !== undefined) throw new StrangeAddress(strange);
  return addresses;
}
