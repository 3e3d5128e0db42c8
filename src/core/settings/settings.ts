import * as z from "zod";
import { dialectNames } from "../vocabulary/dialectNames";
import { agentSettings } from "./sections/agentSettings";
import { builtInToolSettings } from "./sections/builtInToolSettings";
import { chatSettings } from "./sections/chatSettings";
import { classificationSettings } from "./sections/classificationSettings";
import { commandRuleSchema } from "./sections/commandRule";
import { define, type SettingDefinition } from "./sections/defineSetting";
import { hookSettings } from "./sections/hookSettings";
import { limitSettings } from "./sections/limitSettings";
import { mcpSettings } from "./sections/mcpSettings";
import { policyRule } from "./sections/policyRule";
import { scheduleSettings } from "./sections/scheduleSettings";
import { skillSettings } from "./sections/skillSettings";
import { webSettings } from "./sections/webSettings";
import { workspaceSettings } from "./sections/workspaceSettings";

export type { CommandRule } from "./sections/commandRule";

/** Every `toolcrib.*` setting by its name without the prefix, in the order shown to people (D-19). */
export const settingDefinitions = {
  dialect: define(
    z
      .enum(dialectNames)
      .default("standard")
      .describe("Controls which tool names and parameters agent mode is offered. The tools behind them are the same."),
    "window",
  ),
  readOutsideRoots: define(
    z
      .enum(["deny", "ask"])
      .default("deny")
      .describe(
        "Controls what happens when a tool wants to read outside the workspace folders. Writing there is always denied.",
      ),
    "machine",
  ),
  additionalRoots: define(
    z
      .array(z.string().min(1))
      .default([])
      .describe("Absolute paths of further folders in which tools may work as they do in the workspace."),
    "machine",
  ),
  requireRead: define(
    z
      .literal([true, false, "dialect"])
      .default("dialect")
      .describe(
        "Whether to refuse changes to an existing file that the agent has not read, or that changed since it was read. `dialect` refuses them only in the dialects `standard`, `flyto` and `qwen`.",
      ),
    "machine",
  ),
  protectedPaths: define(
    z
      .array(z.string().min(1))
      .default([])
      .describe(
        "Glob patterns, relative to a workspace folder, of further files that are only written after a person approves the exact change. The built-in list always applies.",
      ),
    "window",
    true,
  ),
  secretPaths: define(
    z
      .array(z.string().min(1))
      .default([])
      .describe(
        "Glob patterns of further files that hold secrets: reading them asks first, and searches skip them. The built-in list always applies.",
      ),
    "window",
    true,
  ),
  "commands.allow": define(
    z
      .array(commandRuleSchema)
      .default([])
      .describe(
        "Simple commands that run without asking: a token prefix (not of a shell, interpreter or wrapper), an exact command, or a `/regex/` that matches all of it. Denied commands stay denied, except an exact command denied only by `#toolcrib.commands.deny#`.",
      ),
    "machine",
  ),
  "commands.deny": define(
    z
      .array(commandRuleSchema)
      .default([])
      .describe(
        "Simple commands that never run, in addition to the built-in denylist: a token prefix, or a text or `/regex/` found anywhere in the command.",
      ),
    "window",
    true,
  ),
  "commands.hiddenVariables": define(
    z
      .array(z.string().min(1))
      .default([])
      .describe(
        "Names of further environment variables that are withheld from commands. Variables whose name or value is like that of a credential are always withheld.",
      ),
    "window",
    true,
  ),
  "commands.rememberFolder": define(
    z
      .boolean()
      .default(true)
      .describe(
        "Whether an agent's command without a working folder starts where its last `cd` led, if that is inside a workspace folder (dialects `standard` and `flyto`). When off, every command starts in the first workspace folder.",
      ),
    "window",
  ),
  ...webSettings,
  "review.openDiff": define(
    z
      .enum(["link", "always"])
      .default("link")
      .describe(
        "Controls whether a question in chat about writing a file links to the diff editor (`link`) or opens it right away (`always`).",
      ),
    "window",
  ),
  "edits.modelRepair": define(
    z
      .boolean()
      .default(true)
      .describe(
        "Whether to ask a chat model for the intended place when the text to replace is not in the file. Its answer must occur exactly once and resemble the given text.",
      ),
    "window",
  ),
  shell: define(
    z
      .enum(["auto", "bash", "powershell", "cmd"])
      .default("auto")
      .describe(
        "Controls which shell runs commands on Windows. `auto`: bash if it is installed (Git for Windows includes it; the one of the Windows Subsystem for Linux does not count), else PowerShell, else cmd.exe. Bash commands are understood best; PowerShell runs only a few commands without asking, cmd.exe none. Other systems always use bash.",
      ),
    "machine",
  ),
  "commands.review": define(
    z
      .enum(["changes", "always", "before", "off"])
      .default("changes")
      .describe(
        "Controls when you are asked about a command that is not known to be read-only. `changes`: it runs at once on a copy-on-write layer over the workspace (Linux), without network, credentials and secrets; when it has ended, its ordinary changes are applied and can be undone, and you are asked about changes of protected files. `always`: the same, but you are asked about every change. `before`: you are asked before it runs. In all three, an approved command runs on the layer too, so that its changes are listed and can be undone. `off`: there is no layer; you are asked before, and changes of commands cannot be undone. What a command cannot do on the layer asks the next time, and where no layer works you are always asked before.",
      ),
    "machine",
  ),
  "commands.cloneWorkspace": define(
    z
      .boolean()
      .default(false)
      .describe(
        "Whether commands on macOS run on a clone of the workspace (`clonefile`, which takes hardly any disk space), so that their changes can be reviewed and undone as `#toolcrib.commands.review#` says. It needs APFS and a workspace of at most 50,000 files and folders, and such a command cannot open the workspace by its absolute path. This has not been tried on a Mac yet.",
      ),
    "machine",
  ),
  sandbox: define(
    z
      .enum(["auto", "required", "off"])
      .default("auto")
      .describe(
        "Controls whether commands run in a sandbox (bubblewrap on Linux, seatbelt on macOS). Inside it they can only change the workspace folders and a private temporary folder, credentials are hidden, and only the hosts in `#toolcrib.web.allowedHosts#` are reachable. `auto`: use it where it works; `required`: refuse commands where it does not; `off`: never use it.",
      ),
    "machine",
  ),
  ...limitSettings,
  ...workspaceSettings,
  ...scheduleSettings,
  ...skillSettings,
  ...classificationSettings,
  policy: define(
    z
      .array(policyRule)
      .default([])
      .describe(
        "Rules on what tools may do, each with an effect, a match and a decision: `deny` and `ask` tighten; `allow` skips the ordinary question before a write, a command or a fetch. A workspace can add its own in `.toolcrib/policy.jsonc`, which can only tighten.",
      ),
    "machine",
  ),
  managedPolicy: define(
    z
      .string()
      .default("")
      .describe(
        "Path of an additional managed policy file (absolute), besides the system-wide one. It can only tighten. While it is missing or invalid, tools can only read.",
      ),
    "machine",
  ),
  ...hookSettings,
  "audit.strict": define(
    z
      .boolean()
      .default(false)
      .describe(
        "Whether to refuse calls that change anything while the audit log cannot be written (full disk, missing permission). When off, such calls proceed, and a warning says that they are not logged.",
      ),
    "machine",
  ),
  "edits.diagnosticsWaitMs": define(
    z
      .number()
      .int()
      .min(0)
      .max(30_000)
      .default(1000)
      .describe(
        "Maximum time in milliseconds to wait after a change for VS Code to report new errors in the changed files. They are passed on to the model. `0` turns this off.",
      ),
    "window",
  ),
  "code.waitMs": define(
    z
      .number()
      .int()
      .min(0)
      .max(300_000)
      .default(30_000)
      .describe(
        "Maximum time in milliseconds to wait for a language server that is still loading, when a tool asks it about code. After that, the model gets a note that nothing was found in time.",
      ),
    "window",
  ),
  "search.index": define(
    z
      .boolean()
      .default(true)
      .describe(
        "Whether to keep an index of workspace folders with more than 5,000 files, so that searches for rare words and names are several times faster (Linux). It is kept outside the workspace, takes at most 256 MiB for each folder, and never holds secret or closed files. Results are always those of ripgrep.",
      ),
    "machine",
  ),
  languageServers: define(
    z
      .record(
        z.string().min(1),
        z.object({
          command: z.array(z.string()).min(1).describe("Program and arguments of the server, run without a shell."),
          extensions: z
            .array(z.string().regex(/^\.[^.]/))
            .min(1)
            .describe("Extensions of the files it is for, as `.py`."),
          options: z.unknown().optional().describe("Initialization options of the server."),
          settings: z
            .record(z.string(), z.unknown())
            .optional()
            .describe("Settings that the server reads from the editor, by section, such as `python`."),
        }),
      )
      .default({})
      .describe(
        "Programs that know languages (language servers) for the headless host, by language: the identifier that the server knows it by, such as `typescript`. They run unsandboxed with your rights, in trusted folders only. VS Code uses its own languages instead.",
      ),
    "machine",
  ),
  "search.ripgrepPath": define(
    z
      .string()
      .default("")
      .describe(
        "Path of the ripgrep program to search with (absolute). If empty, the one that VS Code or npm installed is used, else one on `PATH`. Without any, files are found by name and text is not searched.",
      ),
    "machine",
  ),
  "tools.deferAbove": define(
    z
      .number()
      .int()
      .min(0)
      .max(1000)
      .default(15)
      .describe(
        "Maximum number of tools that a model is offered all at once. If there are more, it is offered only the most needed ones and finds the others with `tool_search`.",
      ),
    "window",
  ),
  ...chatSettings,
  ...agentSettings,
  ...mcpSettings,
  ...builtInToolSettings,
} satisfies Record<string, SettingDefinition>;

type Definitions = typeof settingDefinitions;
/** The effective value of every setting, by its name without the `toolcrib.` prefix. */
export type Settings = { readonly [K in keyof Definitions]: z.infer<Definitions[K]["schema"]> };
/** A setting's name without the `toolcrib.` prefix. */
export type SettingName = keyof Definitions;

/** All setting names in their declared order. */
export const settingNames = Object.keys(settingDefinitions) as SettingName[];
