import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { CommandOutcome, CommandRequest, ShellPort } from "../core/host";
import { messageOf, ToolError } from "../core/toolError";
import { commandEnvironment } from "./environment";
import { startGroup } from "./processGroup";

/** A bash, because that is the language the analysis reads; a plain sh where there is none. */
function findShell(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const names = process.platform === "win32" ? ["bash.exe"] : ["bash", "sh"];
  const places = ["/bin", "/usr/bin", ...folders];
  return names.flatMap((name) => places.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

/** Runs commands on this machine. */
export class NodeShell implements ShellPort {
  #program: string | undefined;

  async run(request: CommandRequest): Promise<CommandOutcome> {
    this.#program ??= findShell();
    if (!this.#program)
      throw new ToolError("unavailable", "Commands cannot run here: there is no bash on this machine.");
    const started = performance.now();
    const env = commandEnvironment(process.env, request.hiddenVariables, request.unasked);
    const group = await startGroup(
      this.#program,
      ["-c", request.command],
      { cwd: request.cwd.real, env },
      request.onOutput,
    ).catch((error) => {
      throw new ToolError(
        "command_failed",
        `The command could not be started in ${request.cwd.shown} (${messageOf(error)}).`,
      );
    });
    let endedBy: CommandOutcome["endedBy"] = "itself";
    const stopBecause = (reason: CommandOutcome["endedBy"]) => () => {
      if (endedBy === "itself") endedBy = reason;
      group.stop();
    };
    const onAbort = stopBecause("cancellation");
    const timer = setTimeout(stopBecause("timeout"), request.timeoutMs);
    request.signal.addEventListener("abort", onAbort, { once: true });
    if (request.signal.aborted) onAbort();
    try {
      const ended = await group.ended;
      return { ...ended, endedBy, durationMs: performance.now() - started };
    } finally {
      clearTimeout(timer);
      request.signal.removeEventListener("abort", onAbort);
    }
  }
}
