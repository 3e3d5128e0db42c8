/** Which token prefixes may stand for a command in a rule or a remembered answer (D-13). */
import { programOf } from "./programs";
import type { SimpleCommand } from "./words/types";
import { baseName, isHarmlessPrefix, shellNames, wrapperOf } from "./words/wrappers";

/** Programs that run code which their arguments or their input hold. */
export const interpreters =
  /^(?:node|nodejs|deno|bun|python[\d.]*|perl[\d.]*|ruby[\d.]*|php[\d.]*|lua[\d.]*|osascript|pwsh|powershell|source|\.|eval|xargs)$/;

/** More programs whose arguments may be a program or a script. */
const carriers =
  /^(?:[gmn]?awk|g?sed|trap|ssh|su|script|watch|parallel|npx|bunx|pnpx|uvx|pipx|tsx|ts-node|make|gmake|just|task|rake|gradle|mvn|ant|expect|gdb|valgrind|entr|hyperfine|screen|tmux|vi|vim|nvim|view|ex|ed|emacs|emacsclient|sqlite3|psql|mysql|mariadb|lftp)$/;

/** Subcommands that run what follows them, or that set what is run later. */
const runningSubcommands: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    git: /^(?:config|submodule|bisect|rebase|filter-branch|difftool|mergetool|daemon|send-email)$/,
    npm: /^(?:exec|x|create|init|config|set|pkg|explore)$/,
    pnpm: /^(?:exec|dlx|create|init|config|set|pkg)$/,
    yarn: /^(?:exec|dlx|create|init|config|node)$/,
    docker: /^(?:run|exec|compose|buildx|build)$/,
    podman: /^(?:run|exec|build)$/,
    kubectl: /^(?:exec|run|debug)$/,
    gh: /^(?:api|alias|ext(?:ensions?)?|config)$/,
    go: /^(?:run|generate|tool)$/,
    cargo: /^(?:run|install)$/,
  }),
);
const runningAnywhere = /^(?:run|exec)$/;
const ownScripts = new Set(["npm", "pnpm", "yarn"]);
/** Programs whose first word says what they work on, and the second what they do with it. */
const withObjects = new Set(["gh"]);

/** True for a program whose arguments may be another program: no prefix of it says what would run. */
export const runsArguments = (name: string): boolean => {
  const base = baseName(name);
  return shellNames.has(base) || wrapperOf(base) !== undefined || interpreters.test(base) || carriers.test(base);
};

const subcommand = /^[a-z][a-z\d:_-]*$/;

/**
 * The tokens that a person may allow for good after seeing this command, for example `npm run build` of `npm run build -- -w`;
 * undefined where no beginning of it says what would run.
 */
export function prefixOf({ name, args, prefixes }: SimpleCommand): readonly string[] | undefined {
  if (name === undefined || !/^[\w.+-]+$/.test(name) || !prefixes.every(isHarmlessPrefix)) return undefined;
  if (runsArguments(name) || programOf(name)?.always !== undefined) return undefined;
  if (args.some((word) => word.value === undefined || word.glob || word.brace)) return undefined;
  const [verb = "", object = ""] = args.map((word) => word.value ?? "");
  if (!subcommand.test(verb) || runningSubcommands.get(name)?.test(verb)) return undefined;
  if (withObjects.has(name)) return subcommand.test(object) ? [name, verb, object] : undefined;
  if (!runningAnywhere.test(verb)) return [name, verb];
  return ownScripts.has(name) && subcommand.test(object) ? [name, verb, object] : undefined;
}
