/** The command line of the headless host (D-1). */
import { parseArgs } from "node:util";
import { ToolError } from "../core/toolError";

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
  /** Managed policy files, as they were named. */
  readonly managed: readonly string[];
  readonly agent: string;
  /** True when the session only plans at first (section 17). */
  readonly plan: boolean;
  /** True for the server of a VS Code window, whose state folder it has. */
  readonly ofWindow: boolean;
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
  /** The subcommand and what follows it. */
  readonly positionals: readonly string[];
}

export const usage = `Usage: toolcrib COMMAND [options]

  mcp                 serve the tools over MCP on standard input and output; --structured adds facts as structured
                      content, which many clients show to their model in place of the text
  call TOOL JSON      make one call and print { "text", "isError", "data" }, and "undo" when it changed files;
                      --turn ID counts it to a turn, --dry-run only says what it would do
  explain             answer questions read as JSON lines, without doing anything:
                      {"command": "..."} {"read": "PATH"} {"write": "PATH"} {"fetch": "URL"}
  undo                take back the last change; --list, --call ID, --turn ID, --file PATH, --all;
                      --redo brings back what was taken back last
  audit show          print the record of calls; --agent ID, --tool NAME, --verdict allow|ask|deny, --file PART,
                      --since TIME, --json
  audit verify        check that no line of the record was changed or removed
  history show        what agents did in their own workspaces; --agent ID, --json
  history verify      check that no line of it was changed or removed
  history replay ID   print again what a run printed, on standard output and standard error
  taint show          what an agent's session has read, and how confidential it is; --agent ID
  taint reset         forget it: a person's word that it no longer matters
  tools list          the tools that agents made in the first folder, and how it stands with them
  tools show NAME     one of them with all its files
  tools approve NAME  show it and let it be called, after a question or with --yes
  tools reject NAME   never run it as it is; tools withdraw NAME takes back what was said

  schedules list      what agents proposed to run later; schedules show NAME, approve, reject, withdraw, remove,
                      and run, which runs one that was approved, once
  skills list         the skills that agents wrote, and how it stands with them; skills show NAME, all of one
  skills approve NAME show it and install it, after a question or with --yes; --to workspace|user
  skills reject NAME  not as it is; skills withdraw NAME takes back what was said and removes what was installed,
                      with --yes also the files of it that were changed since

Options
  --root DIR          a folder to work in; repeatable, the first is the base of relative paths (default: here,
                      or what the MCP client names)
  --dialect NAME      standard (default), triggerfish, nanobot, flyto or qwen
  --approve MODE      how a question is answered: policy (default: by the MCP client, else refused), all, none
  --settings FILE     JSON with toolcrib.* settings
  --state DIR         where everything is kept that is not in the folders: journal, sessions, record, agents' workspaces
                      and worktrees, unless settings name other places (default: the user's state folder, ~/.toolcrib)
  --managed FILE      one more managed policy; it can only tighten; repeatable
  --plan              change nothing until a person has approved a plan (submit_plan)
  --agent ID          who is calling (default: headless)
`;

/** @throws ToolError `invalid_input` with one sentence. */
export function readOptions(argv: readonly string[]): Options {
  const parsed = parse(argv);
  const { values, positionals } = parsed;
  const approve = values.approve ?? "policy";
  if (approve !== "policy" && approve !== "all" && approve !== "none")
    throw new ToolError("invalid_input", `--approve ${approve} is not known: use policy, all or none.`);
  return {
    roots: values.root ?? ["."],
    rootsAreGiven: values.root !== undefined,
    dialect: values.dialect ?? "standard",
    approve,
    ...(values.settings !== undefined && { settingsFile: values.settings }),
    ...(values.state !== undefined && { stateFolder: values.state }),
    managed: values.managed ?? [],
    agent: values.agent ?? "headless",
    plan: values.plan ?? false,
    ofWindow: values["of-window"] ?? false,
    ...(values.agent !== undefined && { givenAgent: values.agent }),
    list: values.list ?? false,
    ...(values.call !== undefined && { call: values.call }),
    ...(values.turn !== undefined && { turn: values.turn }),
    all: values.all ?? false,
    redo: values.redo ?? false,
    dryRun: values["dry-run"] ?? false,
    structured: values.structured ?? false,
    ...(values.tool !== undefined && { tool: values.tool }),
    ...(values.verdict !== undefined && { verdict: values.verdict }),
    ...(values.file !== undefined && { file: values.file }),
    ...(values.since !== undefined && { since: values.since }),
    ...(values.to !== undefined && { to: values.to }),
    json: values.json ?? false,
    yes: values.yes ?? false,
    positionals,
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        root: { type: "string", multiple: true },
        dialect: { type: "string" },
        approve: { type: "string" },
        settings: { type: "string" },
        state: { type: "string" },
        managed: { type: "string", multiple: true },
        agent: { type: "string" },
        plan: { type: "boolean" },
        "of-window": { type: "boolean" },
        list: { type: "boolean" },
        call: { type: "string" },
        turn: { type: "string" },
        all: { type: "boolean" },
        redo: { type: "boolean" },
        "dry-run": { type: "boolean" },
        structured: { type: "boolean" },
        tool: { type: "string" },
        verdict: { type: "string" },
        file: { type: "string" },
        since: { type: "string" },
        to: { type: "string" },
        json: { type: "boolean" },
        yes: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new ToolError("invalid_input", `${(error as Error).message}. See toolcrib --help.`);
  }
}
