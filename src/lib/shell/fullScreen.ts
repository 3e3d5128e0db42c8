/** Programs that draw on a whole terminal: without one they wait until the time limit, or fill the output with control codes. */
import type { SimpleCommand, Word } from "./words/types";

/** A kind of such programs. */
interface Kind {
  readonly names: readonly string[];
  /** Arguments with which one prints and ends by itself. */
  readonly endsWith?: RegExp;
  /** Options whose argument is a command to it, which is tested as `+COMMAND`. */
  readonly commandOptions?: RegExp;
  /** What to do instead, as a clause. */
  readonly instead: string;
}

const words = (text: string) => text.trim().split(/\s+/);

const kinds: readonly Kind[] = [
  {
    names: words("vi vim nvim vimdiff nvimdiff view vimtutor"),
    // In Ex mode it reads commands to their end; elsewhere one that quits is among the arguments.
    endsWith: /^(?:-[a-zA-Z]*[eE]s?|-s|--headless|(?:\+|-c):?(?:.*\|\s*)?(?:w?qa?(?:ll)?|xa?(?:it)?|cq|quit|exit)!?)$/,
    commandOptions: /^(?:-c|--cmd)$/,
    instead: "use an editing tool, sed, or vim -es with commands that end in q",
  },
  {
    names: words("nano pico micro joe jed mcedit ne helix hx kak mg"),
    instead: "use an editing tool or sed",
  },
  {
    names: words("emacs emacsclient"),
    endsWith: /^(?:-{1,2}(?:batch|script|eval|daemon|fg-daemon|bg-daemon)(?:=.*)?|-e|-n|--no-wait)$/,
    instead: "use an editing tool, sed or emacs --batch",
  },
  { names: ["top"], endsWith: /^-(?:[a-zA-Z]*b|l)/, instead: "use top -b -n 1 or ps aux" },
  {
    names: words("htop btop bpytop bashtop gotop glances nvtop iftop powertop bmon nmon"),
    endsWith: /^(?:--stdout.*|--export.*|-t|-C|--csv.*|-[fF].*)$/,
    instead: "use top -b -n 1, ps aux or another program that prints",
  },
  { names: ["watch"], instead: "run its command once, or in a loop with sleep" },
  {
    names: words("ranger nnn lf vifm ncdu tig gitui lazygit lazydocker k9s"),
    endsWith: /^(?:-o.*|-print-.*|-remote)$/,
    instead: "use commands that print, such as ls, du, git log or kubectl get",
  },
];

const byName = new Map(kinds.flatMap((kind) => kind.names.map((name) => [name, kind] as const)));

/** Every program answers these by printing. */
const asksAboutProgram = /^(?:--help|--version|-h|-V|-version|-\?)$/;

/** Folders in which the system keeps programs; one of the same name elsewhere may be another. */
const systemFolder = /^\/(?:usr\/(?:local\/)?)?s?bin\//;

/** A program that needs a terminal, and what to do where there is none. */
export interface FullScreenProgram {
  readonly name: string;
  /** What to do instead, as a clause. */
  readonly instead: string;
}

/** Programs that give what they run a terminal of its own. */
const givesTerminal = new Set(["script", "unbuffer"]);

/** The first of some commands that would draw on a whole terminal; undefined when none is known to. */
export function fullScreenProgram(commands: readonly SimpleCommand[]): FullScreenProgram | undefined {
  for (const { name = "", prefixes, args } of commands) {
    const named = name.replace(systemFolder, "");
    const kind = byName.get(named);
    const ends = ({ value = "" }: Word, at: number) => {
      const isCommand = kind?.commandOptions?.test(args[at - 1]?.value ?? "");
      return asksAboutProgram.test(value) || kind?.endsWith?.test(isCommand ? `+${value}` : value);
    };
    const hasTerminal = prefixes.some((prefix) => givesTerminal.has(prefix));
    if (kind && !hasTerminal && !args.some(ends)) return { name: named, instead: kind.instead };
  }
  return undefined;
}
