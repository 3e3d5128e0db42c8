/** What came of starting a server, in words. */

import { waysTo } from "../../core/jobs/unreachedServer";
import type { ListeningPort } from "../../core/ports/shell";

/** What is known of a server that was started. */
export interface ServeData {
  readonly job: string;
  /** Whether it did what was waited for. */
  readonly ready: boolean;
  /** Whether it has ended. */
  readonly ended: boolean;
  readonly ports: readonly ListeningPort[];
  readonly waitedMs: number;
  /** The HTTP status with which it answered, where it was asked. */
  readonly status?: number;
}

/** What a server is waited for. */
export interface ReadyWish {
  readonly port?: number | undefined;
  readonly line?: string | undefined;
  /** A path that is answered with a status below 500. */
  readonly answers?: string | undefined;
}

/** Characters of the output of one that ended at once. */
const maxShown = 4000;

/** Addresses that mean every one of the machine. */
const everywhere: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** `127.0.0.1:3000`; as a person would type it. */
export const addressText = ({ address, port }: ListeningPort): string =>
  everywhere.has(address)
    ? `every address, port ${port}`
    : address.includes(":")
      ? `[${address}]:${port}`
      : `${address}:${port}`;

/** Where a browser on this machine finds it; undefined where nothing outside of the sandbox can connect. */
export const localAddress = ({ port, isReachable }: ListeningPort): string | undefined =>
  isReachable ? `http://localhost:${port}/` : undefined;

/** What may be missing. What is known not to be is not named. */
function waitedFor(wish: ReadyWish, data: ServeData): string {
  const { port, line, answers } = wish;
  const { status } = data;
  const listens = portOf(wish, data.ports) !== undefined;
  const missing = [
    ...(line === undefined ? [] : [`did not print ${JSON.stringify(line)}`]),
    ...(answers === undefined || !listens
      ? []
      : [`${status === undefined ? "did not answer" : `answered ${status} to`} ${answers}`]),
  ];
  if (!listens && port !== undefined) missing.push(`does not listen on port ${port}`);
  if (!listens && port === undefined && (answers !== undefined || line === undefined))
    missing.push("listens on no port");
  return missing.join(" or ");
}

/** The port that is meant, where it listens. */
export const portOf = ({ port }: ReadyWish, ports: readonly ListeningPort[]): ListeningPort | undefined =>
  ports.find((one) => port === undefined || one.port === port);

/**
 * @param ending how it ended; empty for one that runs.
 * @param printed the end of what it printed, for one that has ended.
 */
export function servedText(data: ServeData, wish: ReadyWish, ending: string, printed: string): string {
  const { job, ready, ended, ports, waitedMs, status } = data;
  if (ended) {
    const output = printed.trim().slice(-maxShown);
    return `The server ended by itself after ${waitedMs} ms (${job}: ${ending}). It printed:\n${output || "(nothing)"}`;
  }
  const isUnasked = wish.answers !== undefined && portOf(wish, ports)?.isReachable === false;
  const state = ready
    ? `${job} is ready after ${waitedMs} ms${status === undefined ? "" : ` (${wish.answers} answered ${status})`}.`
    : isUnasked
      ? `${job} is running, but a request for ${wish.answers} cannot reach it.`
      : `${job} is running, but ${waitedFor(wish, data)} after ${waitedMs} ms: look at its output with job_output.`;
  const inside = ports.some(({ isReachable }) => !isReachable)
    ? [`No other command can reach it, because its sandbox has a network of its own: ${waysTo(job)}.`]
    : [];
  const where = ports.length > 0 ? [`It listens on ${ports.map(addressText).join(", ")}.`] : [];
  return [state, ...where, ...inside].join("\n");
}
