/** What the command line takes: its commands, their own options and the options of all, as `--help` prints them (D-1). */

/** One line of help: what is written, and what it does. */
type Line = readonly [written: string, does: string];

interface CommandHelp {
  /** What stands behind the command's name, for the first line of its help. */
  readonly takes: string;
  readonly summary: string;
  /** Its subcommands and forms. */
  readonly forms: readonly Line[];
  /** The options that only this command takes, beside its forms. */
  readonly options: readonly Line[];
}

const agentOption: Line = ["--agent ID", "the agent (default: all, or headless)"];
const yesOption: Line = ["--yes", "approve what is shown without asking"];

/** Every command by its name, in the order of the help. */
export const commands = {
  mcp: {
    takes: "",
    summary: "serve the tools over MCP on standard input and output",
    forms: [],
    options: [
      ["--turn ID", "record all calls as one turn, which can be undone as a whole; default: one turn for each process"],
      ["--structured", "add facts as structured content, which many clients show to their model in place of the text"],
      ["--text-only", "text, pictures and files alone: the default, for configurations that name it"],
    ],
  },
  call: {
    takes: "TOOL JSON",
    summary: 'make one call and print { "text", "isError", "data" }, and "undo" when it changed files',
    forms: [],
    options: [
      ["--turn ID", "record the call as part of a turn, which can be undone as a whole"],
      [
        "--dry-run",
        "only say what the call would do; a command runs on a layer over the workspace, and its changes are shown and not kept",
      ],
    ],
  },
  explain: {
    takes: '["COMMAND"]',
    summary: "print the policy's verdict on a command line, without running it",
    forms: [
      ['explain "COMMAND"', "analyse the command line and print the verdicts in readable form"],
      ["explain", "answer questions read as JSON lines from standard input:"],
      ["", '{"command": "..."} {"read": "PATH"} {"write": "PATH"} {"fetch": "URL"}'],
    ],
    options: [["--json", "print the answer for COMMAND as JSON"]],
  },
  policy: {
    takes: "show",
    summary: "print what may be read, written, run and reached here, and by which rule",
    forms: [["policy show", "judge examples by the policy, and list its rules with where they stand"]],
    options: [["--json", "print it as JSON"]],
  },
  doctor: {
    takes: "",
    summary: "check that everything that tools need is there and works",
    forms: [],
    options: [["--json", "print the findings as JSON"]],
  },
  hook: {
    takes: "",
    summary: "judge a call of another agent's own tool: a pre-tool hook of VS Code, Copilot CLI or Claude Code",
    forms: [],
    options: [
      ["--harness NAME", "vscode, agent-host, copilot-cli or claude-code (default: recognised by the input)"],
      ["--timeout SECONDS", "deny when there is no verdict by then; must be below the hook's own timeout (default: 8)"],
      ["--no-ask", "deny what a person would be asked about, where nobody can answer"],
    ],
  },
  undo: {
    takes: "",
    summary: "undo the last change, or those that the options name",
    forms: [],
    options: [
      ["--list", "print what can be undone"],
      ["--call ID", "undo one call"],
      ["--turn ID", "undo a turn"],
      ["--file PATH", "undo the changes of one file"],
      ["--all", "undo everything"],
      ["--redo", "redo what was undone last"],
    ],
  },
  audit: {
    takes: "show|verify",
    summary: "print or check the record of calls",
    forms: [
      ["audit show", "print the record of calls"],
      ["audit verify", "check that no line of the record was changed or removed"],
    ],
    options: [
      agentOption,
      ["--tool NAME", "calls of one tool"],
      ["--verdict allow|ask|deny", "calls with one verdict"],
      ["--file PART", "calls about paths that contain this text"],
      ["--since TIME", "calls since a time, such as 2026-01-31 or 2026-01-31T12:00Z"],
      ["--json", "print the raw lines"],
    ],
  },
  history: {
    takes: "show|verify|replay ID",
    summary: "print, check or replay what agents did in their own workspaces",
    forms: [
      ["history show", "print the runs"],
      ["history verify", "check that no line of the history was changed or removed"],
      ["history replay ID", "print the output of a run again, on standard output and standard error"],
    ],
    options: [agentOption, ["--json", "print the raw lines"]],
  },
  taint: {
    takes: "show|reset",
    summary: "print or reset what an agent's session has read",
    forms: [
      ["taint show", "print what the session has read, and how confidential it is"],
      ["taint reset", "reset it, once you know that it no longer matters"],
    ],
    options: [agentOption],
  },
  tools: {
    takes: "list|show|approve|reject|withdraw [NAME]",
    summary: "review the tools that agents made in the first folder",
    forms: [
      ["tools list", "print the tools and their states"],
      ["tools show NAME", "print one tool with all its files"],
      ["tools approve NAME", "print it and allow calls to it, after asking or with --yes"],
      ["tools reject NAME", "never run it in its current form"],
      ["tools withdraw NAME", "withdraw the approval or rejection"],
    ],
    options: [yesOption],
  },
  schedules: {
    takes: "list|show|approve|reject|withdraw|remove|run [NAME]",
    summary: "review the work that agents proposed to run later",
    forms: [
      ["schedules list", "print the schedules and their states"],
      ["schedules show NAME", "print one schedule"],
      ["schedules approve NAME", "print it and allow it to run, after asking or with --yes"],
      ["schedules reject NAME", "never run it in its current form"],
      ["schedules withdraw NAME", "withdraw the approval or rejection"],
      ["schedules remove NAME", "delete it"],
      ["schedules run NAME", "run an approved schedule once"],
      ["schedules run --due", "run what is due and approved, each once: for cron and systemd timers"],
    ],
    options: [yesOption, ["--due", "all that is due"]],
  },
  integrations: {
    takes: "list|show|approve|reject|withdraw|run|test|secret|forget|revoke [NAME]",
    summary: "review and run the programs that agents keep in their workspaces",
    forms: [
      ["integrations list", "print the integrations, their states, and what they may reach"],
      ["integrations show NAME", "print one with all its files"],
      ["integrations approve NAME", "print it and let it run with its hosts and secrets, after asking or with --yes"],
      ["integrations reject NAME", "never run it in its current form"],
      ["integrations withdraw NAME", "withdraw the approval or rejection"],
      ["integrations run NAME [JSON]", "run an approved one with these arguments"],
      ["integrations test NAME", "run its tests, without secrets"],
      ["integrations secret NAME KEY", "give it a secret, read from the terminal or standard input"],
      ["integrations forget NAME KEY", "remove a secret"],
      ["integrations revoke NAME", "take back what its commands may reach"],
    ],
    options: [yesOption],
  },
  skills: {
    takes: "list|show|approve|reject|withdraw [NAME]",
    summary: "review the skills that agents wrote",
    forms: [
      ["skills list", "print the skills and their states"],
      ["skills show NAME", "print one skill with all its files"],
      ["skills approve NAME", "print it and install it, after asking or with --yes"],
      ["skills reject NAME", "never install it in its current form"],
      ["skills withdraw NAME", "withdraw the answer and remove what was installed"],
    ],
    options: [
      ["--to workspace|user", "where the skill is installed"],
      ["--yes", "approve without asking; with withdraw, also remove files that were changed since"],
    ],
  },
} as const satisfies Readonly<Record<string, CommandHelp>>;

