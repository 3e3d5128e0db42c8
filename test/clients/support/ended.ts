import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** Waits for a client's end. @throws Error with what it printed, where it failed. */
export async function ended(child: ChildProcess): Promise<void> {
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (printed += text));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`The client ended with exit code ${code}:\n${printed.slice(-2000)}`);
}
