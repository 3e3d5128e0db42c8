/** What is never run in the spellings of Windows, by PowerShell, cmd.exe or any other shell (D-14). */

import type { RuleContext } from "../../../core/rules/rule";
import { clause } from "../../../core/text/clauses/clause";
import { windowsProgramName } from "../../../lib/shell/windows/carried";
import { cmdletName } from "../../../lib/shell/windows/cmdlets";
import type { CommandAnalysis, SimpleCommand } from "../../../lib/shell/words/types";
import { type DownloadUse, isPiped } from "../programs/downloadedPrograms";
import { programSource } from "../programs/programSource";
import type { Folders } from "../workingFolders";
import { ruinsWindowsFolder } from "./destroyedWindowsFolders";

const protections = /^(?:windefend|mpssvc|wscsvc|eventlog|sense|wdnissvc)$/;
const machineKeys = /^(?:registry::)?\\*(?:hklm|hkcr|hku|hkcc|hkey_(?!current_user))/;
const drive = /^[a-z]:[\\/]*$/;

const has = (values: readonly string[], pattern: RegExp) => values.some((value) => pattern.test(value));

/** Programs that come with Windows, by name and words in small letters. */
function programReason(name: string, values: readonly string[]): string | undefined {
  const [verb = ""] = values;
  switch (name) {
    case "diskpart":
      return clause`${"diskpart"} changes disks`;
    case "format":
      return has(values, drive) ? clause`${"format"} changes disks` : undefined;
    case "cipher":
      return has(values, /^\/+w/) ? clause`it overwrites a disk's free space` : undefined;
    case "runas":
    case "gsudo":
      return clause`${name} runs commands with other rights`;
    case "reg":
      return verb === "delete" && has(values, machineKeys)
        ? clause`it deletes a part of the system registry`
        : undefined;
    case "bcdedit":
      return values.length === 0 || /^\/+(?:enum|v|\?)$/.test(verb)
        ? undefined
        : clause`it changes the boot configuration`;
    case "vssadmin":
    case "wbadmin":
      return verb === "delete" || verb === "resize" ? clause`it deletes backups of the machine` : undefined;
    case "wmic":
      return has(values, /^shadowcopy$/) && has(values, /^delete$/)
        ? clause`it deletes backups of the machine`
        : undefined;
    case "wevtutil":
      return /^(?:cl|clear-log)$/.test(verb) ? clause`it erases a history or an audit log` : undefined;
    case "net":
    case "sc":
      return /^(?:stop|delete|config)$/.test(verb) && has(values, protections)
        ? clause`it turns off a protection`
        : undefined;
    case "netsh":
      return has(values, /^advfirewall$/) && has(values, /^off$/) ? clause`it turns off a protection` : undefined;
    default:
      return undefined;
  }
}

const disables = (values: readonly string[]) =>
  values.some((value, at) => value.startsWith("-disable") && !/^(?:\$false|0)$/.test(values[at + 1] ?? ""));

/** Cmdlets, by the name behind every alias and by words in small letters. */
function cmdletReason(name: string, values: readonly string[]): string | undefined {
  switch (name) {
    case "format-volume":
    case "clear-disk":
    case "initialize-disk":
    case "remove-partition":
      return clause`${name} changes disks`;
    case "stop-computer":
    case "restart-computer":
      return clause`it shuts down or restarts the machine`;
    case "clear-eventlog":
    case "remove-eventlog":
    case "clear-history":
      return clause`it erases a history or an audit log`;
    case "start-process":
      return has(values, /^(?:-verb:)?runas$/) ? clause`it runs commands with other rights` : undefined;
    case "set-mppreference":
      return disables(values) ? clause`it turns off a protection` : undefined;
    case "add-mppreference":
      return has(values, /^-exclusion/) ? clause`it turns off a protection` : undefined;
    case "set-netfirewallprofile":
      return has(values, /^(?:-enabled:)?\$?false$/) ? clause`it turns off a protection` : undefined;
    case "remove-item":
      return has(values, machineKeys) ? clause`it deletes a part of the system registry` : undefined;
    default:
      return undefined;
  }
}

/** Why a command is on the list in its Windows spelling; undefined when it is not. */
export async function windowsReason(
  command: SimpleCommand,
  analysis: CommandAnalysis,
  folders: Folders,
  context: RuleContext,
): Promise<string | undefined> {
  const { name, args, language } = command;
  if (name === undefined) return undefined;
  const values = args.map((word) => (word.value ?? word.source).toLowerCase());
  const listed = programReason(windowsProgramName(name), values);
  if (listed !== undefined || language === undefined) return listed;
  const known = language === "powershell" ? cmdletReason(cmdletName(name), values) : undefined;
  return known ?? ruinsWindowsFolder(command, analysis, folders, context);
}

const runners = /^(?:invoke-expression|powershell|pwsh|cmd|bash|sh|node|python[\d.]*)$/;
const downloaders = /^(?:invoke-webrequest|invoke-restmethod|start-bitstransfer|curl|wget|certutil|bitsadmin)$/;
const downloads = /\bDownload(?:String|Data|File)\b|\bWebClient\b|\bHttpClient\b/i;

const nameIn = ({ name = "" }: SimpleCommand) => cmdletName(windowsProgramName(name));

const isDownload = (command: SimpleCommand): boolean =>
  downloaders.test(nameIn(command)) || downloads.test(command.text);

/** Whether a command runs the text of its arguments and its input. */
const evaluates = (command: SimpleCommand): boolean =>
  nameIn(command) === "invoke-expression" || /\[scriptblock\]::create\b/i.test(command.text);

/** What PowerShell does with a download of the same text: `iwr … | iex` in all its ways runs it. */
export function windowsDownloadUse(command: SimpleCommand, analysis: CommandAnalysis): DownloadUse | undefined {
  const { text, commands } = analysis;
  if (command.name !== undefined && !runners.test(nameIn(command))) return undefined;
  const from = commands.filter((other) => isDownload(other) && other !== command);
  const isPart = downloads.test(command.text) || from.some((other) => command.text.includes(other.text));
  const readsInput = evaluates(command) || programSource(nameIn(command), command.args).isInput;
  const isFed = readsInput && from.some((other) => isPiped(other, command));
  if ((isPart && evaluates(command)) || isFed) return "run";
  return from.length > 0 || downloads.test(text) ? "handed" : undefined;
}
