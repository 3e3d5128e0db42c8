/** What went wrong with a request, in a sentence for a model: which host, what happened, what to do (WF-4, WF-6). */
import { ToolError } from "../../core/vocabulary/toolError";
import { DamagedBody, StrangeEncoding } from "./decompression";
import { StrangeAddress } from "./dialableAddresses";
import { UnusableProxy } from "./proxy";
import type { RequestDeadline } from "./requestDeadline";

/** How far a request has come. */
export interface Course {
  /** As people read it, in punycode and with an unusual port. */
  readonly host: string;
  readonly seconds: number;
  /** True while the host's robots.txt is asked for, which comes before what is wanted. */
  asksRobots: boolean;
  step: "finding" | "connecting" | "waiting" | "reading";
  /** Bytes of the body so far, after decompression. */
  received: number;
  /** How many the server said there are, where it did. */
  total: number | undefined;
}

/** What a proxy did instead of passing a request on. */
export class ProxyFailure extends Error {
  /** @param reason its status, or the failure to connect to it. */
  constructor(
    readonly shown: string,
    readonly reason: unknown,
  ) {
    super(`${shown} failed`);
  }
}

interface Words {
  /** What happened, after the name of the server. */
  readonly what: string;
  readonly advice: string;
}

const askPerson = "use another address, or tell the person";
const tryAgain = "try again later, or use another address";

const untrusted: Words = {
  what: "has a certificate whose issuer is not trusted here",
  advice: `${askPerson}, who can have the issuer trusted by the system or by NODE_EXTRA_CA_CERTS`,
};
const unreachable: Words = {
  what: "cannot be reached from this network",
  advice: "check the address, or tell the person that the network may be down",
};
const silent: Words = { what: "does not answer", advice: tryAgain };
const noTls: Words = {
  what: "does not use TLS on that port, as https requires",
  advice: "check the port, or whether the address begins with http://",
};
const notFound: Words = { what: "is not the name of a host", advice: "check how the address is spelled" };

const wordsByCode: Readonly<Record<string, Words>> = {
  ENOTFOUND: notFound,
  ENODATA: notFound,
  EAI_NONAME: notFound,
  EAI_AGAIN: {
    what: "could not be looked up just now",
    advice: "check how the address is spelled, or tell the person that the network may be down",
  },
  ECONNREFUSED: { what: "refused the connection", advice: "check the port, and whether its server runs" },
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  EADDRNOTAVAIL: unreachable,
  ENETDOWN: unreachable,
  EHOSTDOWN: unreachable,
  EACCES: { what: "may not be connected to from this machine", advice: askPerson },
  EPERM: { what: "may not be connected to from this machine", advice: askPerson },
  ETIMEDOUT: silent,
  CERT_HAS_EXPIRED: { what: "has an expired certificate", advice: askPerson },
  CERT_NOT_YET_VALID: { what: "has a certificate that is not valid yet", advice: askPerson },
  CERT_REVOKED: { what: "has a revoked certificate", advice: askPerson },
  DEPTH_ZERO_SELF_SIGNED_CERT: { ...untrusted, what: "has a self-signed certificate" },
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_UNTRUSTED: untrusted,
  EPROTO: noTls,
  UND_ERR_HEADERS_OVERFLOW: { what: "sends more than 64 KiB of headers", advice: "use another address" },
};

const brokenOff = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET", "UND_ERR_RES_CONTENT_LENGTH_MISMATCH"]);

/** What an answer was expected from. */
const subjectOf = ({ host, step, asksRobots }: Course) =>
  asksRobots && (step === "waiting" || step === "reading") ? `robots.txt of ${host}` : host;

const bytes = (count: number) => (count === 1 ? "1 byte" : `${count.toLocaleString("en-US")} bytes`);

function howFar({ received, total }: Course): string {
  return total === undefined ? bytes(received) : `${received.toLocaleString("en-US")} of ${bytes(total)}`;
}

function wordsOfBreak(course: Course): Words {
  if (course.step === "reading")
    return { what: `broke off its response after ${howFar(course)}`, advice: "try again, or use another address" };
  const moment = course.step === "waiting" ? "without an answer" : "before it could be used";
  return { what: `ended the connection ${moment}`, advice: "check the port and whether it is https, or try again" };
}

const codeOf = (error: unknown) => String((error as { code?: unknown } | undefined)?.code ?? "");

