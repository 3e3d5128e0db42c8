/** What servers sent in the last minutes, kept in memory for later parts of a page and for asking again (WF-5). */

import type { WebAnswer, WebRequest } from "../../core/ports/web";
import { BoundedMap } from "../../core/util/boundedMap";

/** Milliseconds that a copy is kept after the server sent it or said that it still holds. */
const life = 15 * 60_000;

const maxCopies = 100;

/** Bytes of all bodies together. */
const maxBytes = 32 * 2 ** 20;

interface Copy {
  readonly answer: WebAnswer;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** What a copy is looked up by: nothing that an answer may depend on is left out. */
const nameOf = ({ url, agent, userAgent, headers = {} }: WebRequest) =>
  JSON.stringify([agent, userAgent, url.replace(/#.*/, ""), Object.entries(headers).sort()]);

/** The headers of a request that let a server say that a copy still holds. */
export function conditionsOf({ headers }: WebAnswer): Record<string, string> {
  const { etag, "last-modified": modified } = headers;
  return {
    ...(etag !== undefined && { "if-none-match": etag }),
    ...(modified !== undefined && { "if-modified-since": modified }),
  };
}

const hasConditions = (answer: WebAnswer) => Object.keys(conditionsOf(answer)).length > 0;

/** Milliseconds for which the server lets an answer be used without being asked. */
function promised({ headers }: WebAnswer): number {
  const control = headers["cache-control"] ?? "";
  if (/\bno-(?:store|cache)\b/i.test(control)) return 0;
  const seconds = /\bmax-age\s*=\s*"?(\d+)/i.exec(control)?.[1];
  return seconds === undefined ? life : Number(seconds) * 1000;
}

/** What was sent with the newest headers, as a 304 brings them, but for those that are about the body. */
const renewed = (answer: WebAnswer, headers: WebAnswer["headers"]): WebAnswer => {
  const aboutBody = /^(?:content-|transfer-)/;
  const newer = Object.entries(headers).filter(([name]) => !aboutBody.test(name));
  return { ...answer, headers: { ...answer.headers, ...Object.fromEntries(newer) } };
};

/** The copies of one host. Never on the disk. */
export class ResponseCache {
  readonly #copies = new BoundedMap<Copy>(maxCopies, maxBytes, ({ answer }) => answer.body.length);

  /** @param now milliseconds since 1970. */
  constructor(private readonly now: () => number = Date.now) {}

  /** The copy that answers without the server; undefined when the server has to be asked. */
  answer(wanted: WebRequest): WebAnswer | undefined {
    const copy = wanted.cache === "page" || wanted.cache === "fresh" ? this.#suiting(wanted) : undefined;
    if (!copy) return undefined;
    if (wanted.cache === "fresh") {
      const isPromised = this.now() - copy.time < promised(copy);
      if (wanted.reach.isLocal || hasConditions(copy) || !isPromised) return undefined;
    }
    return this.#given(copy, wanted);
  }

  /** The copy that the server is to be asked about. */
  doubtful(wanted: WebRequest): WebAnswer | undefined {
    return wanted.cache === "fresh" ? this.#suiting(wanted) : undefined;
  }

  /**
   * Takes an answer of the server: keeps it, or answers a 304 with the copy that it is about.
   * @param asked the copy that the server was asked about.
   */
  take(wanted: WebRequest, answer: WebAnswer, asked: WebAnswer | undefined): WebAnswer {
    if (wanted.cache === "none" || wanted.method !== "GET" || wanted.key) return answer;
    if (answer.status === 200) this.#keep(wanted, answer);
    // What is gone or elsewhere now has no copy any more; a server in trouble says nothing of it.
    else if (answer.status !== 304 && answer.status < 500) this.#copies.drop(nameOf(wanted));
    if (answer.status !== 304 || !asked) return answer;
    const copy = renewed(asked, answer.headers);
    this.#keep(wanted, copy);
    return this.#given(copy, wanted);
  }

  /** A copy that is not too old, and holds as much as is wanted. */
  #suiting(wanted: WebRequest): WebAnswer | undefined {
    if (wanted.method !== "GET" || wanted.key) return undefined;
    const name = nameOf(wanted);
    const copy = this.#copies.get(name);
    if (!copy) return undefined;
    if (copy.until <= this.now()) {
      this.#copies.drop(name);
      return undefined;
    }
    const { body, isCutOff } = copy.answer;
    const holdsEnough = isCutOff ? body.length >= wanted.maxBytes : !wanted.wholeOnly || body.length <= wanted.maxBytes;
    if (!holdsEnough) return undefined;
    this.#copies.touch(name);
    return copy.answer;
  }

  #given(answer: WebAnswer, { maxBytes: most }: WebRequest): WebAnswer {
    const { body, isCutOff } = answer;
    return { ...answer, body: body.subarray(0, most), isCutOff: isCutOff || body.length > most, isCopy: true };
  }

  #keep(wanted: WebRequest, answer: WebAnswer): void {
    this.#copies.put(nameOf(wanted), { answer, until: this.now() + life });
  }
}
