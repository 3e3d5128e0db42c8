/** A command as it is started, with what holds it (D-15, HB-6). */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { CommandHold, Confinement, SandboxName } from "../../core/confinement";
import type { CommandRequest } from "../../core/host";
import { ToolError } from "../../core/toolError";
import { type Ending, limitNotes } from "./findings";
import { holdByBubblewrap } from "./holdByBubblewrap";
import { holdBySeatbelt } from "./holdBySeatbelt";
import { probeSandbox, type SandboxProbe } from "./probe";
import { limitedText, limitText } from "./supervisor";

/** The program to start in the command's stead. */
export interface HeldCommand {
  readonly sandbox: SandboxName;
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Milliseconds after the start before which being asked to end is not heard. */
  readonly settlingMs: number;
  /** Gives everything back; to be called once, whatever happened. */
  release(ending: Ending | undefined): Promise<{ notes: readonly string[]; stoppedLeftovers: boolean }>;
}

/** What every way of holding is given. */
export interface HoldRequest {
  readonly request: CommandRequest;
  readonly hold: CommandHold;
  /** Absolute path of the shell. */
  readonly shell: string;
  readonly env: NodeJS.ProcessEnv;
  /** Shell text that sets the limits. */
  readonly limits: string;
  /** The state folder. */
  readonly state: string;
}

const nothing = async () => ({ notes: [], stoppedLeftovers: false });

/** Processes and threads of the whole machine. */
async function runningTasks(): Promise<number> {
  const text = await readFile("/proc/loadavg", "latin1").catch(() => "");
  return Number(/\/(\d+) /.exec(text)?.[1] ?? 4096);
}

/** The sandbox for a command, or why there is none. */
async function chosen(confinement: Confinement, outsideSandbox: boolean): Promise<SandboxProbe> {
  if (confinement.mode === "off") return { name: "none", reason: "the setting toolcrib.sandbox is off" };
  if (outsideSandbox) return { name: "none", reason: "it asks to run outside it" };
  return probeSandbox();
}

function unavailable(reason: string): ToolError {
  return new ToolError(
    "unavailable",
    `Commands are refused here, because the setting toolcrib.sandbox is "required" and no sandbox works (${reason}): ask the person to install bubblewrap or to set it to "auto".`,
  );
}

async function holdByLimits({ request, shell, env, limits }: HoldRequest): Promise<HeldCommand> {
  const args = ["-c", limitedText(limits), shell, request.command];
  return { sandbox: "none", program: shell, args, env, settlingMs: 0, release: nothing };
}

async function holdBy(probe: SandboxProbe, wish: HoldRequest): Promise<HeldCommand> {
  if (probe.name === "bubblewrap") return holdByBubblewrap(probe, wish);
  return probe.name === "seatbelt" ? holdBySeatbelt(probe, wish) : holdByLimits(wish);
}

/**
 * Prepares a command.
 * @throws ToolError `unavailable` when a sandbox is required and none works.
 */
export async function holdCommand(
  request: CommandRequest,
  shell: string,
  env: NodeJS.ProcessEnv,
  state: () => string,
): Promise<HeldCommand> {
  const { hold, command } = request;
  if (!hold) return { sandbox: "none", program: shell, args: ["-c", command], env, settlingMs: 0, release: nothing };
  const { confinement, outsideSandbox } = hold;
  const probe = await chosen(confinement, outsideSandbox);
  if (probe.name === "none" && confinement.mode === "required") throw unavailable(probe.reason);
  const limits = limitText(confinement.limits, await runningTasks(), basename(shell).startsWith("bash"));
  const held = await holdBy(probe, { request, hold, shell, env, limits, state: state() });
  return {
    ...held,
    async release(ending) {
      const { notes, stoppedLeftovers } = await held.release(ending);
      const reached = ending ? limitNotes(ending, confinement.limits) : [];
      return { notes: [...reached, ...notes], stoppedLeftovers };
    },
  };
}

/** One sentence for the person who is asked. */
export async function describeHold(confinement: Confinement, outsideSandbox: boolean): Promise<string> {
  const probe = await chosen(confinement, outsideSandbox);
  if (probe.name === "none" && confinement.mode === "required")
    return `It will be refused: a sandbox is required, and none works here (${probe.reason}).`;
  if (probe.name === "none") return `It runs without a sandbox, with your rights: ${probe.reason}.`;
  const reach = confinement.reach.isEmpty ? "no host" : "only the hosts of toolcrib.web.allowedHosts and allowLocal";
  return `It runs in a sandbox (${probe.name}): it can change the workspace only, and reach ${reach}.`;
}
