/** The environment that commands get: no credentials, no prompts, nothing that runs code at start (SH-9, C-36). */
import { openVariable } from "./openVariable";

/** Set by the host application for itself; they change how a child Node or shell starts. */
const hostNames =
  /^(ELECTRON_|VSCODE_|BASH_ENV$|ENV$|BASH_FUNC_|BASHOPTS$|SHELLOPTS$|GLOBIGNORE$|NODE_OPTIONS$|PROMPT_COMMAND$|PS4$)/;

/** Programs that would wait for a person get a harmless answer instead: an editor that leaves the text as it is. */
const nonInteractive = {
  EDITOR: "true",
  VISUAL: "true",
  GIT_SEQUENCE_EDITOR: "true",
  PAGER: "cat",
  GIT_PAGER: "cat",
  MANPAGER: "cat",
  GIT_TERMINAL_PROMPT: "0",
  GIT_EDITOR: "true",
  DEBIAN_FRONTEND: "noninteractive",
  TERM: "dumb",
} as const;

/**
 * As the terminal is that a person sees. A bash whose input is a socket takes itself for a remote shell and runs the
 * person's start-up file, but not below another shell.
 */
const interactive = { TERM: "xterm-256color", COLORTERM: "truecolor", SHLVL: "1" } as const;

/**
 * Programs that a repository's configuration can make git start. A person who was asked wants them (hooks, a signing
 * program); a command that ran because it only reads must not. Programs that show differences and content filters cannot
 * be switched off from here without making the output wrong: git that would run those is asked about.
 */
const gitPrograms: readonly (readonly [key: string, value: string])[] = [
  ["core.fsmonitor", "false"],
  ["core.hooksPath", "/dev/null"],
  ["core.pager", "cat"],
  ["core.sshCommand", "false"],
  ["core.askPass", "true"],
  ["interactive.diffFilter", ""],
  ["credential.helper", ""],
  ["gpg.program", "false"],
  ["gpg.ssh.program", "false"],
  ["gpg.x509.program", "false"],
  ["log.showSignature", "false"],
  // Merging anew, to show what a merge changed, starts the merge programs.
  ["log.diffMerges", "separate"],
  // Otherwise git is started in submodules to show their differences, with what each of them configures.
  ["diff.submodule", "short"],
  ["status.submoduleSummary", "false"],
  // Git takes an alias for a subcommand that it has given up.
  ["alias.whatchanged", "log --raw --no-merges"],
  // Without it any folder with a HEAD, objects and refs is a repository, and its `config` is no protected file.
  ["safe.bareRepository", "explicit"],
];

/** Git reads configuration from the environment after every file, so this is the last word. */
const plainGit = (): NodeJS.ProcessEnv => ({
  GIT_CONFIG_COUNT: String(gitPrograms.length),
  ...Object.fromEntries(
    gitPrograms.flatMap(([key, value], at) => [
      [`GIT_CONFIG_KEY_${at}`, key],
      [`GIT_CONFIG_VALUE_${at}`, value],
    ]),
  ),
  GIT_OPTIONAL_LOCKS: "0",
  // What a partial clone lacks would be fetched by a program that the repository names.
  GIT_ALLOW_PROTOCOL: "none",
  GIT_NO_LAZY_FETCH: "1",
});

/** Variables through which git is told to start another program, or to look elsewhere. */
const gitVariables =
  /^GIT_(EXTERNAL_DIFF|SSH|SSH_COMMAND|PROXY_COMMAND|CONFIG.*|DIR|COMMON_DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|EXEC_PATH|ASKPASS)$/;

/** An outermost bash whose input and output are sockets, as Node's pipes are, takes itself for a remote one: it reads `~/.bashrc`. */
const notTheFirst = (level: string | undefined) => String(Math.max(1, Number.parseInt(level ?? "", 10) || 0));

/** Git refuses to work where one of the settings is missing that it is told to count: then it gets none of them. */
function wholeGit(given: NodeJS.ProcessEnv, kept: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isWhole = Object.keys(given).every((name) => !/^GIT_CONFIG_(?:KEY|VALUE)_\d+$/.test(name) || name in kept);
  if (isWhole) return kept;
  const { GIT_CONFIG_COUNT, ...rest } = kept;
  return rest;
}

/**
 * @param given the environment of this process.
 * @param hidden more names to leave out.
 * @param unasked the command runs because it is known to only read.
 * @param tty it runs in a terminal, where programs may ask.
 */
export function commandEnvironment(
  given: NodeJS.ProcessEnv,
  hidden: readonly string[],
  unasked: boolean,
  tty = false,
): NodeJS.ProcessEnv {
  const isKept = (name: string) =>
    !hostNames.test(name) && name !== "CDPATH" && !hidden.includes(name) && !(unasked && gitVariables.test(name));
  const left = Object.entries(given).flatMap(([name, value]) => {
    const open = value !== undefined && isKept(name) ? openVariable(name, value) : undefined;
    return open === undefined ? [] : [[name, open] as const];
  });
  const kept = wholeGit(given, Object.fromEntries(left));
  const SHLVL = notTheFirst(given.SHLVL);
  return { ...kept, ...(tty ? interactive : nonInteractive), SHLVL, ...(unasked ? plainGit() : {}) };
}
