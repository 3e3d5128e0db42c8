/**
 * The PATH of a person's login shell. A window that was started from a desktop lacks what start-up files add to it, and
 * a login shell for every command would cost each of them a tenth of a second.
 */
import { randomUUID } from "node:crypto";
import { userInfo } from "node:os";
import { delimiter, isAbsolute } from "node:path";
import { askProgram } from "../processes/askProgram";
import type { Starter } from "../processes/starter";
import { homeFolder } from "./homeFolder";

/** Milliseconds that the start-up files may take. */
const timeoutMs = 3000;

/** What differs from the usual. */
export interface LoginOptions {
  readonly start?: Starter;
  /** Milliseconds. */
  readonly timeoutMs?: number;
}

function personsShell(env: NodeJS.ProcessEnv): string | undefined {
  if (env.SHELL) return env.SHELL;
  try {
    return userInfo().shell ?? undefined;
  } catch {
    // A user without an entry in the system's list has no login shell.
    return undefined;
  }
}

/**
 * Asks the login shell for its PATH; in words that every shell knows, and found again whatever else is printed.
 * @returns undefined when it has none to tell in time. Never rejects.
 */
export async function askLoginPath(env: NodeJS.ProcessEnv, options: LoginOptions = {}): Promise<string | undefined> {
  const shell = personsShell(env);
  if (process.platform === "win32" || shell === undefined) return undefined;
  const mark = randomUUID();
  const args = ["-l", "-i", "-c", `echo ${mark}; printenv PATH; echo ${mark}`];
  const answer = await askProgram({
    program: shell,
    args,
    cwd: homeFolder(),
    // The variable by which start-up files know that nobody is there, as with VS Code itself.
    env: { ...env, VSCODE_RESOLVING_ENVIRONMENT: "1" },
    timeoutMs: options.timeoutMs ?? timeoutMs,
    ...(options.start && { start: options.start }),
  }).catch(() => undefined);
  const [, value] = answer?.stdout.split(`${mark}\n`) ?? [];
  return value === undefined ? undefined : Buffer.from(value.replace(/\n$/, ""), "latin1").toString("utf8");
}

/**
 * The login shell's folders, then those that only this process has. A folder that is not absolute is the command's own
 * folder in disguise, and is not taken over.
 */
export function mergedPath(login: string | undefined, own: string | undefined): string | undefined {
  const folders = (login ?? "").split(delimiter).filter((folder) => isAbsolute(folder) && !folder.includes("\n"));
  if (folders.length === 0) return own;
  const ownFolders = own === undefined ? [] : own.split(delimiter);
  return [...new Set([...folders, ...ownFolders])].join(delimiter);
}

/** The PATH for commands, asked for on first need and then known. */
export class LoginPath {
  #asked: Promise<string | undefined> | undefined;

  /** @param env of this process. */
  constructor(
    private readonly env: NodeJS.ProcessEnv,
    private readonly options: LoginOptions = {},
  ) {}

  /** Never rejects. */
  get(): Promise<string | undefined> {
    this.#asked ??= askLoginPath(this.env, this.options).then((login) => mergedPath(login, this.env.PATH));
    return this.#asked;
  }
}
