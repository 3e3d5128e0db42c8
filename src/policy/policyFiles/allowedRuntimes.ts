/** The languages and shells that commands may run, where an administrator names them (EN-2). */

import type { RuleContext } from "../../core/rules/rule";
import { clause, nested } from "../../core/text/clauses/clause";
import { windowsProgramName } from "../../lib/shell/windows/carried";
import type { CommandAnalysis, SimpleCommand } from "../../lib/shell/words/types";

const words = (text: string) => text.split(" ");

/** Programs that run code of a language, by the name of its runtime. */
const families: Readonly<Record<string, readonly string[]>> = {
  shell: words("sh bash dash ash zsh ksh ksh93 mksh rbash fish tcsh csh source . make gmake just task parallel expect"),
  powershell: words("powershell pwsh"),
  cmd: words("cmd wscript cscript mshta"),
  python: words(
    "python pypy ipython pip pipx uv uvx poetry pdm hatch tox nox pytest conda mamba jupyter flask django-admin",
  ),
  node: words("node nodejs npm npx pnpm pnpx yarn tsx ts-node corepack electron"),
  bun: words("bun bunx"),
  deno: words("deno dx"),
  ruby: words("ruby irb gem bundle bundler rake rails rspec jruby"),
  perl: words("perl cpan cpanm prove"),
  php: words("php composer phpunit artisan"),
  lua: words("lua luajit luarocks"),
  java: words("java javac jshell mvn mvnw gradle gradlew ant kotlin kotlinc scala sbt groovy clojure clj lein"),
  dotnet: words("dotnet csi fsi msbuild nuget mono"),
  go: words("go"),
  rust: words("cargo rustc rustup"),
  c: words("gcc g++ cc c++ clang clang++ tcc ld as cmake ninja meson"),
  awk: words("awk gawk mawk nawk"),
  others: words(
    "Rscript R julia tclsh wish erl elixir mix iex ghc runghc stack cabal ocaml dune racket guile sbcl swift osascript octave",
  ),
};

const familyByProgram = new Map(
  Object.entries(families).flatMap(([family, programs]) =>
    programs.map((name) => [name.toLowerCase(), family] as const),
  ),
);

const namesOf = (runtimes: readonly string[]): ReadonlySet<string> =>
  new Set(runtimes.map((name) => name.toLowerCase()));

/** `python3.11` is python, `pip3` is pip. */
const withoutVersion = (name: string) => name.replace(/-?\d+(?:\.\d+)*$/, "");

/** Folders of programs that the system brings; a program anywhere else may hold anything. */
const systemFolder = /^(?:\/usr(?:\/local)?)?\/s?bin\/[^/]+$|^\/opt\/homebrew\/bin\/[^/]+$/;

function refusalOf(name: string, allowed: ReadonlySet<string>): string | undefined {
  const base = windowsProgramName(name);
  const family = familyByProgram.get(base) ?? familyByProgram.get(withoutVersion(base));
  if ([base, withoutVersion(base), family ?? base].some((one) => allowed.has(one))) return undefined;
  if (family !== undefined) return clause`the managed policy does not allow the runtime ${base}`;
  const isElsewhere = /[\\/]/.test(name) && !systemFolder.test(name);
  return isElsewhere
    ? clause`the managed policy restricts runtimes, and Toolcrib cannot tell what ${name} runs`
    : undefined;
}

function commandRefusal({ name, word, prefixes }: SimpleCommand, allowed: ReadonlySet<string>): string | undefined {
  if (word && name === undefined)
    return clause`the managed policy restricts runtimes, and the program name is computed at run time`;
  return [...prefixes, ...(name === undefined ? [] : [name])]
    .map((one) => refusalOf(one, allowed))
    .find((refusal) => refusal !== undefined);
}

/**
 * Why a command line is not for the runtimes that are allowed; undefined when it is.
 * @param runtimes names of families (`python`, `node`, `shell`) or of programs.
 */
export function runtimeRefusal(analysis: CommandAnalysis, runtimes: readonly string[]): string | undefined {
  if (analysis.problem !== undefined)
    return clause`the managed policy restricts runtimes, and the command cannot be analysed: ${nested(analysis.problem)}`;
  const allowed = namesOf(runtimes);
  return analysis.commands.map((command) => commandRefusal(command, allowed)).find((refusal) => refusal !== undefined);
}

/** Whether every managed policy that names runtimes names this one. @param runtime a program's name. */
export const allowsRuntime = ({ policies }: Pick<RuleContext, "policies">, runtime: string): boolean =>
  policies.managed.every(({ exec }) => !exec?.runtimes || refusalOf(runtime, namesOf(exec.runtimes)) === undefined);
