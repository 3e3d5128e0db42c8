/** How programs are kept to what they were asked: package managers where a command may only read, and calls home (D-13). */

/**
 * What tells programs not to look for a newer version of themselves and not to report their use. Where every host is asked
 * about, such a call would be a question about something that the command never needed.
 */
export const noCallsHome: NodeJS.ProcessEnv = {
  // npm and pnpm, and the programs that use npm's package for it.
  npm_config_update_notifier: "false",
  NO_UPDATE_NOTIFIER: "1",
  PIP_DISABLE_PIP_VERSION_CHECK: "1",
  GH_NO_UPDATE_NOTIFIER: "1",
  DENO_NO_UPDATE_CHECK: "1",
  // Prisma, Terraform and others of HashiCorp.
  CHECKPOINT_DISABLE: "1",
  DO_NOT_TRACK: "1",
  YARN_ENABLE_TELEMETRY: "0",
  DOTNET_CLI_TELEMETRY_OPTOUT: "1",
  NEXT_TELEMETRY_DISABLED: "1",
  NUXT_TELEMETRY_DISABLED: "1",
  ASTRO_TELEMETRY_DISABLED: "1",
  STORYBOOK_DISABLE_TELEMETRY: "1",
  NG_CLI_ANALYTICS: "false",
};

/**
 * What npm and pip are told besides: to keep no log and to make no folder. Both take the environment's word before that of
 * any file in the folder.
 * @param existing a folder that is there already, which npm then need not make.
 */
export const plainPackageManagers = (existing: string): NodeJS.ProcessEnv => ({
  ...noCallsHome,
  npm_config_logs_max: "0",
  npm_config_timing: "false",
  npm_config_offline: "true",
  npm_config_cache: existing,
});
