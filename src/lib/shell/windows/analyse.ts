/** PowerShell and cmd.exe: a text in, facts out, never an exception (SH-4). */
import { clause } from "../../../core/text/clauses/clause";
import type { ShellLanguage } from "../../../core/vocabulary/shellLanguage";
import { hiddenCharacters } from "../words/hiddenCharacters";
import type { CommandAnalysis, SimpleCommand } from "../words/types";
import { type Script, scriptOf } from "./block";
import { carriedByWindows } from "./carried";
import { cmdletName, cmdletOf } from "./cmdlets";
import { CmdReader } from "./cmdReader";
import { PowerShellReader } from "./powershellReader";

/** Texts longer than this are not looked at: no system passes so long a command line. */
const longest = 65_536;
/** Scripts in scripts: `cmd /c "powershell -c …"`. */
const deepest = 8;

const languageNames = { powershell: "PowerShell", cmd: "cmd.exe" } as const;

/** Characters of which none means anything to PowerShell but quotes, blanks, wildcards, pipes and separators. */
const plainText = /^[\w \n./\\:;|&'"=~*?+>-]*$/;

/** Cmdlets whose output is text, in which another can look for something. */
const printsText = new Set(["get-content", "write-output", "git"]);

/** Files that are piped into a cmdlet are what it reads, and nothing in its words says which. */
function takesFiles(command: SimpleCommand, commands: readonly SimpleCommand[]): boolean {
  const [index] = command.pipeline;
  const [pipe] = command.place.pipes;
  const cmdlet = cmdletOf(command.name ?? "");
  if (index === 0 || !pipe || !cmdlet || Object.values(cmdlet.parameters).every((kind) => kind === "text"))
    return false;
  if (cmdlet.name !== "Select-String") return true;
  return commands.some(
    (other) =>
      other.place.pipes[0]?.id === pipe.id &&
      other.pipeline[0] < index &&
      !printsText.has(cmdletName(other.name ?? "")),
  );
}

function powershellDoubts(script: Script): string[] {
  const taker = script.commands.find((command) => takesFiles(command, script.commands));
  return [
    ...(plainText.test(script.text) ? [] : [clause`it contains characters with a special meaning in PowerShell`]),
    ...(taker ? [clause`the input piped into ${taker.name} may be files`] : []),
  ];
}

/** Takes a command line of PowerShell or cmd.exe apart (D-12). Whatever is not plain words and pipes is named in `unusual`. */
export function analyseWindows(text: string, language: Script["language"]): CommandAnalysis {
  // A backslash hides nothing here.
  const script = scriptOf(text, language, hiddenCharacters(text.replaceAll("\\", "/")));
  if (text.length <= longest) (language === "cmd" ? new CmdReader(script) : new PowerShellReader(script)).read();
  const [parseError] = script.parseErrors;
  const problem =
    text.length > longest
      ? clause`it is too long`
      : parseError && clause`it cannot be parsed as ${languageNames[language]}: ${parseError}`;
  const doubts = language === "powershell" ? powershellDoubts(script) : [];
  return {
    text,
    commands: script.commands.sort((a, b) => a.range[0] - b.range[0]),
    functions: [],
    ...(problem !== undefined && { problem }),
    ...(parseError !== undefined && { parseError }),
    unusual: [...new Set([...script.unusual, ...doubts])],
  };
}

/** A command from a script in `outer`, as one of its own text. */
const inside = (command: SimpleCommand, outer: SimpleCommand, by: string): SimpleCommand => ({
  ...command,
  prefixes: [...outer.prefixes, by, ...command.prefixes],
  range: outer.range,
  nesting: outer.nesting + 1 + command.nesting,
  place: { ...outer.place, direct: false },
});

/**
 * The analysis together with the commands of every script that one of its commands hands to cmd.exe, PowerShell or, from
 * one of these, to another shell.
 */
export function withCarried(
  analysis: CommandAnalysis,
  analyse: (text: string, language: ShellLanguage, depth: number) => CommandAnalysis,
  depth: number,
): CommandAnalysis {
  const problems = analysis.problem === undefined ? [] : [analysis.problem];
  const unusual = [...analysis.unusual];
  const commands = analysis.commands.flatMap((command) => {
    const carried = carriedByWindows(command);
    if (!carried) return [command];
    if (depth >= deepest) {
      problems.push(clause`it is nested too deeply`);
      return [command];
    }
    const inner = analyse(carried.text, carried.language, depth + 1);
    if (inner.problem !== undefined) problems.push(inner.problem);
    unusual.push(...inner.unusual);
    return [command, ...inner.commands.map((one) => inside(one, command, carried.by))];
  });
  if (commands.length === analysis.commands.length && problems.length === 0) return analysis;
  return { ...analysis, commands, ...(problems[0] !== undefined && { problem: problems[0] }), unusual };
}
