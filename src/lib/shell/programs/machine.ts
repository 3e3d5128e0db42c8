/** Programs that tell what runs on the machine, what it is connected to, and what the shell started. */
import { clause } from "../../../core/text/clauses/clause";
import type { Word } from "../words/types";
import { asking, type KnownProgram } from "./program";

const isText = (word: Word | undefined, pattern: RegExp) => pattern.test(word?.value ?? "");

/** See {@link KnownProgram}. */
export const machinePrograms: readonly KnownProgram[] = [
  {
    names: ["top"],
    options: "-b -c -d: -e: -E: -H -i -n: -o: -p: -S -u: -U: -w? -1",
    // Without -b it waits for keys, one of which ends processes.
    operands: ({ has, operands }) =>
      has("-b") && operands.length === 0 ? {} : asking(clause`it accepts interactive commands`),
    readOnly: ["top -b -n 1", "top -bn1"],
    asks: ["top", "top -n 1", "top -b x"],
  },
  {
    names: ["pgrep", "pidof"],
    options:
      "-a -c -d: -f -g: -G: -i -l -n -o -P: -s -t: -u: -U: -w -x --count --delimiter: --euid: --exact --full --ignore-case --list-full --list-name --newest --oldest --parent:",
    operands: "text",
    readOnly: ["pgrep -fl node", "pidof node"],
    asks: ["pgrep -F file", "pgrep --signal 9 x", "pkill node"],
  },
  {
    names: ["ss"],
    options:
      "-a -e -H -i -l -m -n -o -p -r -s -t -u -w -x -4 -6 --all --extended --listening --numeric --processes --summary --tcp --udp --unix",
    operands: "text",
    readOnly: ["ss -tlnp"],
    asks: ["ss -K dst 10.0.0.1", "ss -D out", "ss -F file"],
  },
  {
    names: ["netstat"],
    options: "-a -e -i -l -n -o -p -r -s -t -u -v -w -x -4 -6",
    operands: "none",
    readOnly: ["netstat -tlnp"],
    asks: ["netstat -c", "netstat x"],
  },
  {
    names: ["lsof"],
    options: "-a -c: -i? -l -n -p: -P -t -u: -U",
    operands: "look",
    readOnly: ["lsof -i :3000", "lsof -nP -iTCP:3000", "lsof file.txt"],
    asks: ["lsof -D b/out", "lsof -r 1"],
  },
  {
    names: ["ip"],
    noOptions: true,
    operands: ({ words }) => {
      const [object, verb, ...more] = words.filter((word) => !isText(word, /^-(?:4|6|o|s|d|j|br|brief|c)$/));
      const shows =
        isText(object, /^(?:a|addr|address|l|link|n|neigh|r|route|rule)$/) &&
        (verb === undefined || isText(verb, /^(?:s|show|list|ls|lst)$/)) &&
        (more.length === 0 || (more.length === 2 && isText(more[0], /^dev$/) && isText(more[1], /^\w[\w.@-]*$/)));
      return shows ? {} : asking(clause`it is not recognised as read-only`);
    },
    readOnly: ["ip a", "ip -br addr show dev eth0", "ip route"],
    asks: ["ip", "ip link set eth0 down", "ip -b file", "ip netns exec x id", "ip addr add 10.0.0.1 dev eth0"],
  },
  {
    names: ["ifconfig"],
    noOptions: true,
    operands: ({ words }) =>
      words.length === 0 || (words.length === 1 && isText(words[0], /^(?:-a|\w+)$/))
        ? {}
        : asking(clause`it may change the network configuration`),
    readOnly: ["ifconfig", "ifconfig eth0"],
    asks: ["ifconfig eth0 down"],
  },
  {
    names: ["lsblk"],
    options: "-a -b -d -f -i -J -l -m -n -o: -O -p -P -r -S -t --all --bytes --fs --json --list --output: --paths",
    operands: "none",
    readOnly: ["lsblk -f"],
    asks: ["lsblk --sysroot x"],
  },
  {
    names: ["getconf"],
    options: "-a",
    operands: ({ operands }) => (operands.length < 2 ? {} : asking(clause`it reads a path`)),
    readOnly: ["getconf PAGE_SIZE"],
    asks: ["getconf PATH_MAX /etc"],
  },
  {
    names: ["tput"],
    noOptions: true,
    // Setting a terminal up may run a program that its description names.
    operands: ({ words }) =>
      words.length > 0 && words.every((word) => isText(word, /^(?!init$|reset$)[a-z\d]+$/))
        ? {}
        : asking(clause`it may do more than print`),
    readOnly: ["tput cols", "tput setaf 1"],
    asks: ["tput", "tput reset", "tput init", "tput -T x cols", 'tput "$x"'],
  },
  {
    names: ["clear"],
    options: "-x",
    operands: "none",
    readOnly: ["clear"],
    asks: ["clear -T x"],
  },
  {
    names: ["jobs"],
    options: "-l -n -p -r -s",
    operands: "none",
    readOnly: ["jobs -l"],
    asks: ["jobs -x id"],
  },
  {
    names: ["wait"],
    noOptions: true,
    operands: ({ words }) =>
      words.every(({ value, source }) => (value === undefined ? source === "$!" : /^(?:-[fn]|%?\d+)$/.test(value)))
        ? {}
        : asking(clause`its arguments may assign a variable`),
    anyText: true,
    readOnly: ["sleep 1 & wait", "sleep 1 & wait $!", "wait -n"],
    asks: ["wait -p 'a[$(id)]'", "wait $x"],
  },
  {
    names: ["umask", "ulimit"],
    noOptions: true,
    operands: ({ words }) =>
      words.every((word) => isText(word, /^-[a-zA-Z]$/)) ? {} : asking(clause`it changes a limit of the shell`),
    readOnly: ["umask", "ulimit -a", "ulimit -n"],
    asks: ["umask 0", "ulimit -n 10"],
  },
];
