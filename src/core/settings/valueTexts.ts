/** What each value of a setting with few values means, as the Settings editor shows it beside the value. */
import type { SettingName } from "./settings";

const eachTime = "Ask each time.";
const asElsewhere = "Questions are asked as everywhere else.";
const refuse = "Refuse it.";

const dialects = {
  standard: "Toolcrib's own names and parameters.",
  triggerfish: "Those of Triggerfish.",
  nanobot: "Those of nanobot.",
  flyto: "Those of Flyto.",
  qwen: "Those of Qwen Code.",
};

/** By setting and value. */
export const valueTexts: Readonly<Partial<Record<SettingName, Readonly<Record<string, string>>>>> = {
  dialect: dialects,
  readOutsideRoots: { deny: refuse, ask: eachTime },
  requireRead: {
    true: "Refuse them in every dialect.",
    false: "Never refuse them.",
    dialect: "Refuse them in the dialects standard, flyto and qwen.",
  },
  shell: {
    auto: "bash where it is installed, else PowerShell, else cmd.exe.",
    bash: "bash, which is understood best.",
    powershell: "PowerShell, which runs only a few commands without asking.",
    cmd: "cmd.exe, which runs no command without asking.",
  },
  sandbox: {
    auto: "Use the sandbox where it works.",
    required: "Refuse commands where the sandbox does not work.",
    off: "Never use the sandbox.",
  },
  workspaceMode: { folder: "In the workspace folder.", agent: "In the agent's own workspace." },
  "commands.review": {
    changes: "Run at once on the layer; ask about changes of protected files.",
    always: "Run at once on the layer; ask about every change.",
    before: "Ask before the command runs.",
    off: "Ask before the command runs; its changes cannot be undone.",
  },
  "review.openDiff": { link: "Link to the diff editor.", always: "Open the diff editor right away." },
  "web.search.provider": {
    none: "The web is not searched.",
    searxng: "SearXNG, at an address of your own.",
    google: "Google Programmable Search, which accepts no new customers.",
    brave: "The provider Brave Search.",
    tavily: "The provider Tavily.",
    custom: "A service that you describe in the settings.",
    bing: "Bing, which was retired.",
  },
  "skills.installTo": {
    ask: eachTime,
    workspace: "In .github/skills of the workspace.",
    user: "In ~/.copilot/skills, for every workspace.",
  },
  "chat.dialect": { auto: "Those that the model's family knows best.", ...dialects },
  "chat.otherTools": {
    none: "None.",
    named: "Those named in the request with #.",
    all: "All of them, at most 128.",
  },
  "agents.commandsInWorktree": {
    sandboxed: "Unrecognised commands run without asking inside the sandboxed worktree.",
    ask: asElsewhere,
  },
  "workspaces.commands": {
    sandboxed: "Commands run without asking while the sandbox confines them to the agent's workspace.",
    ask: asElsewhere,
  },
  "schedules.notify": { all: "All runs that ended.", failed: "Only runs that failed." },
  "classification.outflow": {
    graded: "Refuse RESTRICTED data and ask about the rest.",
    ask: eachTime,
    deny: refuse,
  },
  "classification.ceiling": {
    PUBLIC: "Agents may read public data only.",
    INTERNAL: "Agents may also read the files of ordinary work.",
    CONFIDENTIAL: "Agents may also read confidential data.",
    RESTRICTED: "Agents may read everything, secrets too.",
  },
};