/** Name of a command. */
export type CommandName = keyof typeof commands;

/** True for the name of a command. */
export const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name);

const commonOptions: readonly Line[] = [
  ["--root DIR", "a folder to work in; repeatable, the first is the base of relative paths"],
  ["", "(default: the current folder, or those that the MCP client names)"],
  ["--dialect NAME", "standard (default), triggerfish, nanobot, flyto or qwen"],
  ["--approve MODE", "how a question is answered: policy (default: by the MCP client, else refused), all, none"],
  ["--settings FILE", "JSON with toolcrib.* settings"],
  ["--state DIR", "where everything is kept that is not in the folders: journal, sessions, record, agents' workspaces"],
  ["", "and worktrees, unless settings name other places (default: the user's state folder, ~/.toolcrib)"],
  ["--secrets FILE", "secrets of integrations, in a file of mode 0600 (default: the system's keyring)"],
  ["--managed FILE", "one more managed policy, which can only tighten; repeatable"],
  ["--plan", "change nothing until a person has approved a plan (submit_plan)"],
  ["--agent ID", "the agent that calls (default: headless)"],
];

/** Names of the options that a command takes, without their dashes. */
export const optionNames = (name: CommandName): string[] =>
  [...commonOptions, ...commands[name].options].flatMap(([written]) => /^--([a-z-]+)/.exec(written)?.[1] ?? []);

/** Columns of what is written. */
const width = 26;

const table = (lines: readonly Line[]): string[] =>
  lines.map(([written, does]) => `  ${written.padEnd(width)}${written.length < width ? "" : " "}${does}`);

/** `toolcrib --help` */
export const usage = (): string =>
  [
    "Usage: toolcrib COMMAND [options]",
    "",
    ...table(
      Object.entries<CommandHelp>(commands).map(([name, { takes, summary }]) => [
        takes.includes("|") ? name : `${name} ${takes}`.trimEnd(),
        summary,
      ]),
    ),
    "",
    "Options of all commands",
    ...table(commonOptions),
    "",
    "toolcrib COMMAND --help prints the options of one command, toolcrib --version the version.",
    "",
  ].join("\n");

/** `toolcrib COMMAND --help` */
export function commandUsage(name: CommandName): string {
  const { takes, summary, forms, options }: CommandHelp = commands[name];
  const own = new Set(options.map(([written]) => written));
  const section = (title: string, lines: readonly Line[]) => (lines.length > 0 ? ["", title, ...table(lines)] : []);
  return [
    `Usage: toolcrib ${name}${takes === "" ? "" : ` ${takes}`} [options]`,
    "",
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    ...section("Forms", forms),
    ...section("Options", options),
    ...section(
      "Options of all commands",
      commonOptions.filter(([written]) => !own.has(written)),
    ),
    "",
  ].join("\n");
}
