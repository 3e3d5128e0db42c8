/** The command line of the headless host (D-1). */
import { parseArgs } from "node:util";
import { ToolError } from "../core/toolError";

/** How an ask is answered without a person: by the policy's way of asking, yes, or no. */
export type ApproveMode = "policy" | "all" | "none";

/** What the command line says. */
export interface Options {
  readonly roots: readonly string[];
  readonly dialect: string;
  readonly approve: ApproveMode;
  readonly settingsFile?: string;
  readonly stateFolder?: string;
  readonly agent: string;
  /** The agent, when one was named. */
  readonly givenAgent?: string;
  readonly list: boolean;
  readonly call?: string;
  readonly all: boolean;
  /** What `audit show` is asked for; see AuditFilter. */
  readonly tool?: string;
  readonly verdict?: string;
  readonly file?: string;
  /** A time as a person writes it. */
  readonly since?: string;
  readonly json: boolean;
  /** The subcommand and what follows it. */
  readonly positionals: readonly string[];
}

export const usage = `Usage: toolcrib COMMAND [options]

  mcp                 serve the tools over MCP on standard input and output
  call TOOL JSON      make one call and print { "text", "isError", "data" }
  explain             answer questions read as JSON lines, without doing anything:
                      {"command": "..."} {"read": "PATH"} {"write": "PATH"} {"fetch": "URL"}
  undo                take back the last change; --list, --call ID, --all
  audit show          print the record of calls; --agent ID, --tool NAME, --verdict allow|ask|deny, --file PART,
                      --since TIME, --json
  audit verify        check that no line of the record was changed or removed

Options
  --root DIR          a folder to work in; repeatable, the first is the base of relative paths (default: here)
  --dialect NAME      standard (default), triggerfish, nanobot, flyto or qwen
  --approve MODE      how a question is answered: policy (default: by the MCP client, else refused), all, none
  --settings FILE     JSON with toolcrib.* settings
  --state DIR         where the journal and sessions are kept (default: the user's state folder)
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
    dialect: values.dialect ?? "standard",
    approve,
    ...(values.settings !== undefined && { settingsFile: values.settings }),
    ...(values.state !== undefined && { stateFolder: values.state }),
    agent: values.agent ?? "headless",
    ...(values.agent !== undefined && { givenAgent: values.agent }),
    list: values.list ?? false,
    ...(values.call !== undefined && { call: values.call }),
    all: values.all ?? false,
    ...(values.tool !== undefined && { tool: values.tool }),
    ...(values.verdict !== undefined && { verdict: values.verdict }),
    ...(values.file !== undefined && { file: values.file }),
    ...(values.since !== undefined && { since: values.since }),
    json: values.json ?? false,
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
        agent: { type: "string" },
        list: { type: "boolean" },
        call: { type: "string" },
        all: { type: "boolean" },
        tool: { type: "string" },
        verdict: { type: "string" },
        file: { type: "string" },
        since: { type: "string" },
        json: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new ToolError("invalid_input", `${(error as Error).message}. See toolcrib --help.`);
  }
}
