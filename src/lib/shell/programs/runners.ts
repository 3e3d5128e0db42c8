/** Programs that run code: they ask, but for telling their version, and for what docker lists. */
import { clause } from "../../../core/text/clauses/clause";
import { readArguments } from "../words/options";
import { asking, type KnownProgram, type ProgramCall, type Usage } from "./program";

/** Where a version manager stands in for a program, these name what it runs or where it gets it from. */
export const managed = [".tool-versions", "mise.toml", ".mise.toml", ".mise", ".prototools", ".volta"];

/** Programs of which only these single words are known to print a version; any other may be a file that is run. */
const versions = (names: readonly string[], ...words: readonly string[]): KnownProgram => ({
  names,
  noOptions: true,
  operands: (call: ProgramCall): Partial<Usage> =>
    call.words.length === 1 && words.includes(call.words[0]?.value ?? "")
      ? { obeys: managed }
      : asking(clause`it runs code`),
  readOnly: words.map((word) => `${names[0]} ${word}`),
  asks: [names[0] ?? "", `${names[0]} x`, `${names[0]} version`, `${names[0]} ${words[0]} x`],
});

const asksVersion = /^(?:-[vVh]|--(?:version|help)|version|help)$/;

/** They may hand over to a version of themselves that a file in the folder names, whatever they are asked. */
const delegating = (names: readonly string[], example: string): KnownProgram => ({
  names,
  noOptions: true,
  operands: ({ words }) =>
    asking(
      words.every(({ value = "" }) => asksVersion.test(value))
        ? clause`a file in this folder may make it run another version of itself`
        : clause`it runs code`,
    ),
  readOnly: [],
  asks: names.map((name) => `${name} ${example}`),
});

/** What a program's subcommands that only look may be given. */
type LookingSubcommands = ReadonlyMap<string, string>;

const containers = "-a -f: -l -n: -q -s --all --filter: --format: --last: --latest --no-trunc --quiet --size";
const images = "-a -f: -q --all --digests --filter: --format: --no-trunc --quiet";
const inspected = "-f: -s --format: --size --type:";
const logs = "-f -n: -t --details --follow --since: --tail: --timestamps --until:";
const listed = "-f: -q --filter: --format: --no-trunc --quiet";
const dockerLooks: LookingSubcommands = new Map([
  ["ps", containers],
  ["images", images],
  ["inspect", inspected],
  ["logs", logs],
  ["port", ""],
  ["diff", ""],
  ["history", "-H -q --format: --human --no-trunc --quiet"],
  ["version", "-f: --format:"],
  ["info", "-f: --format:"],
  ["stats", "-a --all --format: --no-stream --no-trunc"],
  ["container ls", containers],
  ["container ps", containers],
  ["container inspect", inspected],
  ["container logs", logs],
  ["image ls", images],
  ["image inspect", inspected],
  ["volume ls", listed],
  ["volume inspect", inspected],
  ["network ls", listed],
  ["network inspect", inspected],
  ["context ls", listed],
]);

/**
 * `npm ls` reads the folder's packages; `npm view` and others ask a registry. Whatever it is asked, it keeps a log and looks
 * for a newer version of itself, both where the folder's `.npmrc` says.
 */
const npmLooks: LookingSubcommands = new Map([
  ["ls", "-a -g -l --all --depth: --global --json --link --long --omit: --parseable --prod"],
  ["list", "-a -g -l --all --depth: --global --json --link --long --omit: --parseable --prod"],
  ["root", "-g --global"],
  ["prefix", "-g --global"],
]);

/** `pip list` looks at what is installed; with `--outdated` it asks a registry. */
const pipLooks: LookingSubcommands = new Map([
  ["list", "-e -l --editable --exclude-editable --format: --local --not-required --user"],
  ["freeze", "-l --all --exclude-editable --local --user"],
  ["show", "-f --files --verbose"],
  ["check", ""],
]);

/**
 * The reading of a call whose first one or two words say what it does, or which asks for a version.
 * @param obeys see Usage.
 */
const looking =
  (subcommands: LookingSubcommands, versionWords: readonly string[], obeys: readonly string[] = []) =>
  ({ words }: ProgramCall): Partial<Usage> => {
    const [first = "", second = ""] = words.map((word) => word.value ?? "");
    if (words.length === 1 && versionWords.includes(first)) return { obeys };
    const isPair = subcommands.has(`${first} ${second}`);
    const options = subcommands.get(isPair ? `${first} ${second}` : first);
    if (options === undefined) return asking(clause`it is not recognised as read-only`);
    const { doubts, optionPatterns } = readArguments(words.slice(isPair ? 2 : 1), options);
    const doubt = doubts[0] ?? (optionPatterns[0] ? clause`a glob may expand to an option` : undefined);
    return doubt === undefined ? { obeys } : asking(doubt);
  };

/** See {@link KnownProgram}. */
export const runningPrograms: readonly KnownProgram[] = [
  versions(["node", "nodejs", "bun", "ruby", "perl", "php", "make", "gmake"], "--version", "-v"),
  versions(["python", "python3", "python2", "uv", "deno"], "--version", "-V"),
  versions(["gcc", "g++", "clang", "cmake"], "--version"),
  versions(["java", "javac"], "-version", "--version"),
  delegating(["pnpm", "yarn", "cargo", "rustc", "gem", "composer", "dotnet", "swift"], "--version"),
  delegating(["go"], "version"),
  {
    names: ["docker", "podman"],
    noOptions: true,
    operands: looking(dockerLooks, ["--version", "-v", "--help"]),
    readOnly: [
      "docker --version",
      "docker --help",
      "docker ps -a",
      "docker images --format '{{.ID}}'",
      "docker logs --tail 20 web",
      "docker inspect web",
      "docker container ls",
      "docker stats --no-stream",
    ],
    asks: [
      "docker",
      "docker run x",
      "docker ps --forma x",
      "docker -H tcp://x ps",
      "docker ps *",
      "docker constructor",
      "docker exec web ls",
      "docker container rm web",
      "docker compose ps",
      "docker context use x",
    ],
  },
  {
    names: ["ssh"],
    noOptions: true,
    operands: looking(new Map(), ["-V"]),
    readOnly: ["ssh -V"],
    asks: ["ssh x", "ssh -V x", "ssh -v", "ssh"],
  },
  {
    names: ["npm"],
    noOptions: true,
    operands: looking(npmLooks, ["--version", "-v"], [...managed, ".npmrc", "package.json"]),
    readOnly: ["npm --version", "npm ls --depth=0", "npm list react", "npm root -g"],
    asks: [
      "npm",
      "npm x",
      "npm version",
      "npm -v x",
      "npm test",
      "npm run",
      "npm view react",
      "npm ls --dep=0",
      "npm ci",
    ],
  },
  {
    names: ["pip", "pip3"],
    noOptions: true,
    operands: looking(pipLooks, ["--version", "-V"], managed),
    readOnly: ["pip --version", "pip list", "pip show requests", "pip freeze"],
    asks: ["pip", "pip install x", "pip list --outdated", "pip download x", "pip show -v --index-url=x y"],
  },
];
