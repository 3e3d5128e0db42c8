import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { ToolError } from "../../core/vocabulary/toolError";
import type { FolderVerdict } from "../../features/approvedFolders/approvedFolder";
import { type Integration, keyOfIntegration, runnableByHand, usable } from "../../features/integrations/integrations";
import {
  givenClauses,
  givenTo,
  integrationReviewText,
  integrationStateText,
} from "../../features/integrations/integrationText";
import { checkSecret } from "../../features/integrations/secretStore";
import type { Machine } from "../machine";
import type { Options } from "../options";
import { UsageError } from "../usageError";
import { mustAgree } from "./mustAgree";

/** How a verdict is asked for and told. */
const verdicts: Readonly<Record<string, { verdict: FolderVerdict | undefined; done: string }>> = {
  approve: { verdict: "approved", done: "approved: it runs with its hosts and secrets until anything in it changes" },
  reject: { verdict: "rejected", done: "rejected: it will not run in its current form" },
  withdraw: { verdict: undefined, done: "waits for approval again" },
};

/** One question of the command line. */
interface Asked extends Pick<Options, "positionals" | "yes"> {
  readonly machine: Machine;
  readonly integration: Integration;
  readonly signal: AbortSignal;
  print(line: string): void;
}

/** What each does. @returns the exit code. */
const acts: Readonly<Record<string, (asked: Asked) => Promise<number>>> = {
  show: async (asked) => show(asked),
  run: (asked) => call(asked, "run"),
  test: (asked) => call(asked, "test"),
  secret: giveSecret,
  forget: forgetSecret,
  revoke,
  ...Object.fromEntries(Object.keys(verdicts).map((question) => [question, (asked: Asked) => decide(asked, question)])),
};

/**
 * `toolcrib integrations`: lists the programs that agents keep in their workspaces, takes a person's word on one, runs and
 * tests it, and keeps its secrets (EX-1, EX-7).
 * @returns the exit code.
 * @throws ToolError when there is no such integration, or nobody who could be asked.
 */
export async function integrations(
  machine: Machine,
  { positionals, yes }: Pick<Options, "positionals" | "yes">,
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<number> {
  const { integrations: all } = machine.features;
  await all.refresh();
  const [question = "list", name] = positionals;
  if (question === "list") return list(machine, print);
  const act = Object.hasOwn(acts, question) ? acts[question] : undefined;
  if (!act)
    throw new UsageError(
      `"integrations ${question}" is not a command: use integrations list, ${Object.keys(acts).join(", ")}.`,
    );
  return act({ machine, positionals, yes, print, signal, integration: named(all.all(), name) });
}

async function list({ features, crib }: Machine, print: (line: string) => void): Promise<number> {
  const all = features.integrations.all();
  const grants = await features.grants.all();
  if (all.length === 0) print("No agent has made an integration.");
  for (const integration of all) {
    const given = await givenTo(integration, grants, (...of) => crib.host.secrets?.get(...of));
    const facts = [integrationStateText(integration), ...givenClauses(integration, given)];
    print(`${keyOfIntegration(integration)}: ${facts.join("; ")}`);
  }
  return 0;
}

/** By its whole name, or by the part after the workspace's where only one has it. */
function named(all: readonly Integration[], name = ""): Integration {
  const found = all.filter((one) => keyOfIntegration(one) === name || one.name === name);
  if (found.length === 1 && found[0]) return found[0];
  const names = all.map(keyOfIntegration);
  throw new ToolError(
    "not_found",
    `${found.length > 1 ? "There are several integrations" : "There is no integration"} "${name}": ${names.length > 0 ? `name one of ${names.join(", ")}` : "there are none"}.`,
  );
}

function show({ integration, print }: Asked): number {
  print(integrationReviewText(integration));
  return 0;
}

async function decide({ machine, integration, yes, print }: Asked, question: string): Promise<number> {
  const { verdict, done } = verdicts[question] as (typeof verdicts)[string];
  if (question === "approve") {
    print(integrationReviewText(integration));
    if (!yes) await mustAgree(keyOfIntegration(integration));
  }
  await machine.features.integrations.decide(integration, verdict);
  print(`${keyOfIntegration(integration)}: ${done}.`);
  return 0;
}

async function call(
  { machine, integration, positionals, print, signal }: Asked,
  action: "run" | "test",
): Promise<number> {
  const { crib, features, session } = machine;
  const { name } = integration;
  const wanted = action === "test" ? usable(name, integration) : runnableByHand(name, integration);
  const result = await features.runIntegration(wanted, {
    ...{ action, arguments: argumentsIn(positionals[2]), agent: session.agent, signal },
    timeoutMs: crib.context().settings.limits.commandTimeoutMs,
  });
  print(result.text);
  return result.isError ? 1 : 0;
}

function argumentsIn(json = "{}"): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new ToolError("invalid_input", `The arguments are not JSON (${(error as Error).message}).`);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new ToolError("invalid_input", "The arguments are not a JSON object.");
}

/** The name of one of its secrets. */
function secretIn({ integration, positionals }: Asked): string {
  const names = Object.keys(integration.manifest?.secrets ?? {});
  const [, , name = ""] = positionals;
  if (names.includes(name)) return name;
  throw new ToolError(
    "invalid_input",
    `The integration "${integration.name}" names no secret "${name}": ${names.length > 0 ? `it names ${names.join(", ")}` : "it names none"}.`,
  );
}

const ownerOf = ({ workspace, name }: Integration) => ({ workspace, integration: name });

async function giveSecret(asked: Asked): Promise<number> {
  const { machine, integration, print } = asked;
  const name = secretIn(asked);
  const value = await readSecret(`${name} of ${integration.name}`);
  checkSecret(value);
  await machine.secrets.set(ownerOf(integration), name, value);
  await machine.crib.log.note("secret given", "person", `${keyOfIntegration(integration)}, ${name}`);
  print(`${keyOfIntegration(integration)}: ${name} is kept.`);
  return 0;
}

async function forgetSecret(asked: Asked): Promise<number> {
  const { machine, integration, positionals, print } = asked;
  const [, , name = ""] = positionals;
  const was = await machine.secrets.remove(ownerOf(integration), name);
  if (was) await machine.crib.log.note("secret removed", "person", `${keyOfIntegration(integration)}, ${name}`);
  print(`${keyOfIntegration(integration)}: ${was ? `${name} is removed` : `there is no ${name}`}.`);
  return 0;
}

/** From a terminal without showing it, else all of standard input. */
async function readSecret(what: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, "");
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  process.stdout.write(`${what}: `);
  const value = await terminal.question("");
  terminal.close();
  process.stdout.write("\n");
  return value;
}

async function revoke({ machine, integration, print }: Asked): Promise<number> {
  const was = await machine.features.grants.revoke(ownerOf(integration));
  if (was) await machine.crib.log.note("integration access revoked", "person", keyOfIntegration(integration));
  print(`${keyOfIntegration(integration)}: ${was ? "its commands are asked about again" : "nothing was allowed"}.`);
  return 0;
}
