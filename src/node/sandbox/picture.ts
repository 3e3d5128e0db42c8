/** What lies at some places, and what is mounted on the machine: to find out whether what was made ahead is still right. */
import { lstatSync } from "node:fs";
import { mountTable } from "./layer/mountTable";

/** As a text; other contents of a folder or a file make no difference, another one in its place does. @throws the system's error. */
export function pictureOf(paths: Iterable<string>): string {
  const found = Array.from(paths, (path) => {
    const its = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return [path, its?.dev, its?.ino, its?.mode, its?.uid, its?.gid, its?.birthtimeNs].join(" ");
  });
  return [...found, mountTable()].join("\n");
}
