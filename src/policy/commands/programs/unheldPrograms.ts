/** What runs without a question where no sandbox holds it (D-13): there nothing makes good what is wrong in the table of programs. */

import type { RuleContext } from "../../../core/rules/rule";
import { clause } from "../../../core/text/clauses/clause";
import { ask, type Decision } from "../../../core/vocabulary/decision";
import type { CommandAnalysis, SimpleCommand } from "../../../lib/shell/words/types";

const names = (text: string) => text.trim().split(/\s+/);

/**
 * Programs whose options in the table were given to the real program under strace (`npm run test:thorough`). Those that
 * have a reader of their own in place of such a list (git, find, test, sed, awk, jq) are tried by generated commands,
 * hostile repositories and the reports of attackers; and what a shell does itself.
 */
const checked = new Set([
  ...names(
    "ls dir vdir cat more less zcat bzcat xzcat lzcat zstdcat tac rev head tail wc nl od hexdump hd xxd strings",
  ),
  ...names("stat file du df pwd basename dirname realpath readlink cut tr uniq sort comm join paste diff cmp md5sum"),
  ...names("sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum shasum base64 base32 basenc fold expand"),
  ...names("unexpand tsort fmt pr column shuf sed awk mawk jq seq expr numfmt factor grep egrep fgrep find git date"),
  ...names(
    "which whereis whoami tty nproc arch logname uptime hostid id groups uname hostname free vmstat lscpu locale",
  ),
  ...names("ps sleep env printenv pgrep pidof gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd tar unzip bash"),
  ...names(
    "cd echo printf true false : test [ [[ (( type command set exit return break continue jobs wait umask ulimit",
  ),
]);

/** Programs that start others and are as well known; a shell that is not bash reads some words otherwise. */
const starters = new Set(names("env nice nohup timeout time stdbuf xargs find bash command builtin exec"));

/** The program that is not known well enough, whether it runs the command or is it. */
function uncheckedIn({ name, language, prefixes }: SimpleCommand): string | undefined {
  if (name === undefined || language !== undefined) return undefined;
  const isKnown = checked.has(name.slice(name.lastIndexOf("/") + 1));
  return prefixes.find((one) => !starters.has(one)) ?? (isKnown ? undefined : name);
}

/** What is said of a command line that only reads by all that is known, where nothing holds it to that. */
export async function unheldOpinion(
  { commands }: CommandAnalysis,
  context: RuleContext,
): Promise<Decision | undefined> {
  if ((await context.isHeld?.(false)) !== false) return undefined;
  const program = commands.map(uncheckedIn).find((one) => one !== undefined);
  return program === undefined
    ? undefined
    : ask("commands.unheld", clause`there is no sandbox here, and ${program} is not trusted to run without one`);
}
