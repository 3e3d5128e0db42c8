/** The environment that commands get: no credentials, no prompts, nothing that runs code at start (SH-9, C-36). */

const credentialNames = new Set([
  "ANTHROPIC_API_KEY",
  "OPENAI_API_KEY",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
  "GITHUB_TOKEN",
  "GOOGLE_APPLICATION_CREDENTIALS",
  "NPM_TOKEN",
  "SSH_AUTH_SOCK",
  "GIT_ASKPASS",
]);
const credentialPattern = /(_API_KEY|_TOKEN|_SECRET|_PASSWORD|_ACCESS_KEY)$/i;

/** Set by the host application for itself; they change how a child Node or shell starts. */
const hostNames = /^(ELECTRON_|VSCODE_|BASH_ENV$|ENV$|BASH_FUNC_|NODE_OPTIONS$|PROMPT_COMMAND$|PS4$)/;

/** Programs that would wait for a person get a harmless answer instead. */
const nonInteractive = {
  PAGER: "cat",
  GIT_PAGER: "cat",
  MANPAGER: "cat",
  GIT_TERMINAL_PROMPT: "0",
  GIT_EDITOR: "true",
  DEBIAN_FRONTEND: "noninteractive",
  TERM: "dumb",
} as const;

/**
 * @param given the environment of this process.
 * @param hidden more names to leave out.
 */
export function commandEnvironment(given: NodeJS.ProcessEnv, hidden: readonly string[]): NodeJS.ProcessEnv {
  const left = Object.entries(given).filter(
    ([name]) =>
      !credentialNames.has(name) && !credentialPattern.test(name) && !hostNames.test(name) && !hidden.includes(name),
  );
  return { ...Object.fromEntries(left), ...nonInteractive };
}
