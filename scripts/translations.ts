/** What is wrong with the translations of package.nls.json and l10n/bundle.l10n.json. */
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Texts by key. */
export type Texts = Readonly<Record<string, string>>;

/** What stays as it is in every language: placeholders, icons, code, targets of links, names of settings and of ours. */
const kept =
  /`[^`]*`|\{\w+\}|\$\([\w-]+\)|\]\([^)]*\)|https?:\/\/[\w.]+\w|\btoolcrib(?:\.\w+)+|@crib|Toolcrib|\*\*|\n|^ +| +$/g;

/** Names in several words that no language translates. */
const names =
  /Claude Code|Copilot CLI|VS Code|Agent Host|Git for Windows|Google Programmable Search|JSON Lines|Node\.js|cmd\.exe/g;

/** The whole text is a name: one of the above, one of a tool that a dialect copies, or of a file. */
const nameOnly = /^(?:Claude Code|Copilot CLI|JSON Lines|VS Code, Agent Host \(Copilot\)|Gitignore|\w+ \(\w+\))$/;

const englishWords = /\b[A-Za-z']+(?:[ ,;:.]+[A-Za-z']+){2,}\b/;

const keptIn = (text: string): string => (text.match(kept) ?? []).sort().join(" ");

/** Whether there is nothing but symbols and what every language keeps. */
const wordless = (text: string): boolean => !/\p{L}/u.test(text.replace(kept, ""));

function problemOf(english: string, text: string): string | undefined {
  if (keptIn(text) !== keptIn(english))
    return `must keep ${JSON.stringify(keptIn(english))}, and has ${JSON.stringify(keptIn(text))}`;
  if (text === english) return wordless(text) || nameOnly.test(text) ? undefined : "is still in English";
  const [words] =
    englishWords.exec(
      text
        .replace(/"[^"]*"/g, "“”")
        .replace(kept, "“”")
        .replace(names, "“”"),
    ) ?? [];
  return words === undefined ? undefined : `has English words: ${JSON.stringify(words)}`;
}

/**
 * Compares a translation with the English texts.
 * @returns one clause for each key that is missing, obsolete, still English, or lacks what every language keeps
 */
export function problemsOf(english: Texts, translated: Texts): string[] {
  const missing = Object.keys(english).filter((key) => !translated[key]);
  const obsolete = Object.keys(translated).filter((key) => english[key] === undefined);
  return [
    ...missing.map((key) => `${JSON.stringify(key)} is missing`),
    ...obsolete.map((key) => `${JSON.stringify(key)} is not among the English texts`),
    ...Object.entries(translated).flatMap(([key, text]) => {
      const problem = english[key] === undefined || !text ? undefined : problemOf(english[key], text);
      return problem === undefined ? [] : [`${JSON.stringify(key)} ${problem}`];
    }),
  ];
}

const parsed = (file: string): Texts => JSON.parse(readFileSync(file, "utf8"));

const filesOf = (language: string) => [
  { file: `l10n/bundle.l10n.${language}.json`, english: "l10n/bundle.l10n.json" },
  { file: `package.nls.${language}.json`, english: "package.nls.json" },
];

/** The languages, besides English, that one of the files is there for, as VS Code names them: `zh-cn`, `ru`. */
export function translatedLanguages(): string[] {
  const found = [...readdirSync("."), ...readdirSync("l10n")].flatMap(
    (file) => /^(?:package\.nls|bundle\.l10n)\.([\w-]+)\.json$/.exec(file)?.[1] ?? [],
  );
  return [...new Set(found)].sort();
}

/** What is wrong with one language's files, one sentence each. */
export function translationProblems(language: string): string[] {
  return filesOf(language).flatMap(({ file, english }) => {
    if (!existsSync(file)) return [`${file} is missing.`];
    return problemsOf(parsed(english), parsed(file)).map((problem) => `${file}: ${problem}.`);
  });
}
