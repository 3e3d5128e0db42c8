/** The way to a server: a connection to an address that was judged, or through the person's proxy (WF-6). */
import type { Socket } from "node:net";
import type { AddressReach } from "../../core/ports/web";
import { connectFirst, type Identity, plainTo, secureInside, secureTo, whenReady } from "./connection";
import { type AddressLookup, addressesOf, portOf, StrangeAddress, withoutBrackets } from "./dialableAddresses";
import { askForTunnel } from "./exchange";
import { type ProxyChoice, type ProxyServer, proxyFor } from "./proxy";
import type { RequestDeadline } from "./requestDeadline";
import { type Course, ProxyFailure } from "./webFailures";

/** What ways are found with. */
export interface WayParts {
  readonly find: AddressLookup;
  readonly proxy: ProxyChoice | undefined;
  /** Certificates of authorities, as PEM, instead of those that Node trusts. */
  readonly authorities: readonly string[] | undefined;
}

/** A connection, and what its other end has to be told. */
export interface Way {
  readonly socket: Socket;
  /** Set when the proxy itself is asked for the page. */
  readonly asksProxy?: ProxyServer;
}

const bare = (host: string) => withoutBrackets(host).replace(/\.$/, "");

const begin = (isSecure: boolean, port: number, identity: Identity) =>
  isSecure ? secureTo(port, identity) : plainTo(port);

async function connectToProxy(
  proxy: ProxyServer,
  { find, authorities }: WayParts,
  ending: RequestDeadline,
): Promise<Socket> {
  const identity = { name: proxy.host, authorities, isChecked: proxy.isChecked };
  try {
    const found = await ending.orEnd(find(proxy.host));
    const addresses = found.map(({ address }) => address);
    return await connectFirst(addresses, begin(proxy.isSecure, proxy.port, identity), ending.signal);
  } catch (error) {
    throw new ProxyFailure(proxy.shown, error);
  }
}

/** What a request says to a proxy. */
export const proxyHeaders = ({ authorization }: ProxyServer): Record<string, string> =>
  authorization === undefined ? {} : { "proxy-authorization": authorization };

async function tunnel(url: URL, proxy: ProxyServer, parts: WayParts, ending: RequestDeadline): Promise<Socket> {
  const socket = await connectToProxy(proxy, parts, ending);
  const authority = `${url.hostname}:${portOf(url)}`;
  const { status, onward } = await askForTunnel(socket, authority, proxyHeaders(proxy), ending.signal).catch(
    (error: unknown) => {
      throw new ProxyFailure(proxy.shown, error);
    },
  );
  if (!onward) throw new ProxyFailure(proxy.shown, status);
  const name = bare(url.hostname);
  const identity = { name, authorities: parts.authorities, isChecked: true };
  return whenReady(secureInside(onward, identity)(name), ending.signal).catch((error: unknown) => {
    onward.destroy();
    throw error;
  });
}

/** Where a name leads, or why nobody here knows that. */
type Place = { readonly addresses: readonly string[] } | { readonly failure: unknown };

/**
 * Looks a name up and judges where it leads, also where a proxy looks it up again: one that only the proxy knows is its own
 * affair.
 * @throws StrangeAddress, Ended
 */
async function placeOf(url: URL, reach: AddressReach, { find }: WayParts, ending: RequestDeadline): Promise<Place> {
  try {
    return { addresses: await ending.orEnd(addressesOf(url.hostname, reach, find)) };
  } catch (error) {
    if (error instanceof StrangeAddress || ending.reason !== undefined) throw error;
    return { failure: error };
  }
}

/** Whether it is in the person's own network, which no proxy leads to. */
const isNearby = (place: Place, { isLocal, isPublic }: AddressReach): boolean =>
  isLocal && "addresses" in place && !place.addresses.every(isPublic);

/**
 * Opens the way to a server.
 * @throws StrangeAddress, ProxyFailure, UnusableProxy, Ended, an AbortError, and what systems fail with.
 */
export async function openWay(
  url: URL,
  reach: AddressReach,
  parts: WayParts,
  ending: RequestDeadline,
  course: Course,
): Promise<Way> {
  const isSecure = url.protocol === "https:";
  course.step = "finding";
  const place = await placeOf(url, reach, parts, ending);
  const proxy = isNearby(place, reach) ? undefined : proxyFor(url, parts.proxy);
  if (proxy) {
    course.step = "connecting";
    if (isSecure) return { socket: await tunnel(url, proxy, parts, ending) };
    return { socket: await connectToProxy(proxy, parts, ending), asksProxy: proxy };
  }
  if ("failure" in place) throw place.failure;
  course.step = "connecting";
  const identity = { name: bare(url.hostname), authorities: parts.authorities, isChecked: true };
  return { socket: await connectFirst(place.addresses, begin(isSecure, portOf(url), identity), ending.signal) };
}
