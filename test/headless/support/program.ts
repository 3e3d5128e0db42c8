/** The built headless host, as others start it. */
import { spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The built bundle; `npm test` builds it first. */
export const program = join(__dirname, "..", "..", "..", "dist", "headless.js");

/** A folder to work in, with a file, and a folder for state. */
export function workplace(): { root: string; state: string } {
  const folder = mkdtempSync(join(tmpdir(), "crib-headless-"));
  const root = mkdtempSync(join(folder, "root-"));
  writeFileSync(join(root, "a.txt"), "one\ntwo\n");
  return { root, state: join(folder, "state") };
}

/** Options with which commands are asked about before they run, and run on the folders themselves, wherever layers work. */
export function askedBefore(root: string): string[] {
  const file = join(root, "..", "asked-before.json");
  writeFileSync(file, JSON.stringify({ "commands.review": "off" }));
  return ["--settings", file];
}

/** How the program ended. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the program to its end. @param env in addition to this process's own. */
export function run(args: readonly string[], input = "", env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { stdio: "pipe", env: { ...process.env, ...env } });
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (err += text));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, out, err }));
    child.stdin.end(input);
  });
}
