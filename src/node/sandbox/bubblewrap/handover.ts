/** How a shell in a sandbox waits for its command, and what it is then told. Pure. */
import { quoted } from "../../../core/vocabulary/shellQuoting";

/** Printed by {@link waitingText} when it waits. */
export const waitingMark = "\n";

/**
 * Of a bash whose input is a socket: it reads a length and so many bytes, in a few pieces, and becomes what they say. `$0` is the shell
 * of the command.
 */
export const waitingText = `LC_ALL=C; echo; read -r size && IFS= read -r -N "$size" text && exec </dev/null && eval "$text"`;

/** What it is started with: at this level it does not take itself for a remote shell, which would run the person's start-up file. */
export const waitingEnvironment = { SHLVL: "1" } as const;

/** Bytes; the system takes no longer arguments either, and what is longer fails as it does elsewhere. */
const maxBytes = 100_000;

const name = /^[A-Za-z_]\w*$/;

/** Bash would not take them, or change their values or its own behaviour. */
const ofBash =
  /^(?:BASH\w*|COMP_\w+|DIRSTACK|EPOCH\w+|EUID|FUNCNAME|GROUPS|HISTCMD|IGNOREEOF|LINENO|OPT(?:ARG|ERR|IND)|PIPESTATUS|POSIXLY_CORRECT|PPID|S?RANDOM|READLINE_\w+|REPLY|SECONDS|SHELLOPTS|UID)$/;

/** Shell text that gives what is started next an environment; undefined where bash cannot give it. */
function exports(env: NodeJS.ProcessEnv): string | undefined {
  // Every bash on the way counts itself, and sets what it was called by.
  const { _: _by, SHLVL: level = "0", ...given } = env;
  if (!/^\d{1,3}$/.test(level)) return undefined;
  const names = Object.keys(given);
  if (!names.every((one) => name.test(one) && !ofBash.test(one))) return undefined;
  return Object.entries({ ...given, SHLVL: String(Number(level) + 1) })
    .flatMap(([name, value]) => (value === undefined ? [] : [`export ${name}=${quoted(value)}`]))
    .join("\n");
}

/**
 * What a waiting shell is told; undefined where the command has to be started in another way.
 * @param supervisor the text around it, of what gives the command its environment.
 */
export function handover(
  command: string,
  env: NodeJS.ProcessEnv,
  supervisor: (exports: string) => string,
): Buffer | undefined {
  const given = exports(env);
  if (given === undefined) return undefined;
  // The programs of the text around it are found where those of the command are.
  const path = env.PATH === undefined ? "" : `PATH=${quoted(env.PATH)}\n`;
  const text = Buffer.from(`${path}set -- ${quoted(command)}\n${supervisor(given)}`);
  if (text.length > maxBytes || text.includes(0)) return undefined;
  return Buffer.concat([Buffer.from(`${text.length}\n`), text]);
}
