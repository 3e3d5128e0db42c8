/** Code that extensions of editors run by themselves, outside of the sandbox, as soon as a file of that name changes (D-7). */
import { nameTest } from "../../matching/namePatterns";

const list = (text: string) => text.trim().split(/\s+/);

/** Files that are code, or name it everywhere in them, by their folded names. */
const wholes = [
  // Linters and formatters.
  ...list("eslint.config.* .eslintrc* prettier.config.* .prettierrc* stylelint.config.* .stylelintrc* biome.json*"),
  ...list(
    "cspell.config.* .cspell.config.* cspell.js* cspell.cjs cspell.mjs .cspell.json* .markdownlint.js .markdownlint.cjs .markdownlint.mjs",
  ),
  ...list(
    ".markdownlint-cli2.* .rubocop*.yml .standard.yml .solargraph.yml .perlcriticrc phpstan*.neon*  .php-cs-fixer*.php pylintrc* .pylintrc*",
  ),
  // Frameworks and test runners, whose extensions load their settings.
  ...list("svelte.config.* tailwind.config.* nuxt.config.* graphql.config.* .graphqlrc* vite.config.* vitest.config.*"),
  ...list("vitest.workspace.* jest.config.* playwright.config.* .mocharc* karma.conf.* conftest.py"),
  // Builds that language servers ask about a project.
  ...list(
    "build.rs .luarc.json* hie.yaml build.gradle* settings.gradle* mix.exs .formatter.exs gemfile cmakelists.txt cmakepresets.json",
  ),
  ...list("cmakeuserpresets.json build.zig package.swift rust-analyzer.toml .rust-analyzer.toml lakefile.lean"),
  ...list("*.cabal setup.hs *.sbt latexmkrc .latexmkrc"),
  ...list("*.csproj *.fsproj *.vbproj *.props *.targets"),
];

const isWhole = (name: string): boolean => nameTest(wholes)(name);

/** A folder whose files say how language servers are to build. */
const buildServers = /(?:^|\/)\.bsp\/[^/]+\.json$/;

/** The keys of a package.json under which tools that run by themselves look for their settings. */
const packageKeys = list(
  "prettier eslintConfig stylelint lint-staged husky simple-git-hooks jest svelte tailwindcss cspell graphql mocha markdownlint-cli2",
);

/** Of pylint, mypy, flake8 and pytest, which share files. */
const pythonCode = /init[-_]hook|plugins|(?:^|[\s="'[,])-p/i;

/** By what settings name code, which may go on in other lines; a name can be written with escapes as well. */
const naming: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    "cargo.toml": /build|proc[-_]macro|\\u/i,
    "pyproject.toml": new RegExp(`${pythonCode.source}|\\\\u`, "i"),
    "setup.cfg": pythonCode,
    "tox.ini": pythonCode,
    "pytest.ini": pythonCode,
    ".pytest.ini": pythonCode,
    ".flake8": pythonCode,
    "mypy.ini": pythonCode,
    ".mypy.ini": pythonCode,
    "analysis_options.yaml": /plugins|\\[ux]/i,
    ".oxlintrc.json": /plugins|\\u/i,
  }),
);

const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes ?? new Uint8Array());

/** What a package.json says to such tools, in one spelling; undefined when it cannot be read. */
function packageSettings(bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined) return "[]";
  try {
    const parsed = JSON.parse(textOf(bytes)) as Readonly<Record<string, unknown>> | null;
    return JSON.stringify(packageKeys.flatMap((key) => (parsed?.[key] === undefined ? [] : [[key, parsed[key]]])));
  } catch {
    return undefined;
  }
}

/**
 * True when a change is one of code that runs at once, or of what names such code.
 * @param path folded, relative to its root.
 * @param before undefined for a new file.
 * @param after undefined where nobody has looked at the bytes: then settings count as naming code.
 */
export function changesEditorCode(
  path: string,
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
): boolean {
  const name = path.split("/").at(-1) ?? "";
  if (isWhole(name) || buildServers.test(path)) return true;
  if (after === undefined) return name === "package.json" || naming.has(name);
  if (name === "package.json") {
    const settings = packageSettings(after);
    return settings === undefined || settings !== packageSettings(before);
  }
  const texts = [textOf(before), textOf(after)];
  return texts[0] !== texts[1] && texts.some((text) => naming.get(name)?.test(text));
}
