/** Commands that are never run, whatever is configured or approved (D-14, HB-2, PO-4). */

import type { RuleContext } from "../../../core/rules/rule";
import { clause } from "../../../core/text/clauses/clause";
import { redirectWrites, usageOf } from "../../../lib/shell/usage";
import type { CommandAnalysis, SimpleCommand } from "../../../lib/shell/words/types";
import { programName } from "../programs/downloadedPrograms";
import type { Folders } from "../workingFolders";
import { ruinsFolder } from "./destroyedFolders";

const privileged = new Set(
  "sudo sudoedit sudo-rs su su-rs doas pkexec gksudo gksu kdesudo kdesu beesu run0 visudo runas gsudo".split(" "),
);
/** They run a program outside of the sandbox or container that they are started in. */
const leavesSandbox = /^(?:nsenter|distrobox-host-exec|host-spawn)$/;
const diskTools =
  /^(?:mkfs(?:\..+)?|mke2fs|mkswap|mkdosfs|mkntfs|newfs(?:_.+)?|fdisk|sfdisk|cfdisk|gdisk|sgdisk|cgdisk|parted|wipefs|blkdiscard|format\.com)$/;
const powerTools = new Set(["shutdown", "reboot", "halt", "poweroff", "stop-computer", "restart-computer"]);
const powerVerb =
  /^(?:poweroff|reboot|halt|kexec|soft-reboot|suspend|hibernate|hybrid-sleep|suspend-then-hibernate|emergency|rescue)$/;
/** What keeps records of what was done, or keeps programs in their place. */
const guards = /^(?:apparmor|auditd|firewalld|ufw|selinux|rsyslog|syslog|systemd-journald|osquery|falco)/;

/** Devices that take anything and keep nothing. */
const harmlessDevice =
  /^\/dev\/(?:null|zero|full|stdin|stdout|stderr|tty|ptmx|fd\/\d+|shm(?:\/.*)?|tcp\/.*|udp\/.*|pts\/.*)$/;

const valuesOf = (command: SimpleCommand) => command.args.map((word) => word.value ?? "");
const has = (values: readonly string[], ...wanted: string[]) => values.some((value) => wanted.includes(value));

const onDevice = (path: string) => /^\/+dev\/+./.test(path) && !harmlessDevice.test(path.replace(/\/+/g, "/"));

function stopsSystem(name: string, values: readonly string[]): boolean {
  if (powerTools.has(name)) return true;
  if (name === "init" || name === "telinit") return has(values, "0", "6");
  if (name === "kexec") return has(values, "-e", "--exec");
  if (name !== "systemctl" && name !== "loginctl") return false;
  const [verb = "", ...units] = values.filter((value) => !value.startsWith("-"));
  if (powerVerb.test(verb)) return true;
  return /^(?:start|isolate)$/.test(verb) && units.some((unit) => powerVerb.test(unit.replace(/\.target$/, "")));
}

const matchesAll = /^\^?(?:\.[*+?]?)*\$?$/;

/** `pkill` of a pattern that every name matches, or of everything that is somebody's. */
function endsEverything({ args }: SimpleCommand, name: string, values: readonly string[]): boolean {
  if (name === "killall5") return true;
  if (name !== "pkill" && name !== "killall") return false;
  const patterns = name === "pkill" || values.some((value) => /^-[a-z]*r$|^--regexp$/.test(value));
  const operands = args.filter(({ value = "" }) => !/^-./.test(value));
  if (patterns && operands.some(({ value }) => value !== undefined && matchesAll.test(value))) return true;
  // The person is the only operand then.
  return has(values, "-u", "-U", "--euid", "--uid", "--user") && operands.length < 2;
}

/** `kill -1` and a signal sent to `-1`: every process there is. */
function killsAll(name: string, values: readonly string[]): boolean {
  if (name !== "kill") return false;
  const [first = "", ...rest] = values;
  if (first === "-s" || first === "-n" || first === "--signal") return rest.slice(1).includes("-1");
  if (values.length === 1) return first === "-1";
  return (first.startsWith("-") ? rest : values).includes("-1");
}

