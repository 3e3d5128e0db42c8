/** The only door to the shell parser: a text in, facts out, never an exception (SH-4). */

import { parse } from "unbash";
import { clause } from "../../core/text/clauses/clause";
import type { ShellLanguage } from "../../core/vocabulary/shellLanguage";
import { Findings } from "./bash/findings";
import { withForms } from "./bash/forms";
import type { Surroundings } from "./bash/surroundings";
import { Walk } from "./bash/walk";
import { analyseWindows, withCarried } from "./windows/analyse";
import { hiddenCharacters } from "./words/hiddenCharacters";
import type { CommandAnalysis, SimpleCommand } from "./words/types";

/** Texts longer than this are never run unasked; no person reads them either. */
const maxUnderstoodLength = 65_536;
/** Longer ones are not even looked at: no system passes so long an argument to a shell. */
const maxParsedLength = 1_048_576;
/** Scripts inside scripts: `sh -c "sh -c …"`. */
const deepest = 12;

/** The parser gives up at this many levels, after a time that grows with the square of them. */
const deepestBrackets = 256;

/** How deep brackets are nested, whatever they mean. */
function bracketDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const bracket of text.matchAll(/[(){}]/g)) {
    if (bracket[0] === "(" || bracket[0] === "{") deepest = Math.max(deepest, ++depth);
    else if (depth > 0) depth--;
  }
  return deepest;
}

const start: Omit<Surroundings, "source"> = {
  prefixes: [],
  place: { pipes: [], chains: [], scopes: [], repeated: false, direct: false },
  pipeline: [0, 1],
  background: false,
  nesting: 0,
};

/** The parser may place an end behind the end of an unfinished text. */
const insideText = (command: SimpleCommand, length: number): SimpleCommand =>
  command.range[1] <= length
    ? command
    : { ...command, range: [Math.min(command.range[0], length), Math.min(command.range[1], length)] };

/**
 * Takes a command line apart: every simple command anywhere in it, and every reason not to trust that list
 * (SH-4, SH-5, D-12). Never throws; whatever is not understood is named in `problem`.
 */
export function analyse(text: string, language: ShellLanguage = "bash"): CommandAnalysis {
  if (text.length > maxRemembered) return atDepth(text, language, 0);
  const key = `${language} ${text}`;
  const known = remembered.get(key) ?? atDepth(text, language, 0);
  // The one that was asked for last stays longest.
  remembered.delete(key);
  remembered.set(key, known);
  const [oldest] = remembered.keys();
  if (remembered.size > maxAnalyses && oldest !== undefined) remembered.delete(oldest);
  return known;
}

/** What the last texts were found to be: every rule asks about the same command, and so do those that describe it. */
const remembered = new Map<string, CommandAnalysis>();
const maxAnalyses = 8;
/** Characters of a text that is remembered. */
const maxRemembered = 8192;

const atDepth = (text: string, language: ShellLanguage, depth: number): CommandAnalysis =>
  withCarried(language === "bash" ? analyseBash(text) : analyseWindows(text, language), atDepth, depth);

const analyseBash = (text: string): CommandAnalysis => withForms(understand(text), understand);

function understand(text: string): CommandAnalysis {
  const findings = new Findings(hiddenCharacters(text));
  let depth = 0;
  const read = (source: string, at: Omit<Surroundings, "source">) => {
    if (depth >= deepest || bracketDepth(source) > deepestBrackets) {
      findings.problems.push(clause`it is nested too deeply`);
      return;
    }
    depth++;
    try {
      walk.visit(parse(source), { ...at, source });
    } finally {
      depth--;
    }
  };
  const walk = new Walk(findings, read);
  if (text.length > maxUnderstoodLength) findings.problems.push(clause`it is too long`);
  try {
    if (text.length <= maxParsedLength) read(text, start);
  } catch (error) {
    // The parser overflows the stack on thousands of nested substitutions.
    findings.problems.push(clause`it could not be parsed: ${error instanceof Error ? error.message : String(error)}`);
  }
  const [parseError] = findings.parseErrors;
  const problem = parseError === undefined ? findings.problems[0] : clause`it is not valid bash: ${parseError}`;
  const first = findings.commands.map((command, index) => ({ command, index }));
  first.sort((a, b) => a.command.range[0] - b.command.range[0] || a.index - b.index);
  return {
    text,
    commands: first.map(({ command }) => insideText(command, text.length)),
    functions: findings.functions,
    ...(problem !== undefined && { problem }),
    ...(parseError !== undefined && { parseError }),
    unusual: [...new Set(findings.unusual)],
    ...(findings.computed.length > 0 && { computed: findings.computed }),
  };
}
