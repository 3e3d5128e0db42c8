import { execFile } from "node:child_process";

/** The version of the git that is found on the PATH; undefined when none runs. */
export const gitVersion = (): Promise<string | undefined> =>
  new Promise((resolve) => {
    execFile("git", ["--version"], { timeout: 10_000 }, (error, out) =>
      resolve(error ? undefined : out.trim().replace(/^git version /, "")),
    );
  });
