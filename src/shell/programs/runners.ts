/** Programs that run code: they ask, but for telling their version, and for what docker lists. */
import { readArguments } from "../options";
import { asking, type Call, type Program, type Usage } from "./program";

/** Programs of which only these single words are known to print a version; any other may be a file that is run. */
const versions = (names: readonly string[], ...words: readonly string[]): Program => ({
  names,
  noOptions: true,
  operands: (call: Call): Partial<Usage> =>
    call.words.length === 1 && words.includes(call.words[0]?.value ?? "") ? {} : asking("it runs code"),
  readOnly: words.map((word) => `${names[0]} ${word}`),
  asks: [names[0] ?? "", `${names[0]} x`, `${names[0]} version`, `${names[0]} ${words[0]} x`],
});

/** They may hand over to a version of themselves that a file in the folder names, whatever they are asked. */
const delegating = (names: readonly string[], example: string): Program => ({
  names,
  operands: "text",
  always: "it may run a version of itself that a file here names",
  readOnly: [],
  asks: names.map((name) => `${name} ${example}`),
});

const dockerLists: Readonly<Record<string, string>> = {
  ps: "-a -f: -l -n: -q -s --all --filter: --format: --last: --latest --no-trunc --quiet --size",
  images: "-a -f: -q --all --digests --filter: --format: --no-trunc --quiet",
};

function dockerUsage({ words }: Call): Partial<Usage> {
  const [subcommand, ...rest] = words;
  if (words.length === 1 && /^(?:--version|-v)$/.test(subcommand?.value ?? "")) return {};
  const options = Object.hasOwn(dockerLists, subcommand?.value ?? "")
    ? dockerLists[subcommand?.value ?? ""]
    : undefined;
  if (options === undefined) return asking("it is not known to only look");
  const { doubts, mayHideOption } = readArguments(rest, options);
  const doubt = doubts[0] ?? (mayHideOption ? "an argument may become an option" : undefined);
  return doubt === undefined ? {} : asking(doubt);
}

/** See {@link Program}. */
export const runningPrograms: readonly Program[] = [
  versions(["node", "nodejs", "bun", "ruby", "perl", "php", "npm", "tsc", "make", "gmake"], "--version", "-v"),
  versions(["python", "python3", "python2", "pip", "pip3", "uv", "deno"], "--version", "-V"),
  versions(["gcc", "g++", "clang", "cmake"], "--version"),
  versions(["java", "javac"], "-version", "--version"),
  delegating(["pnpm", "yarn", "cargo", "rustc", "gem", "composer", "dotnet", "swift"], "--version"),
  delegating(["go"], "version"),
  {
    names: ["docker", "podman"],
    noOptions: true,
    operands: dockerUsage,
    readOnly: ["docker --version", "docker ps -a", "docker images --format '{{.ID}}'"],
    asks: [
      "docker",
      "docker run x",
      "docker ps --forma x",
      "docker -H tcp://x ps",
      "docker ps *",
      "docker constructor",
    ],
  },
];
