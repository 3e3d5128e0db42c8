/** Programs that a sandbox keeps from what their work is done with, so that they can only fail in it (D-15). */
import type { SimpleCommand } from "./words/types";
import { baseName } from "./words/wrappers";

/** What such a program needs: a service of the machine, or the rights to make containers itself. */
export type OutsideNeed = "service" | "containers";

/** A program of a command line, and what it needs that is only to be had outside. */
export interface OutsideProgram {
  readonly name: string;
  readonly need: OutsideNeed;
}

interface Row {
  readonly names: string;
  readonly need: OutsideNeed;
  /** Its first words where it does without, options and their values left out. */
  readonly without?: RegExp;
}

const rows: readonly Row[] = [
  { names: "docker", need: "service", without: /^(?:compose (?:config|version)|context (?:ls|show)|help)\b/ },
  { names: "docker-compose", need: "service", without: /^(?:config|version|help)\b/ },
  { names: "nerdctl", need: "service" },
  { names: "kubectl", need: "service", without: /^(?:kustomize|completion|help)\b/ },
  { names: "helm", need: "service", without: /^(?:template|lint|create|package|version|completion|help)\b/ },
  { names: "podman buildah", need: "containers" },
  { names: "systemctl systemd-run service journalctl loginctl hostnamectl timedatectl launchctl", need: "service" },
  { names: "crontab at batch dbus-send busctl gdbus xdg-open notify-send", need: "service" },
];

const byName = new Map(rows.flatMap((row) => row.names.split(" ").map((name) => [name, row] as const)));

const tellsAbout = /^(?:-[vVh]|--version|--help)$/;

/** Options before a subcommand that have their value in the next argument. */
const withValue = new Set("-f --file -p --project-name --env-file --profile -n --namespace".split(" "));

/** True for `X --version` and `X SUBCOMMAND --help`; with more words the option may be one of another program's. */
function onlyTells(args: SimpleCommand["args"]): boolean {
  const [first = "", second = ""] = args.map(({ value = "" }) => value);
  if (args.length === 1) return tellsAbout.test(first);
  return args.length === 2 && /^\w[\w-]*$/.test(first) && second === "--help";
}

function firstWords(args: SimpleCommand["args"]): string {
  const values = args.map(({ value = "" }) => value);
  return values.filter((value, at) => !value.startsWith("-") && !withValue.has(values[at - 1] ?? "")).join(" ");
}

function needOf({ name = "", prefixes, args }: SimpleCommand): OutsideProgram | undefined {
  const wrapper = prefixes.map(baseName).find((prefix) => byName.has(prefix));
  const program = wrapper ?? baseName(name);
  const row = byName.get(program);
  if (!row) return undefined;
  const does = wrapper === undefined && (onlyTells(args) || row.without?.test(firstWords(args)));
  return does ? undefined : { name: program, need: row.need };
}

/** The first program of a command line that works outside a sandbox alone, by its words; undefined when there is none. */
export function outsideProgram(commands: readonly SimpleCommand[]): OutsideProgram | undefined {
  for (const command of commands) {
    const found = needOf(command);
    if (found) return found;
  }
  return undefined;
}
