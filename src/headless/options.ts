/** The command line of the headless host (D-1). */
import { type ParseArgsConfig, parseArgs } from "node:util";
import { type CommandName, commands, optionNames } from "./usage";
import { UsageError } from "./usageError";

type ParseArgsOptionsConfig = NonNullable<ParseArgsConfig["options"]>;

/** How an ask is answered without a person: by the policy's way of asking, yes, or no. */
export type ApproveMode = "policy" | "all" | "none";

/** What the command line says. */
export interface Options {
  readonly roots: readonly string[];
  /** True when they were named; else an MCP client may name them. */
  readonly rootsAreGiven: boolean;
  readonly dialect: string;
  readonly approve: ApproveMode;
  readonly settingsFile?: string;
  readonly stateFolder?: string;
  /** A file with secrets for integrations, in place of the system's keyring. */
  readonly secretsFile?: string;
  /** For `schedules run`: all that is due. */
  readonly due: boolean;
  /** Managed policy files, as they were named. */
  readonly managed: readonly string[];
  readonly agent: string;
  /** True when the session only plans at first (section 17). */
  readonly plan: boolean;
  /** True for the server of a VS Code window, whose state folder it has. */
  readonly ofWindow: boolean;
  /** Where it is kept what the agent has taken in, when not in the state folder: with that of the window whose server it is. */
  readonly sessionState?: string;
  /** The agent, when one was named. */
  readonly givenAgent?: string;
  readonly list: boolean;
  readonly call?: string;
  /** The turn that calls count to, or that is taken back. */
  readonly turn?: string;
  readonly all: boolean;
  readonly redo: boolean;
  readonly dryRun: boolean;
  /** Whether results over MCP carry facts beside text, pictures and files. */
  readonly structured: boolean;
  /** Whether they carry none, even to a client that is known to want them. */
  readonly textOnly: boolean;
  /** The file whose changes are taken back; for `audit show`, part of its path. */
  readonly file?: string;
  /** What `audit show` is asked for; see AuditFilter. */
  readonly tool?: string;
  readonly verdict?: string;
  /** A time as a person writes it. */
  readonly since?: string;
  readonly json: boolean;
  /** Where a skill is installed. */
  readonly to?: string;
  /** What is shown is agreed to without a question. */
  readonly yes: boolean;
  /** For `hook`: the harness that was named. */
  readonly harness?: string;
  /** For `hook`: seconds, as they were written. */
  readonly timeout?: string;
  /** For `hook`: nobody can be asked. */
  readonly noAsk: boolean;
  /** The subcommand and what follows it. */
  readonly positionals: readonly string[];
}

/** @throws UsageError */
export function readOptions(command: CommandName, argv: readonly string[]): Options {
  const { values, positionals } = parse(command, argv);
  const approve = values.approve ?? "policy";
  if (approve !== "policy" && approve !== "all" && approve !== "none")
    throw new UsageError(`--approve ${approve} is not known: use policy, all or none.`);
  const [first] = positionals;
  if (first !== undefined && commands[command].takes === "")
    throw new UsageError(`toolcrib ${command} takes options only, not "${first}". See toolcrib ${command} --help.`);
  return {
    roots: values.root ?? ["."],
    rootsAreGiven: values.root !== undefined,
    dialect: values.dialect ?? "standard",
    approve,
    ...(values.settings !== undefined && { settingsFile: values.settings }),
    ...(values.state !== undefined && { stateFolder: values.state }),
    ...(values.secrets !== undefined && { secretsFile: values.secrets }),
    due: values.due ?? false,
    managed: values.managed ?? [],
    agent: values.agent ?? "headless",
    plan: values.plan ?? false,
    ofWindow: values["of-window"] ?? false,
    ...(values["session-state"] !== undefined && { sessionState: values["session-state"] }),
    ...(values.agent !== undefined && { givenAgent: values.agent }),
    list: values.list ?? false,
    ...(values.call !== undefined && { call: values.call }),
    ...(values.turn !== undefined && { turn: values.turn }),
    all: values.all ?? false,
    redo: values.redo ?? false,
    dryRun: values["dry-run"] ?? false,
    structured: values.structured ?? false,
    textOnly: values["text-only"] ?? false,
    ...(values.tool !== undefined && { tool: values.tool }),
    ...(values.verdict !== undefined && { verdict: values.verdict }),
    ...(values.file !== undefined && { file: values.file }),
    ...(values.since !== undefined && { since: values.since }),
    ...(values.to !== undefined && { to: values.to }),
    json: values.json ?? false,
    yes: values.yes ?? false,
    ...(values.harness !== undefined && { harness: values.harness }),
    ...(values.timeout !== undefined && { timeout: values.timeout }),
    noAsk: values["no-ask"] ?? false,
    positionals,
  };
}

/** How each option is read, whichever commands take it. */
const kinds = {
  root: { type: "string", multiple: true },
  dialect: { type: "string" },
  approve: { type: "string" },
  settings: { type: "string" },
  state: { type: "string" },
  secrets: { type: "string" },
  due: { type: "boolean" },
  managed: { type: "string", multiple: true },
  agent: { type: "string" },
  plan: { type: "boolean" },
  "of-window": { type: "boolean" },
  "session-state": { type: "string" },
  list: { type: "boolean" },
  call: { type: "string" },
  turn: { type: "string" },
  all: { type: "boolean" },
  redo: { type: "boolean" },
  "dry-run": { type: "boolean" },
  structured: { type: "boolean" },
  "text-only": { type: "boolean" },
  tool: { type: "string" },
  verdict: { type: "string" },
  file: { type: "string" },
  since: { type: "string" },
  to: { type: "string" },
  json: { type: "boolean" },
  yes: { type: "boolean" },
  harness: { type: "string" },
  timeout: { type: "string" },
  "no-ask": { type: "boolean" },
} as const satisfies ParseArgsOptionsConfig;

/** Options that no help names, for programs of ours. */
const unnamed = ["of-window", "session-state"];

function parse(command: CommandName, argv: readonly string[]) {
  const taken = new Set([...optionNames(command), ...unnamed]);
  const options = Object.fromEntries(Object.entries(kinds).filter(([name]) => taken.has(name))) as typeof kinds;
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options });
  } catch (error) {
    const { code, message } = error as Error & { readonly code?: string };
    const unknown = code === "ERR_PARSE_ARGS_UNKNOWN_OPTION" ? /'([^']*)'/.exec(message)?.[1] : undefined;
    const problem = unknown === undefined ? message.replace(/\.$/, "") : `toolcrib ${command} has no option ${unknown}`;
    throw new UsageError(`${problem}. See toolcrib ${command} --help.`);
  }
}
