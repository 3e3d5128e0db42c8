/** Commands that are never run, whatever is configured or approved (D-14, HB-2, PO-4). */
import type { RuleContext } from "../core/rule";
import { interpreters } from "../shell/prefix";
import type { CommandAnalysis, SimpleCommand } from "../shell/types";
import { baseName, shellNames } from "../shell/wrappers";
import { ruinsFolder } from "./ruinedFolders";
import type { Folders } from "./workingFolders";

const privileged = new Set(["sudo", "sudoedit", "su", "doas", "pkexec", "gksudo", "gksu", "kdesudo", "run0"]);
const diskTools =
  /^(?:mkfs(?:\..+)?|mke2fs|mkswap|mkdosfs|mkntfs|newfs(?:_.+)?|fdisk|sfdisk|cfdisk|gdisk|sgdisk|cgdisk|parted|wipefs|blkdiscard|format\.com)$/;
const powerTools = new Set(["shutdown", "reboot", "halt", "poweroff", "killall5"]);
const downloaders = new Set(["curl", "wget", "wget2", "aria2c", "fetch", "http", "https", "xh", "lynx"]);

/** Devices that take anything and keep nothing. */
const harmlessDevice =
  /^\/dev\/(?:null|zero|full|stdin|stdout|stderr|tty|ptmx|fd\/\d+|shm(?:\/.*)?|tcp\/.*|udp\/.*|pts\/.*)$/;

const valuesOf = (command: SimpleCommand) => command.args.map((word) => word.value ?? "");
const has = (values: readonly string[], ...wanted: string[]) => values.some((value) => wanted.includes(value));

/** The part of a name that decides what it is; case does not matter on every system. */
const programName = (command: SimpleCommand) =>
  baseName(command.name ?? "")
    .toLowerCase()
    .replace(/\.exe$/, "");

const onDevice = (path: string) => /^\/+dev\/+./.test(path) && !harmlessDevice.test(path.replace(/\/+/g, "/"));

function stopsSystem(name: string, values: readonly string[]): boolean {
  if (powerTools.has(name)) return true;
  if (name === "init" || name === "telinit") return has(values, "0", "6");
  const verbs = values.filter((value) => !value.startsWith("-"));
  return (
    name === "systemctl" &&
    /^(?:poweroff|reboot|halt|kexec|soft-reboot|suspend|hibernate|emergency|rescue)$/.test(verbs[0] ?? "")
  );
}

/** `kill -1` and a signal sent to `-1`: every process there is. */
function killsAll(name: string, values: readonly string[]): boolean {
  if (name !== "kill") return false;
  const [first = "", ...rest] = values;
  if (first === "-s" || first === "-n" || first === "--signal") return rest.slice(1).includes("-1");
  if (values.length === 1) return first === "-1";
  return (first.startsWith("-") ? rest : values).includes("-1");
}

function wipesHistory(name: string, values: readonly string[]): boolean {
  if (name === "history") return values.some((value) => /^-[a-z]*[cd]/.test(value));
  if (name === "auditctl") return has(values, "-D", "-e");
  if (name === "journalctl") return values.some((value) => /^--(?:vacuum|rotate|flush)/.test(value));
  if (name === "dmesg") return values.some((value) => /^(?:-[a-z]*[cC]|--clear|--read-clear)/.test(value));
  return name === "wevtutil" && has(values, "cl", "clear-log");
}

function disablesSandbox(name: string, values: readonly string[]): boolean {
  if (values.some((value) => /^--dangerously-(?:bypass|skip|disable)/.test(value))) return true;
  if (name === "toolcrib") return values.some((value) => /^--(?:approve|settings|state|managed)(?:=|$)/.test(value));
  if (name === "setenforce") return has(values, "0", "permissive", "Permissive");
  if (/^(?:aa-disable|aa-teardown|aa-complain)$/.test(name)) return true;
  if (name === "spctl") return values.some((value) => /^--(?:master|global)-disable$/.test(value));
  if (name === "csrutil") return has(values, "disable");
  if (name === "ufw") return has(values, "disable", "reset");
  const stops = has(values, "stop", "disable", "mask", "kill");
  return (
    (name === "systemctl" || name === "service") &&
    stops &&
    values.some((value) => /^(?:apparmor|auditd|firewalld|ufw|selinux)/.test(value))
  );
}

/** Why a command is on the list by its name and words alone. */
function listedReason(command: SimpleCommand): string | undefined {
  const name = programName(command);
  const values = valuesOf(command);
  const power = [...command.prefixes, name].find((one) => privileged.has(one.toLowerCase()));
  if (power !== undefined) return `${power} gives other rights`;
  if (diskTools.test(name)) return `${name} changes disks`;
  if (name === "diskutil" && values.some((value) => /^(?:erase|partition|zero|secureErase)/i.test(value)))
    return "diskutil changes disks";
  if (name === "dd" && values.some((value) => value.startsWith("of=") && onDevice(value.slice(3))))
    return "it writes onto a device";
  if (stopsSystem(name, values)) return "it stops the machine";
  if (killsAll(name, values)) return "it ends every process";
  if (wipesHistory(name, values)) return "it wipes a history or an audit log";
  if (disablesSandbox(name, values)) return "it switches a protection off";
  const device = command.redirects.find(({ op, target }) => /[>]/.test(op) && onDevice(target.value ?? ""));
  return device ? `it writes onto the device ${device.target.value}` : undefined;
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

/**
 * True when what a program downloads is run: `curl … | sh`, `bash <(curl …)`, `eval "$(curl …)"`. Such a command is
 * asked about every time.
 */
export function runsDownload(command: SimpleCommand, analysis: CommandAnalysis): boolean {
  const name = programName(command);
  if (!shellNames.has(name) && !interpreters.test(name)) return false;
  const downloads = analysis.commands.filter((other) => downloaders.has(programName(other)));
  return downloads.some((download) => {
    const piped = download.place.pipes.some((from) =>
      command.place.pipes.some((to) => to.id === from.id && to.index > from.index),
    );
    const [start, end] = command.range;
    const substituted = download.nesting > command.nesting && download.range[0] >= start && download.range[1] <= end;
    return piped || substituted;
  });
}
