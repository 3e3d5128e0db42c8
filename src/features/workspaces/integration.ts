/** Integrations: programs that an agent keeps in its workspace, each with a manifest, and runs on demand (EX-6, EX-7). */
import * as z from "zod";
import { clause } from "../../core/text/clauses/clause";
import { secretFileVariable } from "../../core/vocabulary/program";
import { folderManifest } from "../approvedFolders/folderManifest";
import { checkedBy, jsonIn } from "../approvedFolders/jsonManifest";
import { hostName, plainLine, plainName } from "../approvedFolders/manifestFields";

/** The folder that holds one folder for each integration, below the agent's workspace. */
export const integrationsFolder = "integrations";

/** Name of the manifest's file in the integration's folder. */
export const integrationManifestName = "integration.json";

/** What runs integrations. */
export const integrationRuntimes = ["node", "deno", "python", "bash"] as const;
/** See {@link integrationRuntimes}. */
export type IntegrationRuntime = (typeof integrationRuntimes)[number];

/** Where packages come from. */
export const packageSources = ["npm", "pip", "deno"] as const;
/** See {@link packageSources}. */
export type PackageSource = (typeof packageSources)[number];

/** Variables that programs and shells obey: no secret may take their place. */
const obeyed =
  /^(?:PATH|HOME|SHELL|IFS|ENV|PS\d|TMPDIR|TMP|TEMP|USER|LOGNAME|LANG|LC_.*|LD_.*|DYLD_.*|BASH.*|NODE_.*|DENO_.*|PYTHON.*|PIP_.*|NPM_.*|GIT_.*|SSL_.*|TOOLCRIB.*|.*_PROXY)$/;

const secretName = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]{2,63}$/, 'expected the name of a variable in capitals such as "NOTION_TOKEN"')
  .refine((name) => !obeyed.test(name), "programs obey a variable of this name: choose another");

const purpose = plainLine.max(200);

/** @param secret what the manifest says of one. */
const secretsOf = <S extends z.ZodType>(secret: S) =>
  z
    .record(secretName, secret)
    .refine((secrets) => Object.keys(secrets).length <= 10, "expected at most 10 secrets")
    .default({});

/** The parts that whoever makes an integration says of it. */
export const integrationFacts = {
  name: plainName.describe("Name of the integration and of its folder, for example notion-sync."),
  description: plainLine.max(1024).describe("What it does, in one line."),
  runtime: z.enum(integrationRuntimes).describe("Runtime for its code, which must be installed on this machine."),
  hosts: z.array(hostName).max(20).default([]).describe("Hosts that it connects to. Default: none."),
  packages: z
    .array(z.enum(packageSources))
    .max(packageSources.length)
    .default([])
    .describe("Where it installs packages from: npm, pip, deno. Default: nowhere."),
  secrets: secretsOf(purpose).describe(
    'Secrets that it needs, by the name of the variable in which it gets each, with what each is for. The person gives them; a run gets them only once the person has approved its files. To get one as a file, write { "for": "what for", "as": "file" } for it in integration.json: the variable NAME_FILE is then the path. Default: none.',
  ),
} as const;

/** The whole file. */
export const integrationManifest = z.strictObject({
  ...integrationFacts,
  secrets: secretsOf(
    z.union([purpose, z.strictObject({ for: purpose, as: z.enum(["variable", "file"]).default("variable") })]),
  ).refine(
    (secrets) => !Object.keys(secrets).some((name) => secrets[secretFileVariable(name)] !== undefined),
    "a secret X cannot be beside a secret X_FILE, which is the variable for the path of X: rename one",
  ),
  entry: z
    .string()
    .max(200)
    .regex(
      /^(?:\w[\w.-]*\/)*\w[\w.-]*$/,
      'expected the path of a file in its folder, such as "main.py" or "src/main.js"',
    )
    .describe("The file that is run: it gets its arguments as JSON on standard input and prints its result."),
  test: plainLine.max(1000).describe("The command that runs its tests, in its folder."),
});
/** See {@link integrationManifest}. */
export type IntegrationManifest = z.infer<typeof integrationManifest>;

/** A secret that an integration needs. */
export interface NeededSecret {
  readonly name: string;
  /** What for, in one line. */
  readonly what: string;
  /** True when it gets it as a file, whose path is in the variable `NAME_FILE`. */
  readonly isFile: boolean;
}

/** The secrets that a manifest names, in its order. */
export const neededSecrets = ({ secrets }: Pick<IntegrationManifest, "secrets">): NeededSecret[] =>
  Object.entries(secrets).map(([name, secret]) =>
    typeof secret === "string"
      ? { name, what: secret, isFile: false }
      : { name, what: secret.for, isFile: secret.as === "file" },
  );

/** For people: the secret, and how it is given. @param owner name of its integration, where that is not clear. */
export function secretText({ name, isFile }: NeededSecret, owner?: string): string {
  if (owner === undefined) return isFile ? clause`the secret ${name} as a file` : clause`the secret ${name}`;
  return isFile ? clause`the secret ${name} of ${owner} as a file` : clause`the secret ${name} of ${owner}`;
}

/**
 * Reads the manifest of the integration in a folder.
 * @param folder its name.
 * @throws Error with one clause on the first thing that is wrong.
 */
export function readIntegration(folder: string, bytes: Uint8Array): IntegrationManifest {
  return folderManifest(folder, integrationManifestName, () => checkedBy(integrationManifest, jsonIn(bytes)));
}
