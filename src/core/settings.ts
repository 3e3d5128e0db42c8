import * as z from "zod";
import { agentSettings } from "./agentSettings";
import { chatSettings } from "./chatSettings";
import { classificationSettings } from "./classificationSettings";
import { commandRule } from "./commandRule";
import { define, type SettingDefinition } from "./defineSetting";
import { dialectNames } from "./dialectNames";
import { hookSettings } from "./hookSettings";
import { limitSettings } from "./limitSettings";
import { mcpSettings } from "./mcpSettings";
import { policyRule } from "./policyRule";
import { scheduleSettings } from "./scheduleSettings";
import { skillSettings } from "./skillSettings";
import { webSettings } from "./webSettings";
import { workspaceSettings } from "./workspaceSettings";

export type { CommandRule } from "./commandRule";

/** Every `toolcrib.*` setting by its name without the prefix, in the order shown to people (D-19). */
export const settingDefinitions = {
  dialect: define(
    z
      .enum(dialectNames)
      .default("standard")
      .describe("Which set of tool names and parameters agent mode is offered. The tools behind them are the same."),
    "window",
  ),
  readOutsideRoots: define(
    z
      .enum(["deny", "ask"])
      .default("deny")
      .describe(
        "What happens when a tool wants to read outside the workspace folders. Writing there is always denied.",
      ),
    "machine",
  ),
  additionalRoots: define(
    z
      .array(z.string().min(1))
      .default([])
      .describe("More folders (absolute paths) in which tools may work as they do in the workspace."),
    "machine",
  ),
  requireRead: define(
    z
      .literal([true, false, "dialect"])
      .default("dialect")
      .describe(
        "Refuse to change an existing file that this agent has not read, or that changed since it was read; `dialect` does so in the dialects `standard`, `flyto` and `qwen`.",
      ),
    "machine",
  ),
  protectedPaths: define(
    z
      .array(z.string().min(1))
      .default([])
      .describe(
        "More glob patterns, relative to a workspace folder, of files that are written only after a person says yes to that very change. The built-in list always holds.",
      ),
    "window",
    true,
  ),
  secretPaths: define(
    z
      .array(z.string().min(1))
      .default([])
      .describe(
        "More glob patterns of files that hold secrets: reading them asks, and searches leave them out. The built-in list always holds.",
      ),
    "window",
    true,
  ),
  "commands.allow": define(
    z
      .array(commandRule)
      .default([])
      .describe(
        "Simple commands that run without asking: a token prefix (not of a shell, interpreter or wrapper), the exact command, or a /regex/ on all of it. What is denied stays denied, but for an exact command that only commands.deny denies.",
      ),
    "machine",
  ),
  "commands.deny": define(
    z
      .array(commandRule)
      .default([])
      .describe(
        "Simple commands that never run, in addition to the built-in denylist: a token prefix, or a text or /regex/ found anywhere in the command.",
      ),
    "window",
    true,
  ),
  "commands.hiddenVariables": define(
    z
      .array(z.string().min(1))
      .default([])
      .describe(
        "More environment variables that commands do not get. Names ending in _API_KEY, _TOKEN or _SECRET and well-known credentials are always withheld.",
      ),
    "window",
    true,
  ),
  "commands.rememberFolder": define(
    z
      .boolean()
      .default(true)
      .describe(
        "An agent's command that names no folder starts where its last `cd` led, if that is in a workspace folder; in the dialects `standard` and `flyto`. Off: every command starts in the first workspace folder.",
      ),
    "window",
  ),
  ...webSettings,
  "review.openDiff": define(
    z
      .enum(["link", "always"])
      .default("link")
      .describe("When a chat asks to write a file: offer the diff editor as a link, or open it beside the question."),
    "window",
  ),
  "edits.modelRepair": define(
    z
      .boolean()
      .default(true)
      .describe(
        "When the text an edit is to replace is nowhere in the file, ask a chat model which place was meant; what it names must stand there exactly once and be like the text given.",
      ),
    "window",
  ),
  shell: define(
    z
      .enum(["auto", "bash", "powershell", "cmd"])
      .default("auto")
      .describe(
        "Which shell runs commands on Windows. `auto`: a bash where there is one (Git for Windows brings it; the one of the Windows Subsystem for Linux does not count), else PowerShell, else cmd.exe. Bash is understood best; under PowerShell only a few commands run without a question, under cmd.exe none. Elsewhere it is always bash.",
      ),
    "machine",
  ),
  sandbox: define(
    z
      .enum(["auto", "required", "off"])
      .default("auto")
      .describe(
        "Whether commands run in a sandbox (bubblewrap on Linux, seatbelt on macOS): only the workspace folders and a private temporary folder can be changed, credentials are hidden, and only the hosts of `#toolcrib.web.allowedHosts#` can be reached. `auto`: where it works; `required`: commands are refused where it does not; `off`: never.",
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
        "Rules on what tools do, each with an effect, a match and a decision: `deny` and `ask` tighten, `allow` answers the ordinary question before a write, a command or a fetch. A workspace has its own in `.toolcrib/policy.jsonc`, which can only tighten.",
      ),
    "machine",
  ),
  managedPolicy: define(
    z
      .string()
      .default("")
      .describe(
        "Absolute path of one more managed policy file, beside the one of the system. It can only tighten; while it is missing or broken, only reading is possible.",
      ),
    "machine",
  ),
  ...hookSettings,
  "audit.strict": define(
    z
      .boolean()
      .default(false)
      .describe(
        "Refuse every call that changes something while the audit log cannot be written (a full disk, a folder without permission). Off: such calls go on, and a warning says that they are not on record.",
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
        "Milliseconds to wait after a change for errors that VS Code's languages newly report in the changed files; they are told to the model. 0 does not wait and tells none.",
      ),
    "window",
  ),
  "search.ripgrepPath": define(
    z
      .string()
      .default("")
      .describe(
        "Absolute path of the ripgrep program to search with. Empty: the one VS Code brings, else one on PATH; without any, git and Toolcrib's own search find the same, more slowly.",
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
        "With more tools than this, a model is shown only the most needed ones and finds the others with `tool_search`.",
      ),
    "window",
  ),
  ...chatSettings,
  ...agentSettings,
  ...mcpSettings,
} satisfies Record<string, SettingDefinition>;

type Definitions = typeof settingDefinitions;
/** The effective value of every setting, by its name without the `toolcrib.` prefix. */
export type Settings = { readonly [K in keyof Definitions]: z.infer<Definitions[K]["schema"]> };
/** A setting's name without the `toolcrib.` prefix. */
export type SettingName = keyof Definitions;

/** All setting names in their declared order. */
export const settingNames = Object.keys(settingDefinitions) as SettingName[];