/** Names of a certificate that are told: whoever made it chose them. */
const maxNames = 5;

function wordsOfOtherName(error: unknown): Words {
  const { cert } = error as { cert?: { subjectaltname?: string } };
  const names = (cert?.subjectaltname ?? "").split(", ").map((name) => name.replace(/^(?:DNS|IP Address):/, ""));
  const shown = names.filter((name) => /^[\w.*:-]{1,100}$/.test(name)).slice(0, maxNames);
  return { what: `has a certificate for another name (${shown.join(", ") || "none"})`, advice: askPerson };
}

/** A length can be wrong before any of the body came only when the server named several. */
const isNoHttp = (error: unknown, { step }: Course) =>
  (error instanceof Error && error.name === "HTTPParserError") ||
  (step === "waiting" && codeOf(error) === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH");

function wordsOf(error: unknown, course: Course): Words {
  const code = codeOf(error);
  const known = wordsByCode[code];
  if (known) return known;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return wordsOfOtherName(error);
  if (isNoHttp(error, course))
    return { what: "answers with something that is not HTTP", advice: "check the port, or use another address" };
  if (brokenOff.has(code)) return wordsOfBreak(course);
  if (code.startsWith("ERR_SSL") || code.startsWith("ERR_TLS")) return noTls;
  return { what: "could not be fetched from", advice: tryAgain };
}

function wordsOfProxy({ shown, reason }: ProxyFailure, course: Course): string {
  const settings = "the proxy in http.proxy or HTTPS_PROXY";
  if (reason === 407)
    return `The proxy ${shown} wants a user name and password: ask the person to add them to ${settings}.`;
  if (typeof reason === "number")
    return `The proxy ${shown} did not connect to ${course.host} (status ${reason}): use another address, or ask the person to check ${settings}.`;
  return `The proxy ${shown} ${wordsOf(reason, course).what}, so ${course.host} was not reached: ask the person to check ${settings}.`;
}

function timeoutText(course: Course): string {
  const seconds = course.seconds.toLocaleString("en-US", { maximumFractionDigits: 1 });
  const within = `within ${seconds} ${seconds === "1" ? "second" : "seconds"}`;
  const advice = "try again with a longer timeout, or use another address";
  const host = subjectOf(course);
  switch (course.step) {
    case "finding":
      return `${host} could not be looked up ${within}: ${advice}.`;
    case "connecting":
      return `${host} could not be connected to ${within}: ${advice}.`;
    case "waiting":
      return `${host} did not answer ${within}: ${advice}.`;
    case "reading":
      return `${host} sent only ${howFar(course)} ${within}: ${advice}.`;
  }
}

/** The failure of a request, for a model. What libraries and systems call it is in its details alone. */
export function webFailureOf(error: unknown, course: Course, reason: RequestDeadline["reason"]): ToolError {
  const { host } = course;
  if (reason === "timeout") return new ToolError("timeout", timeoutText(course));
  if (reason === "cancelled") return new ToolError("cancelled", `The request to ${host} was cancelled.`);
  if (error instanceof ToolError) return error;
  if (error instanceof StrangeAddress)
    return new ToolError(
      "denied",
      `${host} resolves to ${error.address}, which is not a public internet address, so nothing was sent: use another address, or ask the person to name the server with its port in toolcrib.web.allowLocal if it is one of theirs.`,
    );
  if (error instanceof UnusableProxy)
    return new ToolError(
      "unavailable",
      `${host} cannot be reached, because the proxy that is set (${error.shown}) is not one of http or https: ask the person to change http.proxy or HTTPS_PROXY.`,
    );
  if (error instanceof ProxyFailure) return new ToolError("unreachable", wordsOfProxy(error, course));
  if (error instanceof StrangeEncoding)
    return new ToolError(
      "unreachable",
      `${host} sends its answer in an encoding that cannot be read (${error.encoding}): use another address.`,
    );
  if (error instanceof DamagedBody)
    return new ToolError(
      "unreachable",
      `The answer of ${host} is damaged after ${bytes(course.received)} (it is not valid ${error.encoding}): try again, or use another address.`,
    );
  const { what, advice } = wordsOf(error, course);
  return new ToolError("unreachable", `${subjectOf(course)} ${what}: ${advice}.`, { code: codeOf(error) });
}
