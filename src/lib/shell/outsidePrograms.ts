/** Programs that a sandbox keeps from what their work is done with, so that they can only fail in it (D-15). */
import type { SimpleCommand } from "./words/types";
import { baseName } from "./words/wrappers";

/** What such a program needs: a service of the machine, the rights to make containers itself, or a person's credentials. */
export type OutsideNeed = "service" | "containers" | "credentials";

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
  /** Its first words where it needs that; absent: with any. */
  readonly only?: RegExp;
  /** Any of its arguments where it needs that; absent: with any. */
  readonly operand?: RegExp;
  /** A `--help` after other words may be for a program that it starts. */
  readonly passesOn?: RegExp;
}

/** `host:path`, where one colon more names a server that asks nobody who they are. */
const remotePath = /^[^/:-][^/:]*:(?!:|\/\/)|^s(?:cp|ftp):\/\//;
const registry =
  /^(?:npm )?(?:publish|unpublish|login|logout|adduser|whoami|token|owner|access|deprecate|profile|org|team|dist-tag (?:add|rm))\b/;
const starting = /^(?:(?:container|compose) )?(?:run|exec)\b/;

const rows: readonly Row[] = [
  {
    ...{ names: "docker", need: "service", passesOn: starting },
    without: /^(?:compose (?:config|version)|context (?:ls|show)|help)\b/,
  },
  { names: "docker-compose", need: "service", without: /^(?:config|version|help)\b/, passesOn: starting },
  { names: "nerdctl", need: "service", passesOn: starting },
  { names: "podman buildah", need: "containers", passesOn: starting },
  { names: "systemctl service journalctl loginctl hostnamectl timedatectl launchctl", need: "service" },
  { names: "systemd-run crontab at batch dbus-send busctl gdbus xdg-open notify-send", need: "service", passesOn: /^/ },
  { names: "kubectl", need: "credentials", without: /^(?:kustomize|completion|help)\b/, passesOn: /^(?:exec|run)\b/ },
  {
    ...{ names: "helm", need: "credentials" },
    without: /^(?:template|lint|create|package|version|completion|help|repo|pull|search|show|dependency)\b/,
  },
  { names: "ssh sftp sshfs ssh-copy-id", need: "credentials", passesOn: /^/ },
  { names: "scp rsync", need: "credentials", operand: remotePath },
  { names: "gh glab", need: "credentials", without: /^(?:version|completion|help)\b/ },
  { names: "aws az gcloud", need: "credentials", without: /^(?:version|help)\b/ },
  { names: "npm pnpm yarn bun", need: "credentials", only: registry },
  { names: "cargo", need: "credentials", only: /^(?:publish|yank|owner|login|logout)\b/ },
  { names: "gem", need: "credentials", only: /^(?:push|yank|owner|signin)\b/ },
  { names: "poetry uv", need: "credentials", only: /^publish\b/ },
  { names: "twine", need: "credentials", only: /^upload\b/ },
];

const byName = new Map(rows.flatMap((row) => row.names.split(" ").map((name) => [name, row] as const)));

/** Options before a subcommand that have their value in the next argument. */
const withValue = new Set(
  "-f --file -p --project-name --env-file --profile -n --namespace -w --workspace --prefix -C --dir --filter".split(
    " ",
  ),
);

function firstWords(values: readonly string[]): string {
  return values.filter((value, at) => !value.startsWith("-") && !withValue.has(values[at - 1] ?? "")).join(" ");
}

/** True for what tells about the program itself, and for `npm publish --dry-run`. */
function onlyTells(values: readonly string[], words: string, { only, passesOn }: Row): boolean {
  if (values.length === 1) return /^(?:-[vVh]|--version|--help)$/.test(values[0] ?? "");
  if (only && values.includes("--dry-run")) return true;
  const isPassed = passesOn?.test(words) === true && words.replace(passesOn, "").trim() !== "";
  return values.at(-1) === "--help" && !isPassed && values.slice(0, -1).every((value) => /^\w[\w-]*$/.test(value));
}

function needOf({ name = "", prefixes, args }: SimpleCommand): OutsideProgram | undefined {
  const wrapper = prefixes.map(baseName).find((prefix) => byName.has(prefix));
  const program = wrapper ?? baseName(name);
  const row = byName.get(program);
  if (!row) return undefined;
  const found = { name: program, need: row.need };
  if (wrapper !== undefined) return found;
  const values = args.map(({ value = "" }) => value);
  const words = firstWords(values);
  if (onlyTells(values, words, row) || row.without?.test(words)) return undefined;
  const { only, operand } = row;
  const hasOperand = !operand || args.some(({ value, source }) => operand.test(value ?? source));
  return hasOperand && only?.test(words) !== false ? found : undefined;
}

/** The first program of a command line that works outside a sandbox alone, by its words; undefined when there is none. */
export function outsideProgram(commands: readonly SimpleCommand[]): OutsideProgram | undefined {
  for (const command of commands) {
    const found = needOf(command);
    if (found) return found;
  }
  return undefined;
}
