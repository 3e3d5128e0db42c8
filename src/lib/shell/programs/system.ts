/** Programs that tell about the machine, and built-ins that change nothing. */
import { clause } from "../../../core/text/clauses/clause";
import { isReadOtherwise } from "../plainShells";
import type { Word } from "../words/types";
import { harmlessVariables } from "../words/variables";
import { asking, type KnownProgram } from "./program";

/**
 * The script in the arguments of a shell whose options only change how errors are handled: it is judged as commands of its
 * own. Undefined for anything else.
 */
function scriptIn(words: readonly Word[]): string | undefined {
  const script = words.at(-1);
  const before = words.slice(0, -1).map((word) => word.value ?? "?");
  const isPlain = /^(?:-[celu]+ ?)*$/.test(before.join(" ")) && before.some((option) => /c/.test(option));
  return isPlain && !script?.glob && !/^[-+]/.test(script?.value ?? "") ? script?.value : undefined;
}

/** See {@link KnownProgram}. */
export const systemPrograms: readonly KnownProgram[] = [
  {
    names: ["date", "gdate"],
    options: "-d: -I? -j -R -u --date: --iso-8601? --rfc-3339: --rfc-email --universal --utc --help --version",
    operands: ({ operands }) =>
      operands.length <= 1 && operands.every((word) => word.value?.startsWith("+"))
        ? {}
        : asking(clause`it may set the clock`),
    readOnly: ["date", "date +%Y-%m-%d", "date -u -d '2 days ago' +%F"],
    asks: ['date --set="2023-01-01"', "date -s now", "date 010100002030", "date -f list"],
  },
  {
    names: ["cal", "ncal"],
    options: "-1 -3 -h -j -m -y",
    operands: "text",
    readOnly: ["cal 2026"],
    asks: ["cal -Z"],
  },
  {
    names: ["which", "where", "whereis"],
    options: "-a -b -m -s --all",
    operands: "text",
    readOnly: ["which node", "which -a sudo"],
    asks: ["which --read-alias x"],
  },
  {
    names: ["type"],
    options: "-a -f -p -P -t",
    operands: "text",
    readOnly: ["type -t ls"],
    asks: ["type -Z ls", "hash -p /tmp/x ls"],
  },
  {
    names: ["command"],
    options: "-v -V -p",
    operands: ({ has }) => (has("-v", "-V") ? {} : asking(clause`it runs its arguments as a command`)),
    readOnly: ["command -v sudo", "command -V ls"],
    asks: ["command"],
  },
  {
    names: ["whoami", "tty", "nproc", "arch", "logname", "uptime", "hostid"],
    options: "--help --version --all",
    operands: "none",
    readOnly: ["whoami", "nproc --all"],
    asks: ["nproc --ignore=1 x", "uptime x"],
  },
  {
    names: ["id", "groups"],
    options: "-a -g -G -n -r -u -z -Z --group --groups --name --real --user --zero --help --version",
    operands: "text",
    readOnly: ["id", "id -un"],
    asks: ["id --us"],
  },
  {
    names: ["uname"],
    options:
      "-a -i -m -n -o -p -r -s -v --all --kernel-name --kernel-release --machine --nodename --operating-system --help --version",
    operands: "none",
    readOnly: ["uname -a"],
    asks: ["uname -Z"],
  },
  {
    names: ["hostname"],
    options: "-d -f -i -I -s -A --fqdn --short",
    operands: "none",
    readOnly: ["hostname", "hostname -f"],
    asks: ["hostname other", "hostname -F file"],
  },
  {
    names: ["free", "vmstat"],
    options: "-b -g -h -k -l -m -t -w --bytes --gibi --giga --human --kibi --mebi --mega --total --wide",
    operands: "none",
    readOnly: ["free -h"],
    asks: ["free -s 1"],
  },
  {
    names: ["lscpu", "locale", "sw_vers", "lsb_release"],
    options: "-a -c -d -e? -i -J -p? -r -s -productVersion",
    operands: "none",
    readOnly: ["lscpu", "locale"],
    asks: ["locale LC_ALL"],
  },
  {
    names: ["ps"],
    options:
      "-A -a -C: -d -e -f -F -H -j -l -N -o: -p: -u: -U: -w -x --forest --format: --no-headers --pid: --ppid: --sort: --user:",
    // Without a dash, `e` shows the environment of every process, as the column of that name does.
    operands: ({ operands, values }) =>
      operands.every((word) => /^[auxfwj]{1,6}$/.test(word.value ?? "")) &&
      values("-o", "--format").every((word) => /^(?!.*env)[\w%=,]+$/i.test(word.value ?? ""))
        ? {}
        : asking(clause`it may show the environment of other processes`),
    readOnly: ["ps aux", "ps -ef", "ps -p 1 -f", "ps -eo pid,ppid,cmd --sort=-%cpu"],
    asks: ["ps auxe", "ps eww", "ps -E", "ps -eo environ", 'ps -o "$x"'],
  },
  {
    names: ["sleep"],
    options: "--help --version",
    operands: "text",
    readOnly: ["sleep 1"],
    asks: ['sleep "$n"'],
  },
  {
    names: ["env", "printenv"],
    noOptions: true,
    operands: ({ words }) =>
      words.length > 0 && words.every((word) => harmlessVariables.has(word.value ?? ""))
        ? {}
        : asking(clause`the environment may hold secrets`),
    readOnly: ["printenv PATH"],
    asks: ["env", "printenv", "printenv API_KEY", "env FOO=1"],
  },
  {
    names: ["set"],
    noOptions: true,
    operands: ({ words }) =>
      words.length > 0 &&
      /^(?:[-+](?:[efu]*|[efu]*o (?:pipefail|errexit|nounset|noglob))\s*)+$/.test(
        words.map((word) => word.value ?? "?").join(" "),
      )
        ? {}
        : asking(clause`it changes the state of the shell`),
    readOnly: ["set -e", "set -euo pipefail", "set -o pipefail"],
    asks: ["set", "set -x", "set -- a b", "set -o history"],
  },
  {
    names: ["exit", "return", "break", "continue"],
    noOptions: true,
    operands: ({ words }) =>
      words.every((word) => /^\d+$/.test(word.value ?? "")) ? {} : asking(clause`its argument is not a number`),
    readOnly: ["exit 1", "break"],
    asks: ["exit $x"],
  },
  {
    names: ["bash", "zsh", "ksh"],
    noOptions: true,
    operands: ({ words }) => (scriptIn(words) === undefined ? asking(clause`it runs a script`) : {}),
    readOnly: ["bash -c 'ls -la'", "bash -lc ls", "bash -c '[[ -f a ]] && ls'"],
    asks: ["bash", "bash s.sh", "bash -i", 'bash -c "$x"', "bash -c 'rm x'", "bash -c ls x y", "bash -c 'echo $0' x"],
  },
  {
    // Often dash, which takes for words and redirections what is syntax in the bash that scripts are judged by.
    names: ["sh", "dash", "ash"],
    noOptions: true,
    operands: ({ words }) => {
      const script = scriptIn(words);
      if (script === undefined) return asking(clause`it runs a script`);
      return isReadOtherwise(script) ? asking(clause`shells other than bash may read its script differently`) : {};
    },
    readOnly: ["sh -ec 'echo a; pwd'", "sh -c 'ls src && pwd'", "dash -c 'ls -la | head -5'"],
    asks: [
      "sh",
      "sh s.sh",
      "sh -c '[[ x || touch = P ]]'",
      "sh -c '[[ a > P ]]'",
      "sh -c 'echo $[1>2]'",
      "sh -c '((1>2))'",
      "dash -c 'echo <(ls)'",
      "sh -c 'echo {a,b}'",
      "sh -c 'ls &> /dev/null'",
      "sh -c '[\\\n[ x || touch = P ]]'",
      "sh -c 'uniq file.txt 10</dev/null'",
      "sh -c 'a+=b'",
      "sh -c \"echo \\$'a'\"",
      "env sh -c '[[ x || make ]]'",
      "bash -c \"sh -c '[[ x || make ]]'\"",
    ],
  },
  {
    names: ["eval"],
    noOptions: true,
    operands: ({ words }) =>
      words.every((word) => word.value !== undefined && !word.glob)
        ? {}
        : asking(clause`the command it runs is computed at run time`),
    readOnly: ["eval 'ls -la'"],
    asks: ['eval "$x"', "eval 'touch x'"],
  },
];
