/** How package managers are kept to what they were asked, where a command may only read (D-13). */

/**
 * What npm and pip are told besides: to keep no log, to look for no newer version of themselves and to make no folder. Both
 * take the environment's word before that of any file in the folder.
 * @param existing a folder that is there already, which npm then need not make.
 */
export const plainPackageManagers = (existing: string): NodeJS.ProcessEnv => ({
  npm_config_logs_max: "0",
  npm_config_timing: "false",
  npm_config_update_notifier: "false",
  npm_config_offline: "true",
  npm_config_cache: existing,
  PIP_DISABLE_PIP_VERSION_CHECK: "1",
});
