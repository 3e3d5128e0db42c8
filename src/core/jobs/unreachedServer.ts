/** Which of an agent's servers a command looked for in vain, and how one is reached (D-15). */
import type { Job } from "./job";
import type { AgentJobs } from "./jobs";

/** The agent's servers that run, newest first. */
export const runningServers = (jobs: Pick<AgentJobs, "ids" | "find">): Job[] =>
  jobs.ids().flatMap((id) => {
    const job = jobs.find(id);
    return job?.facts.serving && !job.hasEnded ? [job] : [];
  });

/** How a server in a sandbox with a network of its own can be connected to, as the rest of a sentence. @param job its id. */
export const waysTo = (job: string): string =>
  `to connect to it, call serve again with restart "${job}" and outside_sandbox, and set outside_sandbox for the command that connects too, or start the server within that command`;

/** A command that has ended, with what it printed. */
interface Ended {
  readonly command: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | undefined;
  /** It was held by a sandbox, which has a network of its own. */
  readonly isHeld: boolean;
}

const localPort = /\b(?:localhost|127\.0\.0\.1|0\.0\.0\.0)(?::| port )(\d{1,5})\b|\[::1?\]:(\d{1,5})\b/gi;
const refused = /refused|failed to connect|couldn't connect|unable to connect|unreachable/i;

/** A line for the model on a server of its own that a failed connection was meant for; undefined where there is none. */
export function unreachedServerNote(ended: Ended, jobs: Pick<AgentJobs, "ids" | "find">): string | undefined {
  const { command, stdout, stderr, exitCode, isHeld } = ended;
  const printed = `${stdout}\n${stderr}`;
  const servers = runningServers(jobs);
  if (servers.length === 0 || (exitCode === 0 && !refused.test(printed))) return undefined;
  const named = [...`${command}\n${printed}`.matchAll(localPort)].map(([, first, second]) => Number(first ?? second));
  for (const { id, ports } of servers) {
    const met = ports.find(({ port }) => named.includes(port));
    if (met && !met.isReachable)
      return `[Port ${met.port} is that of ${id}, which no other command can reach, because its sandbox has a network of its own; outside_sandbox for this command alone does not help: ${waysTo(id)}.]`;
    if (met && isHeld)
      return `[Port ${met.port} is that of ${id}, which runs outside the sandbox: call again with outside_sandbox set to connect to it.]`;
  }
  return undefined;
}
