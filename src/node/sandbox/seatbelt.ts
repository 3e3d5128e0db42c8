/** The profile of macOS's seatbelt. Pure; later rules override earlier ones. */
import { isInside } from "../../core/vocabulary/paths";

/** What a profile is made from. Paths are real. */
export interface SeatbeltLayout {
  /** Folders that may be changed. */
  readonly writable: readonly string[];
  /** Files and folders that may be read and not changed, nor moved away. */
  readonly readOnly: readonly string[];
  /** Files and folders that may not even be seen. */
  readonly hidden: readonly string[];
  /** Folders in hidden ones that may be seen and changed all the same. */
  readonly opened: readonly string[];
  /** Files and folders in hidden ones that may be read all the same. */
  readonly shown?: readonly string[];
  /** Folders in hidden ones of which it may be seen that they are there: a path that leads through them is looked at part by part. */
  readonly passed?: readonly string[];
  /** Folders that may not be moved, whatever may be changed in them. */
  readonly pinned?: readonly string[];
  /** True for what nobody was asked about: it may have no other program of the machine start something outside the sandbox. */
  readonly startsNothing?: boolean;
  /** Ports on the loopback address that may be reached. */
  readonly ports: readonly number[];
}

const text = (value: string) => `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
const paths = (values: readonly string[]) => values.map((path) => `(subpath ${text(path)})`).join(" ");
const names = (values: readonly string[]) => values.map((path) => `(literal ${text(path)})`).join(" ");
/** Those that lie in a folder which a later rule opens, and so have to be said again. */
const within = (places: readonly string[], folders: readonly string[]) =>
  places.filter((place) => folders.some((folder) => folder !== place && isInside(folder, place)));
const rule = (head: string, filters: string) => (filters === "" ? [] : [`(${head} ${filters})`]);

const writableDevices = ["null", "zero", "tty", "dtracehelper", "stdout", "stderr"]
  .map((name) => `(literal "/dev/${name}")`)
  .join(" ");

/** Apple Events, the programs of documents and addresses, and jobs of launchd. */
const startingElsewhere = ["appleevent-send", "lsopen", "job-creation"].map((operation) => `(deny ${operation})`);

/** For `sandbox-exec -p`. */
export const seatbeltProfile = (layout: SeatbeltLayout): string => {
  const { writable, readOnly, hidden, opened, shown = [], passed = [], pinned = [], startsNothing, ports } = layout;
  return [
    "(version 1)",
    "(allow default)",
    "(deny network*)",
    ...ports.map((port) => `(allow network-outbound (remote ip "localhost:${port}"))`),
    '(allow network-bind network-inbound (local ip "localhost:*"))',
    '(deny mach-lookup (global-name-regex #"^com\\.apple\\.(securityd|SecurityServer|pasteboard)"))',
    "(deny file-write*)",
    `(allow file-write* ${writableDevices})`,
    ...rule("allow file-write*", paths(writable)),
    ...rule("deny file-write*", paths(readOnly)),
    ...rule("deny file-read* file-write*", paths(hidden)),
    ...rule("allow file-read-metadata", names(passed)),
    ...rule("allow file-read* file-write*", paths(opened)),
    ...rule("allow file-read*", paths(shown)),
    ...rule("deny file-write*", paths(within(readOnly, opened))),
    ...rule("deny file-read* file-write*", paths(within(hidden, [...opened, ...shown]))),
    ...rule("deny file-write-unlink", names(pinned)),
    ...(startsNothing ? startingElsewhere : []),
    "(deny process-info* (target others))",
    "(deny signal (target others))",
    "(allow signal (target same-sandbox))",
    "",
  ].join("\n");
};
