/** Commands with which a package manager brings installed packages up to date, and that run nothing else by their words. */
import type { CommandAnalysis, Redirect, SimpleCommand, Word } from "./words/types";

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const ofNode =
  "install i in ins add ci clean-install install-clean ic uninstall remove rm r un update up upgrade dedupe ddp prune";

/** Subcommands that install and remove. */
const installs: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    npm: words(ofNode),
    pnpm: words(ofNode),
    yarn: words("install add remove upgrade up dedupe"),
    bun: words("install i add a remove rm update ci"),
    bundle: words("install add remove update"),
  }),
);

/** Options that choose what is installed, and how much is said about it. Others may name programs, settings and places. */
const options = words(
  `-D --save-dev -d --dev -S --save -P --save-prod -E --save-exact --exact -O --save-optional --optional --save-peer --no-save
  --omit=dev --omit=optional --omit=peer --include=dev --include=optional --include=peer --production --prod --no-optional
  --legacy-peer-deps --strict-peer-deps --force -f --offline --prefer-offline --prefer-online --frozen-lockfile
  --no-frozen-lockfile --immutable --lockfile-only --package-lock-only --no-package-lock --no-lockfile --ignore-scripts
  --no-audit --audit=false --no-fund --fund=false --no-progress --progress=false -s --silent -q --quiet --verbose
  --loglevel=error --loglevel=warn --loglevel=silent --no-update-notifier --no-color --dry-run -w --workspaces --workspace-root
  -r --recursive -y --yes`,
);

/** A package of a registry, and a version or tag of it: no folder, archive, address or other package under its name. */
const registryName = /^(?:@[\w-][\w.-]*\/)?[\w-][\w.-]*(?:@[\w^~<>=*][\w.^~<>=*|+-]*)?$/;
const archive = /\.(?:tgz|tar|tar\.gz)$/i;

const isPackage = (value: string): boolean => registryName.test(value) && !archive.test(value);

/** Programs that such a command is written together with, and that write nothing and set no variable for it. */
const beside = words("cd echo true pwd ls cat head tail grep wc date");

const isKnown = ({ value, glob, tilde }: Word): boolean => value !== undefined && !glob && !tilde;

/** Into another descriptor, or nowhere. */
const isQuiet = ({ op, target: { value = "" } }: Redirect): boolean =>
  op === ">&" ? /^[12]$/.test(value) : value === "/dev/null";

function isInstall({ name = "", args }: SimpleCommand): boolean {
  const subcommands = installs.get(name);
  if (!subcommands || !args.every(isKnown)) return false;
  const values = args.map(({ value = "" }) => value);
  const [subcommand, ...operands] = values.filter((value) => !value.startsWith("-"));
  const isNamed = subcommand === undefined ? name === "yarn" : subcommands.has(subcommand);
  const optionsFit = values.filter((value) => value.startsWith("-")).every((value) => options.has(value));
  return isNamed && optionsFit && operands.every(isPackage);
}

/** `${NAME:=value}` and arithmetic can set what the next command finds. */
const setsNothing = ({ pieces }: Word): boolean => pieces.every((piece) => !("runs" in piece));

const isPlain = ({ args, prefixes, redirects, assignments }: SimpleCommand): boolean =>
  prefixes.length === 0 && assignments.length === 0 && redirects.every(isQuiet) && args.every(setsNothing);

/** True for a command line that installs or removes packages and, by its words, does nothing else. */
export function installsPackages({ commands, functions, problem, parseError, unusual }: CommandAnalysis): boolean {
  if (problem !== undefined || parseError !== undefined || unusual.length > 0 || functions.length > 0) return false;
  return (
    commands.some(isInstall) &&
    commands.every((command) => isPlain(command) && (isInstall(command) || beside.has(command.name ?? "")))
  );
}
