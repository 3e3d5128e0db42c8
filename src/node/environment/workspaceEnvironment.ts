/** The environment of commands in an agent's own workspace: what is named here, and nothing else of the person's (SH-15, C-36). */
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import type { Confinement } from "../../core/ports/confinement";
import { isInside } from "../../core/vocabulary/paths";
import { homeFolder } from "./homeFolder";
import { packageVariables } from "./packageSources";

const names = (text: string) => text.trim().split(/\s+/);

/** None of them holds a secret: language and time, and where certificates and the programs themselves are. */
const taken: ReadonlySet<string> = new Set([
  ...names("LANG LANGUAGE TZ USER LOGNAME USERNAME SHELL"),
  ...names("SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS REQUESTS_CA_BUNDLE CURL_CA_BUNDLE PIP_CERT GIT_SSL_CAINFO"),
  ...names("NIX_SSL_CERT_FILE DENO_CERT CARGO_HTTP_CAINFO"),
  ...names("PYENV_ROOT RUSTUP_HOME NVM_DIR NVM_BIN VOLTA_HOME ASDF_DIR ASDF_DATA_DIR MISE_DATA_DIR FNM_DIR"),
  ...names("SDKMAN_DIR JAVA_HOME GOROOT DOTNET_ROOT HOMEBREW_PREFIX DEVELOPER_DIR SDKROOT"),
  ...names("PATHEXT SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PROGRAMDATA PROGRAMFILES NUMBER_OF_PROCESSORS OS"),
]);

const isTaken = (name: string) => taken.has(name.toUpperCase()) || name.startsWith("LC_");

/** Places below the person's home where a program looks for itself, which HOME no longer names. */
const programHomes: Readonly<Record<string, string>> = {
  PYENV_ROOT: ".pyenv",
  RUSTUP_HOME: ".rustup",
  NVM_DIR: ".nvm",
  VOLTA_HOME: ".volta",
  ASDF_DATA_DIR: ".asdf",
};

const foundHomes = (home: string): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(programHomes).flatMap(([name, folder]) => {
      const path = join(home, folder);
      return existsSync(path) ? [[name, path]] : [];
    }),
  );

/** PATH without folders that agents write in, and without those that depend on where a command starts. */
export const safePath = (path: string, apart: readonly string[]): string =>
  path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !apart.some((one) => isInside(one, folder)))
    .join(delimiter);

/** Git commits for nobody, and many accounts have no name that it could take. No variable has it give way to what a repository says. */
const gitName = "[user]\n\tname = agent\n";

/** Name of the folder for temporary files; one level deep, so that no link in the way leads its making elsewhere. */
const tempName = ".tmp";

/**
 * What every command there finds.
 * @param workspace real path, which becomes the home: caches, histories and configurations land in it and count to its quota.
 */
const ownVariables = (workspace: string): NodeJS.ProcessEnv => ({
  HOME: workspace,
  ...(process.platform === "win32" && {
    USERPROFILE: workspace,
    TEMP: join(workspace, tempName),
    TMP: join(workspace, tempName),
  }),
  TMPDIR: join(workspace, tempName),
  npm_config_cache: join(workspace, ".cache", "npm"),
  npm_config_update_notifier: "false",
  // A host that is not reached is told after seconds rather than minutes.
  npm_config_fetch_retry_mintimeout: "500",
  npm_config_fetch_retry_maxtimeout: "5000",
  PIP_RETRIES: "2",
  PIP_CACHE_DIR: join(workspace, ".cache", "pip"),
  PIP_DISABLE_PIP_VERSION_CHECK: "1",
  // Without one, pip would change the person's or the system's packages, or fail less clearly.
  PIP_REQUIRE_VIRTUALENV: "1",
  DENO_NO_UPDATE_CHECK: "1",
  // What git signs with as long as a configuration names no address.
  EMAIL: "agent@localhost",
});

/**
 * @param given the environment of this process.
 * @param home the person's home folder.
 */
export async function workspaceEnvironment(
  given: NodeJS.ProcessEnv,
  workspace: string,
  apart: readonly string[],
  home = homeFolder(),
): Promise<NodeJS.ProcessEnv> {
  const kept = Object.fromEntries(Object.entries(given).filter(([name]) => isTaken(name)));
  return {
    ...foundHomes(home),
    ...kept,
    PATH: safePath(given.PATH ?? "", apart),
    ...(await packageVariables(given, home)),
    ...ownVariables(workspace),
  };
}

/** The variables from which a command's own are made: the person's, or for work in an agent's own workspace those of that. */
export async function givenVariables(
  given: NodeJS.ProcessEnv,
  confinement: Confinement | undefined,
): Promise<NodeJS.ProcessEnv> {
  if (!confinement?.alone || confinement.ownWorkspace === undefined) return given;
  const { ownWorkspace, roots, workspace, closed } = confinement;
  // What is there already, of whatever kind, is the agent's own doing.
  await Promise.all([
    mkdir(join(ownWorkspace, tempName), { mode: 0o700 }).catch(() => undefined),
    writeFile(join(ownWorkspace, ".gitconfig"), gitName, { flag: "wx" }).catch(() => undefined),
  ]);
  return workspaceEnvironment(given, ownWorkspace, [...roots, ...workspace, ...closed]);
}
