/** Asks hosts what they close to programs, and keeps to it (toolcrib.web.respectRobots). */

import type { WebAnswer } from "../../core/ports/web";
import { ToolError } from "../../core/vocabulary/toolError";
import { isOpenTo, productToken } from "./robotsRules";

/** Milliseconds that an answer is kept. */
const life = 60 * 60_000;

/** Hosts whose answers are kept. */
const maxHosts = 200;

/** Bytes of a robots.txt that are read, as many as RFC 9309 asks for. */
export const maxRobotsLength = 500 * 1024;

const maxRedirects = 5;

/** Makes one request for a robots.txt. */
export type GetRobots = (url: URL) => Promise<Pick<WebAnswer, "status" | "body" | "isCutOff" | "location">>;

interface Kept {
  /** Undefined: the server could not say, and then everything is closed (RFC 9309, 2.3.1.4). */
  readonly text: string | undefined;
  readonly until: number;
}

const setting = "ask the person to turn off toolcrib.web.respectRobots";

/** A redirect may lead to the same server alone, or to the usual ports of its host: nothing else was judged. */
const isSameHost = (to: URL, from: URL, isLocal: boolean) =>
  to.origin === from.origin || (!isLocal && to.hostname === from.hostname && to.port === "" && from.port === "");

/** Only whole lines count. */
const textOf = ({ body, isCutOff }: Pick<WebAnswer, "body" | "isCutOff">) => {
  const text = new TextDecoder().decode(body);
  return isCutOff ? text.slice(0, text.lastIndexOf("\n") + 1) : text;
};

async function ask(url: URL, isLocal: boolean, get: GetRobots): Promise<string | undefined> {
  let at = new URL("/robots.txt", url);
  for (let hops = 0; hops <= maxRedirects; hops++) {
    const { location, status, ...answer } = await get(at);
    if (location === undefined) {
      if (status >= 500) return undefined;
      return status >= 200 && status < 300 ? textOf({ ...answer }) : "";
    }
    const next = new URL(location);
    if (!isSameHost(next, at, isLocal)) return "";
    at = next;
  }
  return "";
}

/** The answers of hosts, for an hour. */
export class Robots {
  readonly #kept = new Map<string, Kept>();
  readonly #asking = new Map<string, Promise<Kept>>();

  /** @param now milliseconds since 1970. */
  constructor(private readonly now: () => number = Date.now) {}

  /**
   * @param userAgent as requests carry it.
   * @throws ToolError `denied` for what is closed to programs; what `get` throws.
   */
  async check(url: URL, userAgent: string, isLocal: boolean, get: GetRobots): Promise<void> {
    const text = await this.#textOf(url, isLocal, get);
    const path = `${url.pathname}${url.search}`;
    if (text === undefined)
      throw new ToolError(
        "denied",
        `robots.txt of ${url.host} cannot be read because of a server error, so nothing may be fetched from the host: try again later, or ${setting}.`,
      );
    if (isOpenTo(text, productToken(userAgent), path)) return;
    throw new ToolError(
      "denied",
      `robots.txt of ${url.host} disallows ${path.slice(0, 200)}: use another page, or ${setting}.`,
    );
  }

  /** Requests to one host at the same time ask once; when whoever asked was ended, the next of them asks. */
  async #textOf(url: URL, isLocal: boolean, get: GetRobots): Promise<string | undefined> {
    const kept = this.#kept.get(url.origin);
    if (kept && kept.until > this.now()) return kept.text;
    for (let asking = this.#asking.get(url.origin); asking; asking = this.#asking.get(url.origin)) {
      const outcome = await asking.catch(() => "ended" as const);
      if (outcome !== "ended") return outcome.text;
    }
    const asking = this.#ask(url, isLocal, get).finally(() => this.#asking.delete(url.origin));
    this.#asking.set(url.origin, asking);
    return (await asking).text;
  }

  async #ask(url: URL, isLocal: boolean, get: GetRobots): Promise<Kept> {
    const answer = { text: await ask(url, isLocal, get), until: this.now() + life };
    this.#kept.delete(url.origin);
    // An error of the server may be over soon.
    if (answer.text !== undefined) this.#kept.set(url.origin, answer);
    for (const oldest of this.#kept.keys()) if (this.#kept.size > maxHosts) this.#kept.delete(oldest);
    return answer;
  }
}
