/** Requests in plain Node: each over a connection of its own, to an address that was judged (WF-6). */

import type { WebAnswer, WebPort, WebRequest } from "../../core/ports/web";
import { parsedAddress } from "../../core/text/addresses/parsedAddress";
import { ToolError } from "../../core/vocabulary/toolError";
import { type Body, takeBody } from "./body";
import { type AddressLookup, lookUp } from "./dialableAddresses";
import { exchange, type Reply } from "./exchange";
import { type Keys, withKey, withoutKey } from "./keys";
import type { ProxyChoice } from "./proxy";
import { RequestDeadline } from "./requestDeadline";
import { agentOf, headersOf } from "./requestHeaders";
import { conditionsOf, ResponseCache } from "./responseCache";
import { maxRobotsLength, Robots } from "./robots";
import { openWay, proxyHeaders } from "./routes";
import { type Course, ProxyFailure, webFailureOf } from "./webFailures";

/** What requests need of the machine they are made from. */
export interface NodeWebParts {
  readonly lookUp?: AddressLookup;
  readonly keys?: Keys;
  /** What the person has set now. */
  proxy?(): ProxyChoice | undefined;
  /** Certificates of authorities, as PEM, instead of those that Node trusts. */
  readonly authorities?: readonly string[] | undefined;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** What a single request says, whatever it is for. */
interface Sent {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly wish: Pick<WebRequest, "method" | "body" | "maxBytes" | "wholeOnly" | "onProgress">;
}

const redirects = new Set([301, 302, 303, 307, 308]);
const bodiless = new Set([204, 205, 304]);

const joinedHeaders = (headers: Reply["headers"]): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")]));

/** Where an answer leads; of several places the first. */
function locationOf({ status, headers }: Reply, from: URL): string | undefined {
  const [written] = [headers.location].flat();
  if (!redirects.has(status) || written === undefined) return undefined;
  return parsedAddress(written, from.href)?.href;
}

function parsed(url: string): URL {
  const parsed = parsedAddress(url);
  if (parsed?.protocol === "http:" || parsed?.protocol === "https:") return parsed;
  throw new ToolError(
    "invalid_input",
    `${JSON.stringify(url.slice(0, 200))} cannot be fetched: give an address that begins with http:// or https://.`,
  );
}

const courseTo = ({ host }: URL, { timeoutMs }: WebRequest): Course => ({
  host,
  seconds: timeoutMs / 1000,
  asksRobots: false,
  step: "finding",
  received: 0,
  total: undefined,
});

/** Sends requests, and remembers for a while what servers said. */
export class NodeWeb implements WebPort {
  readonly #copies: ResponseCache;
  readonly #robots: Robots;
  readonly #now: () => number;

  constructor(private readonly parts: NodeWebParts = {}) {
    this.#now = parts.now ?? Date.now;
    this.#copies = new ResponseCache(this.#now);
    this.#robots = new Robots(this.#now);
  }

  async fetch(wanted: WebRequest): Promise<WebAnswer> {
    const url = parsed(wanted.url);
    const course = courseTo(url, wanted);
    const ending = new RequestDeadline(wanted.signal, wanted.timeoutMs);
    try {
      ending.signal.throwIfAborted();
      return this.#copies.answer(wanted) ?? (await this.#ask(wanted, url, ending, course));
    } catch (error) {
      throw webFailureOf(error, course, ending.reason);
    } finally {
      ending.close();
    }
  }

  async #ask(wanted: WebRequest, url: URL, ending: RequestDeadline, course: Course): Promise<WebAnswer> {
    const headers = headersOf(wanted);
    const send = (sent: Sent) => this.#send(sent, wanted.reach, ending, course);
    course.asksRobots = wanted.asksRobots;
    const get = (robots: URL) => send({ url: robots, headers, wish: { method: "GET", maxBytes: maxRobotsLength } });
    if (wanted.asksRobots) await ending.orEnd(this.#robots.check(url, agentOf(wanted), wanted.reach.isLocal, get));
    course.asksRobots = false;
    const keyed = await ending.orEnd(withKey(url, wanted.key, this.parts.keys));
    const copy = this.#copies.doubtful(wanted);
    const answer = await send({
      url: keyed.url,
      headers: { ...headers, ...(copy && conditionsOf(copy)), ...keyed.headers },
      wish: wanted,
    });
    return this.#copies.take(wanted, keyed.key === undefined ? answer : withoutKey(answer, keyed.key), copy);
  }

  /** One request and its answer. */
  async #send(
    { url, headers, wish }: Sent,
    reach: WebRequest["reach"],
    ending: RequestDeadline,
    course: Course,
  ): Promise<WebAnswer> {
    course.received = 0;
    course.total = undefined;
    const { authorities, proxy } = this.parts;
    const parts = { find: this.parts.lookUp ?? lookUp, proxy: proxy?.(), authorities };
    const { socket, asksProxy } = await openWay(url, reach, parts, ending, course);
    course.step = "waiting";
    const message = {
      url,
      method: wish.method,
      body: wish.body,
      headers: { ...headers, ...(asksProxy && proxyHeaders(asksProxy)) },
      isForProxy: asksProxy !== undefined,
    };
    return exchange(socket, message, ending.signal, async (reply) => {
      if (asksProxy && reply.status === 407) throw new ProxyFailure(asksProxy.shown, 407);
      const location = locationOf(reply, url);
      const hasBody = wish.method !== "HEAD" && !bodiless.has(reply.status) && location === undefined;
      const nothing: Body = { body: new Uint8Array(), isCutOff: false };
      const taken = hasBody ? await takeBody(reply, wish, course, ending.signal) : nothing;
      return {
        status: reply.status,
        headers: joinedHeaders(reply.headers),
        ...taken,
        ...(location !== undefined && { location }),
        time: this.#now(),
        isCopy: false,
      };
    });
  }
}
