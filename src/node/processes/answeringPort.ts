/** Whether something answers HTTP on a port of this machine. */
import { get } from "node:http";
import type { ListeningPort, RunningCommand } from "../../core/ports/shell";
import { listeningPorts } from "./listeningPorts";

/** Milliseconds for one answer. */
const limit = 2000;

/** Asks for one page and reads nothing of it. @param path begins with `/`. @returns the status; undefined without an answer. Never rejects. */
export function answeringStatus({ port, address }: ListeningPort, path: string): Promise<number | undefined> {
  // What listens on every address listens there as well.
  const host = address === "::1" ? "::1" : "127.0.0.1";
  return new Promise((resolve) => {
    try {
      const request = get({ host, port, path, timeout: limit, agent: false }, (response) => {
        resolve(response.statusCode);
        response.destroy();
      });
      request.on("timeout", () => request.destroy());
      request.on("error", () => resolve(undefined));
      request.on("close", () => resolve(undefined));
    } catch {
      // Node refuses some characters of a path.
      resolve(undefined);
    }
  });
}

/** What is known of a command while it runs. */
export const runningCommand = (group: Parameters<typeof listeningPorts>[0]): RunningCommand => ({
  listening: () => listeningPorts(group),
  async answers(port, path) {
    const held = (await listeningPorts(group)).find((one) => one.port === port && one.isReachable);
    return held && answeringStatus(held, path);
  },
});
