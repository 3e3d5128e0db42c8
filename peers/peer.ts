/** What the bench knows of another MCP server. */
import { join } from "node:path";
import type { Compared, Task } from "../tasks";

/** Makes one call of a tool. @returns its text. @throws Error for a result that is an error, with its words. */
export type CallTool = (tool: string, input: object) => Promise<string>;

/** Does a task's work with a peer's tools. @throws Error when they do not. */
export type PeerWay = (call: CallTool, task: PeerTask) => Promise<unknown>;

/** What a task asks for, with absolute paths. */
export interface PeerTask {
  readonly root: string;
  /** The file or folder that the task is about; without one, its root. */
  readonly path: string;
  readonly input: {
    readonly pattern?: string;
    /** Lines that are passed over, and those that are read. */
    readonly offset?: number;
    readonly limit?: number;
    readonly old_string?: string;
    readonly new_string?: string;
    readonly command?: string;
  };
}

/** A server from npm. */
export interface Peer {
  readonly package: string;
  readonly version: string;
  /** Its program below `node_modules`. */
  readonly program: string;
  /** What it has to be started with to work in these folders. */
  readonly args?: (roots: readonly string[]) => readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** For everything else it has no tool. */
  readonly ways: Readonly<Partial<Record<Compared, PeerWay>>>;
}

/** How a peer is called in the table. */
export const shortName = (peer: Pick<Peer, "package">): string => peer.package.split("/").at(-1) as string;

/** A task as peers are asked for it. @param file takes the place of the one that the task is about. */
export function peerTask({ root, input }: Pick<Task, "root" | "input">, file?: string): PeerTask {
  const { path } = input as { path?: string };
  return { root, path: file ?? (path === undefined ? root : join(root, path)), input };
}
