/** Whether a sandbox works here, found out once for each process by trying (D-15). */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { SandboxName } from "../../core/ports/confinement";
import { clause } from "../../core/text/clauses/clause";
import { systemProgram } from "../processes/systemPrograms";
import { type BubblewrapFeatures, bubblewrapArguments } from "./bubblewrap/bubblewrap";
import { withFilter } from "./bubblewrap/filterFiles";
import { systemCallFilter } from "./bubblewrap/systemCallFilter";

/** What there is to hold commands with. */
export type SandboxProbe =
  | {
      readonly name: "bubblewrap";
      readonly program: string;
      readonly features: BubblewrapFeatures;
      /** The program that shields bubblewrap from the signal that asks a command to end; absent: that signal ends all. */
      readonly env: string | undefined;
    }
  | { readonly name: "seatbelt"; readonly program: string }
  | { readonly name: Extract<SandboxName, "none">; readonly reason: string };

const milliseconds = 10_000;

/** Undefined when it went well, else what it said. */
async function complaint(program: string, args: readonly string[]): Promise<string | undefined> {
  try {
    await promisify(execFile)(program, [...args], { timeout: milliseconds, env: {} });
    return undefined;
  } catch (error) {
    const { stderr = "", message } = error as Error & { stderr?: string };
    return (stderr || message).trim().split("\n")[0];
  }
}

/** The shell that every system has. */
export const systemShell = "/bin/sh";

const tried = (program: string, disableUserns: boolean) => {
  const layout = { mounts: [], emptyFolder: "", emptyFile: "", cwd: "/" };
  return complaint(program, [...bubblewrapArguments(layout, { disableUserns, filters: false }), "--", "true"]);
};

/** Whether the kernel takes our filters: tried with the stricter one. */
async function takesFilters(program: string, disableUserns: boolean): Promise<boolean> {
  const bytes = systemCallFilter("reading");
  if (!bytes) return false;
  const layout = { mounts: [], emptyFolder: "", emptyFile: "", cwd: "/" };
  const args = [...bubblewrapArguments(layout, { disableUserns, filters: true }), "--", "true"];
  return (await complaint(systemShell, ["-c", withFilter({ bytes }), "sh", program, ...args])) === undefined;
}

async function probeLinux(): Promise<SandboxProbe> {
  const program = systemProgram("bwrap");
  if (!program) return { name: "none", reason: clause`bubblewrap is not installed` };
  const env = systemProgram("env");
  const [best, shields] = await Promise.all([
    tried(program, true),
    env ? complaint(env, ["--ignore-signal=TERM", env, "--default-signal=TERM", "true"]) : "there is none",
  ]);
  const disableUserns = best === undefined;
  const problem = disableUserns ? undefined : await tried(program, false);
  if (problem !== undefined) return { name: "none", reason: clause`bubblewrap does not work here (${problem})` };
  const features = { disableUserns, filters: await takesFilters(program, disableUserns) };
  return { name: "bubblewrap", program, features, env: shields === undefined ? env : undefined };
}

async function probeMac(): Promise<SandboxProbe> {
  const program = "/usr/bin/sandbox-exec";
  const problem = await complaint(program, ["-p", "(version 1)(allow default)", "/usr/bin/true"]);
  return problem === undefined
    ? { name: "seatbelt", program }
    : { name: "none", reason: clause`seatbelt does not work here (${problem})` };
}

let known: Promise<SandboxProbe> | undefined;

/** The answer is kept for the life of the process. Never rejects. */
export function probeSandbox(): Promise<SandboxProbe> {
  if (process.platform === "linux") known ??= probeLinux();
  else if (process.platform === "darwin") known ??= probeMac();
  else known ??= Promise.resolve({ name: "none", reason: clause`there is no sandbox for ${process.platform}` });
  return known;
}
