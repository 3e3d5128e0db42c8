/** Code that extensions of editors run by themselves, outside of the sandbox, as soon as a file of that name changes (D-7). */
import { nameTest } from "../../matching/namePatterns";
import { buildFiles, isBuildPlace } from "./buildDescriptions";
import { namedCode } from "./namedCode";

const list = (text: string) => text.trim().split(/\s+/);

/** Files that are code, or name it everywhere in them, by their folded names. */
const wholes = [
  // Linters and formatters.
  ...list("eslint.config.* .eslintrc* prettier.config.* .prettierrc* stylelint.config.* .stylelintrc* biome.json*"),
  ...list(
    "cspell.config.* .cspell.config.* cspell.js* cspell.cjs cspell.mjs .cspell.json* .markdownlint.js .markdownlint.cjs .markdownlint.mjs",
  ),
  ...list(
    ".markdownlint-cli2.* .rubocop* .standard.yml .solargraph.yml .perlcriticrc phpstan*.neon* .php-cs-fixer*.php pylintrc* .pylintrc*",
  ),
  ...list(".php_cs* phpcs*.xml* .phpcs*.xml* ruleset.xml psalm*.xml* ansible.cfg .ansible-lint*"),
  ...list("commitlint.config.* .commitlintrc* .textlintrc* .golangci.* .sqlfluff .pyre_configuration* steepfile"),
  ...list("oxlint.config.* oxfmt.config.* dprint.json* .dprint.json*"),
  // Frameworks and test runners, whose extensions load their settings.
  ...list("svelte.config.* tailwind.config.* nuxt.config.* graphql.config.* .graphqlrc* vite.config.* vitest.config.*"),
  ...list("vitest.workspace.* jest.config.* playwright.config.* .mocharc* karma.conf.* conftest.py .vscode-test.*"),
  // Settings of language servers and typesetting.
  ...list(".luarc.json* latexmkrc .latexmkrc"),
  ...buildFiles,
];

const isWhole = (path: string, name: string): boolean => isBuildPlace(path) ?? nameTest(wholes)(name);

/** The keys of a package.json under which tools that run by themselves look for their settings. */
const packageKeys = list(
  "prettier eslintConfig stylelint lint-staged husky simple-git-hooks jest svelte tailwindcss cspell graphql mocha markdownlint-cli2",
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
  if (isWhole(path, name)) return true;
  const named = namedCode.get(name);
  if (after === undefined) return name === "package.json" || named !== undefined;
  if (name === "package.json") {
    const settings = packageSettings(after);
    return settings === undefined || settings !== packageSettings(before);
  }
  return named !== undefined && named(textOf(before)) !== named(textOf(after));
}
