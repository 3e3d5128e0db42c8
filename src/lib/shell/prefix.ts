/** Which token prefixes may stand for a command in a rule or a remembered answer (D-13). */
import { prefixWordsOf } from "./prefixes";
import type { SimpleCommand } from "./words/types";
import { baseName, isHarmlessPrefix, shellNames, wrapperOf } from "./words/wrappers";

/** Programs that run code which their arguments or their input hold. */
export const interpreters =
  /^(?:node|nodejs|deno|bun|python[\d.]*|perl[\d.]*|ruby[\d.]*|php[\d.]*|lua[\d.]*|osascript|pwsh|powershell|source|\.|eval|xargs)$/;

/** More programs whose arguments may be a program or a script. */
const carriers =
  /^(?:[gmn]?awk|g?sed|trap|ssh|su|script|watch|parallel|npx|bunx|pnpx|uvx|pipx|dotenvx?|direnv|envchain|aws-vault|chamber|ansible(?:-console)?|tsx|ts-node|make|gmake|just|task|rake|gradle|mvn|ant|expect|gdb|valgrind|entr|hyperfine|screen|tmux|vi|vim|nvim|view|ex|ed|emacs|emacsclient|sqlite3|psql|mysql|mariadb|lftp)$/;

/** True for a program whose arguments may be another program: no prefix of it says what would run. */
export const runsArguments = (name: string): boolean => {
  const base = baseName(name);
  return shellNames.has(base) || wrapperOf(base) !== undefined || interpreters.test(base) || carriers.test(base);
};

const subcommand = /^[a-z][a-z\d:_-]*$/;

/** The beginning of these words that says what is done, whatever follows it; undefined for what no row of the table has. */
function sayingPrefix([name = "", verb = "", object = ""]: readonly string[]): readonly string[] | undefined {
  const known = prefixWordsOf(name);
  if (known?.whole) return [name];
  if (known?.verbs.has(verb)) return [name, verb];
  const isScript = known?.scripts.has(verb) && subcommand.test(object) && !runsArguments(object);
  return isScript || known?.groups.get(verb)?.has(object) ? [name, verb, object] : undefined;
}

/**
 * The tokens that a person may allow for good after seeing this command, for example `npm run build` of `npm run build -- -w`;
 * undefined where no beginning of it is known to say what would run.
 */
export function prefixOf({ name, args, prefixes }: SimpleCommand): readonly string[] | undefined {
  if (name === undefined || !prefixes.every(isHarmlessPrefix)) return undefined;
  if (args.some((word) => word.value === undefined || word.glob || word.brace)) return undefined;
  return sayingPrefix([name, ...args.map((word) => word.value ?? "")]);
}

/** True for the name of a shell or an interpreter; of other programs many have the name of an ordinary word. */
const runsCode = (word: string) =>
  shellNames.has(baseName(word)) || (word !== "." && interpreters.test(baseName(word)));

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));
/** With these programs run what follows them, or give somebody a shell. */
const running = words(
  "attach console dbconsole debug dlx enter eval exec execute execute-command foreach run run-command runner scp sh shell ssh start-session x",
);
/** A prefix that was offered could end with these, and then said nothing of what runs. */
const onceOffered = words("c console dbconsole debug develop r runner scp sh shell ssh x");
/** None that was offered ever ended with these: a rule that does is a person's own, and means what they run. */
const ownRunners = words("dlx exec run");

/**
 * True when words after a prefix make a program run, send or set more than the prefix says. Only for one that would not be
 * offered: it was once, before the table was made, or a person wrote it. A name alone means all that the program does.
 * @param prefix the tokens of a rule.
 * @param rest the words after them.
 */
export function passesPrefix(prefix: readonly string[], rest: readonly string[]): boolean {
  const [name = "", group = ""] = prefix;
  const last = prefix.at(-1) ?? "";
  if (prefix.length < 2 || rest.length === 0 || sayingPrefix(prefix)) return false;
  const known = prefixWordsOf(name);
  if (!known?.groups.has(last)) {
    if (onceOffered.has(last)) return true;
    if (ownRunners.has(last)) return false;
  }
  const further = prefix.length === 2 ? known?.further.get(group) : undefined;
  return rest.some((word) => running.has(word) || runsCode(word) || further?.has(word));
}
