/** With which other repository a command of git talks, by its words (D-15). */
import { globalValues } from "./programs/git/gitPaths";
import type { SimpleCommand, Word } from "./words/types";
import { baseName } from "./words/wrappers";

/** What git is asked to send to another repository, or to get from it. */
export interface GitContact {
  /** For example `git push`. */
  readonly name: string;
  readonly sends: boolean;
  /** A remote or an address; null where it is computed at run time, absent where git takes the usual one. */
  readonly to?: string | null;
  /** It takes every remote. */
  readonly isAll?: true;
}

const names = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Options after the subcommand with their value in the next argument. */
const values = names(
  "-o -j --push-option --receive-pack --exec --depth --deepen --shallow-since --shallow-exclude --jobs --refmap --upload-pack " +
    "--negotiation-tip --server-option --strategy --strategy-option -X --branch --reference --separate-git-dir --template " +
    "--config --filter --origin",
);
/** Options that have a value with this subcommand alone. */
const ownValues: Readonly<Record<string, ReadonlySet<string>>> = { clone: names("-u -b -c"), pull: names("-s") };

const contacts = names("push fetch pull clone ls-remote");

/** The arguments that are no options, nor values of options. */
function operandsOf(args: readonly Word[], taking: (option: string) => boolean): readonly Word[] {
  return args.filter(({ value }, at) => !value?.startsWith("-") && !taking(args[at - 1]?.value ?? ""));
}

/** The contact of a simple command; undefined for what talks to no other repository and for what is not git. */
export function gitContact({ name = "", args }: SimpleCommand): GitContact | undefined {
  if (baseName(name) !== "git" || args.some(({ value }) => value === "--help" || value === "-h")) return undefined;
  const at = args.findIndex(
    ({ value = "" }, index) => !value.startsWith("-") && !globalValues.has(args[index - 1]?.value ?? ""),
  );
  const isLfs = args[at]?.value === "lfs";
  const verbAt = isLfs ? at + 1 : at;
  const verb = args[verbAt]?.value ?? "";
  if (!contacts.has(verb)) return undefined;
  const rest = args.slice(verbAt + 1);
  const own = Object.hasOwn(ownValues, verb) ? ownValues[verb] : undefined;
  const [to] = operandsOf(rest, (option) => values.has(option) || own?.has(option) === true);
  return {
    name: `git ${isLfs ? "lfs " : ""}${verb}`,
    sends: verb === "push",
    ...(to && { to: to.value ?? null }),
    ...(rest.some(({ value }) => value === "--all" || value === "--multiple") && verb === "fetch" && { isAll: true }),
  };
}
