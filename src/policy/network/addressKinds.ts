/** How addresses and names of hosts are reached: over the open internet, in private networks, or as nobody's site (WF-6). */
import ipaddr from "ipaddr.js";

/** How an address is reached. `special`: link-local, metadata services, multicast and other ranges of no one's site. */
export type AddressKind = "public" | "local" | "special" | "malformed";

/** True for an IP address that is on the open internet; false for private, loopback, link-local and special ones. */
export const isPublicIp = (text: string): boolean => kindOfIp(text) === "public";

/** True for an IP address of this machine or of a private network: where a server may be that a person names. */
export const isPrivateIp = (text: string): boolean => kindOfIp(text) === "local";

/** Services of clouds for their own machines, at addresses that look like anybody's. */
const cloudServices = ["168.63.129.16/32", "fd00:ec2::/32", "fd20:ce::254/128", "fd00:c1::/32", "fd00:42::42/128"].map(
  (range) => ipaddr.parseCIDR(range),
);

const isCloudService = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
  cloudServices.some(([start, bits]) => start.kind() === address.kind() && address.match(start, bits));

function kindOfIp(text: string): AddressKind {
  if (!ipaddr.isValid(text)) return "malformed";
  // A mapped address is the IPv4 address in it.
  const address = ipaddr.process(text);
  if (isCloudService(address)) return "special";
  const range = address.range();
  if (address instanceof ipaddr.IPv6) {
    if (range === "loopback" || range === "uniqueLocal") return "local";
    // Only 2000::/3 is handed out; translation and tunnel ranges in it carry an IPv4 address.
    return range === "unicast" && ((address.parts[0] ?? 0) & 0xe000) === 0x2000 ? "public" : "special";
  }
  switch (range) {
    case "unicast":
      return "public";
    case "loopback":
    case "private":
    case "unspecified":
      return "local";
    default:
      return "special";
  }
}

/** Names under which clouds serve the secrets of their machines. */
const metadataName =
  /^(?:metadata|metadata\..*|.*\.internal|instance-data(?:\..*)?|rancher-metadata|(?:.*\.)?metadata\.cloud\.ibm\.com)$/;

/** Names of this machine and of networks at home or at work; no name without a dot leads to a site. */
const localName = /^(?:[^.]*|.*\.(?:localhost|local|localdomain6?|home\.arpa))$/;

/** @param host as a URL parser leaves it, without brackets and the dot at the end. */
export function kindOfHost(host: string): AddressKind {
  if (ipaddr.isValid(host)) return kindOfIp(host);
  if (metadataName.test(host)) return "special";
  return localName.test(host) ? "local" : "public";
}