const historyFile = /(?:^|[/"'])\.(?:a|ba|z|k)?sh_history["']?$|^"?\$\{?HISTFILE\b/;

/** The file that keeps a shell's history emptied, removed or left aside. */
function dropsHistoryFile(command: SimpleCommand): boolean {
  const { assignments, redirects, text } = command;
  // Most commands say nothing of it, and this is asked about every one.
  if (!/hist/i.test(text)) return false;
  const written = [...usageOf(command).writes, ...redirects.filter(redirectWrites).map(({ target }) => target)];
  return (
    written.some(({ source }) => historyFile.test(source)) ||
    assignments.some(
      ({ name, value }) =>
        (name === "HISTFILE" && /^(?:\/dev\/null)?$/.test(value.value ?? "?")) ||
        (/^HIST(?:FILE)?SIZE$/.test(name) && value.value === "0"),
    )
  );
}

function wipesHistory(name: string, values: readonly string[]): boolean {
  if (name === "history") return values.some((value) => /^-[a-z]*[cd]/.test(value));
  if (name === "clear-history" || name === "clear-eventlog") return true;
  if (name === "unset") return has(values, "HISTFILE");
  if (name === "set") return values.join(" ").includes("+o history");
  if (name === "auditctl") return values.some((value) => /^-[De]/.test(value));
  if (name === "journalctl") return values.some((value) => /^--(?:vacuum|rotate|flush)/.test(value));
  if (name === "dmesg") return values.some((value) => /^(?:-[a-z]*[cC]|--clear|--read-clear)/.test(value));
  return name === "wevtutil" && has(values, "cl", "clear-log");
}

/** Options of other agents that do away with questions or their sandbox. */
const carefree =
  /^--(?:dangerously-(?:bypass|skip|disable)|yolo$|approval-mode=yolo$)|^(?:--sandbox=)?danger-full-access$/;

function disablesSandbox(command: SimpleCommand, name: string, values: readonly string[]): boolean {
  // A program that only reads searches for such a text or prints it.
  if (values.some((value) => carefree.test(value)) && usageOf(command).asks !== undefined) return true;
  if (name === "toolcrib" || /(?:^|\/)headless\.js (?:mcp|call|explain|undo|audit)$/.test(values.slice(0, 2).join(" ")))
    return values.some((value) => /^--(?:approve|settings|state|managed)(?:=|$)/.test(value));
  if (name === "setenforce") return has(values, "0", "permissive", "Permissive");
  if (/^(?:aa-disable|aa-teardown|aa-complain)$/.test(name)) return true;
  if (name === "spctl") return values.some((value) => /^--(?:master|global)-disable$/.test(value));
  if (name === "csrutil") return has(values, "disable");
  if (name === "ufw") return has(values, "disable", "reset");
  const stops = has(values, "stop", "disable", "mask", "kill");
  const guarded = values.some((value) => guards.test(value));
  if (name === "pkill" || name === "killall") return guarded;
  return (name === "systemctl" || name === "service") && stops && guarded;
}

/** Why a command is on the list by its name and words alone. */
function listedReason(command: SimpleCommand): string | undefined {
  const name = programName(command);
  const values = valuesOf(command);
  const power = [...command.prefixes, name].find((one) => privileged.has(one.toLowerCase()));
  if (power !== undefined) return clause`${power} runs commands with other rights`;
  if (diskTools.test(name)) return clause`${name} changes disks`;
  if (name === "diskutil" && values.some((value) => /^(?:erase|partition|zero|secureErase)/i.test(value)))
    return clause`${name} changes disks`;
  if (/^(?:dd|dcfldd|dc3dd)$/.test(name) && values.some((value) => value.startsWith("of=") && onDevice(value.slice(3))))
    return clause`it writes directly to a device`;
  if (name === "ddrescue" && values.some(onDevice)) return clause`it writes directly to a device`;
  if (stopsSystem(name, values)) return clause`it shuts down or restarts the machine`;
  if (killsAll(name, values) || endsEverything(command, name, values)) return clause`it ends every process`;
  if (wipesHistory(name, values) || dropsHistoryFile(command)) return clause`it erases a history or an audit log`;
  const leaving = [...command.prefixes, name].find((one) => leavesSandbox.test(one));
  if (leaving !== undefined) return clause`${leaving} runs outside the sandbox`;
  if (command.prefixes.includes("flatpak-spawn") && command.text.includes("--host"))
    return clause`${"flatpak-spawn"} runs outside the sandbox`;
  if (disablesSandbox(command, name, values)) return clause`it turns off a protection`;
  const device = command.redirects.find(({ op, target }) => /[>]/.test(op) && onDevice(target.value ?? ""));
  return device ? clause`it writes directly to the device ${device.target.value}` : undefined;
}

/** Why a command is on the list; undefined when it is not. */
export async function denylistReason(
  command: SimpleCommand,
  folders: Folders,
  context: RuleContext,
): Promise<string | undefined> {
  return listedReason(command) ?? (await ruinsFolder(command, folders, context));
}

/** The name of a function that starts copies of itself without end. */
export const forkBomb = (analysis: CommandAnalysis): string | undefined =>
  analysis.functions.find(
    ({ name, multiplies }) =>
      multiplies && analysis.commands.some((command) => command.name === name && !command.place.repeated),
  )?.name ?? analysis.functions.find(({ multiplies }) => multiplies)?.name;
