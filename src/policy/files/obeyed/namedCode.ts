/** What settings of builds and linters say about code, so that a change of all else needs no question (D-7). */

/** What of a text names code, in one spelling; two texts that name the same have the same. */
export type NamedCode = (text: string) => string;

/** All of a text in which this is found: what it names may go on in other lines. */
const allWhere =
  (pattern: RegExp): NamedCode =>
  (text) =>
    pattern.test(text) ? text : "";

/** The lines in which this is found, where each stands for itself. */
const linesWith =
  (pattern: RegExp): NamedCode =>
  (text) =>
    text
      .split(/\r\n|\r|\n/)
      .filter((line) => pattern.test(line))
      .join("\n");

/** Of pylint, mypy, flake8 and pytest, which share files. */
const pythonCode = /init[-_]hook|plugins|python[-_]executable|(?:^|[\s="'[,])-p/i;

const plainValue = /(?:"[^"\\]*"|'[^']*'|true|false)/.source;

/** What describes a package, and decides nothing about what is built. */
const description = new RegExp(
  `^(?:name|version|edition|rust-version|description|authors|license|license-file|keywords|categories|readme|repository|homepage|documentation|publish)\\s*=\\s*(?:${plainValue}|\\[\\s*(?:${plainValue}\\s*(?:,\\s*)?)*\\])\\s*(?:#.*)?$`,
);

const emptyLine = /^(?:#.*)?$/;
/** Without a line below it, such a table says nothing. */
const emptyTable = /^\[(?:package|workspace\.package|dependencies)\]\s*(?:#.*)?$/;

/**
 * All of a Cargo.toml but how its package is described: any other line may have code fetched that rust-analyzer builds and
 * runs at once, as dependencies, patches, members and build scripts do.
 */
function cargoManifest(text: string): string {
  // Lines of a longer text are not what they look like.
  if (/"""|'''/.test(text)) return text;
  const named: string[] = [];
  let table = "";
  for (const line of text.split(/\r?\n/).map((one) => one.trim())) {
    if (line.startsWith("[")) table = line;
    const isSaid =
      table === line ? emptyTable.test(line) : /^\[(?:workspace\.)?package\]/.test(table) && description.test(line);
    if (!isSaid && !emptyLine.test(line)) named.push(table === line ? line : `${table}${line}`);
  }
  return named.join("\n");
}

/**
 * By folded names. A lock decides within what its manifest allows, but for git: there it names any commit that the server
 * gives, which may be one of a fork.
 */
export const namedCode: ReadonlyMap<string, NamedCode> = new Map(
  Object.entries({
    "cargo.toml": cargoManifest,
    "cargo.lock": linesWith(/git\+|\\u/i),
    "gemfile.lock": linesWith(/^\s*(?:remote|revision|ref|branch|tag):/),
    "gems.locked": linesWith(/^\s*(?:remote|revision|ref|branch|tag):/),
    "gradle.properties": allWhere(/org\.gradle|systemprop|jvm|java|\\/i),
    "pom.xml": allWhere(/plugin|extension|<parent|m2e|<!ENTITY|\0/i),
    "pyproject.toml": allWhere(new RegExp(`${pythonCode.source}|\\\\u`, "i")),
    "setup.cfg": allWhere(pythonCode),
    "tox.ini": allWhere(pythonCode),
    "pytest.ini": allWhere(pythonCode),
    ".pytest.ini": allWhere(pythonCode),
    ".flake8": allWhere(pythonCode),
    "mypy.ini": allWhere(pythonCode),
    ".mypy.ini": allWhere(pythonCode),
    "analysis_options.yaml": allWhere(/plugins|\\[ux]/i),
    ".oxlintrc.json": allWhere(/plugins|\\u/i),
  }),
);
