import assert from "node:assert/strict";
import { readSettings } from "../../../src/core/settings/readSettings";
import { settingDefinitions, settingNames } from "../../../src/core/settings/settings";

const defaults = {
  dialect: "standard",
  readOutsideRoots: "deny",
  additionalRoots: [],
  requireRead: "dialect",
  protectedPaths: [],
  secretPaths: [],
  "commands.allow": [],
  "commands.deny": [],
  "commands.hiddenVariables": [],
  "commands.rememberFolder": true,
  "commands.review": "changes",
  "commands.cloneWorkspace": false,
  "web.allowedHosts": [],
  "web.deniedHosts": [],
  "web.allowLocal": [],
  "web.userAgent": "",
  "web.respectRobots": true,
  "web.search.provider": "none",
  "web.search.address": "",
  "web.search.engine": "",
  "web.search.template": null,
  "review.openDiff": "link",
  shell: "auto",
  sandbox: "auto",
  "classification.rules": [],
  "classification.raise": [],
  "classification.outflow": "graded",
  "classification.ceiling": "RESTRICTED",
  "classification.redactSecrets": false,
  policy: [],
  managedPolicy: "",
  "hooks.before": [],
  "hooks.after": [],
  "audit.strict": false,
  "edits.diagnosticsWaitMs": 1000,
  "code.waitMs": 30000,
  "edits.modelRepair": true,
  "search.index": true,
  languageServers: {},
  "search.ripgrepPath": "",
  "tools.deferAbove": 15,
  "chat.dialect": "auto",
  "chat.dialects": {},
  "chat.otherTools": "named",
  "chat.maxRounds": 50,
  "agents.commandsInWorktree": "sandboxed",
  "agents.worktreeFolder": "~/.toolcrib/worktrees",
  "mcp.offerServer": false,
  judgeBuiltInTools: false,
  workspaceMode: "folder",
  "workspaces.folder": "~/.toolcrib/workspace",
  "workspaces.commands": "sandboxed",
  "schedules.enabled": true,
  "schedules.notify": "all",
  "schedules.resultsFolder": "",
  "skills.installTo": "ask",
  limits: {
    cpuSeconds: 7200,
    runCpuSeconds: 28_800,
    fileMegabytes: 10_240,
    processes: 2048,
    memoryMegabytes: 16_384,
    runMemoryMegabytes: 16_384,
    commandTimeoutMs: 600_000,
    toolTimeoutMs: 300_000,
    commandOutputBytes: 30_000,
    workspaceMegabytes: 2048,
    downloadMegabytes: 100,
    agentDepth: 2,
    agentsAtOnce: 8,
    agentRounds: 50,
  },
};

/** The settings with the sentences about them. */
const read = (values: Record<string, unknown>) => {
  const { settings, problems } = readSettings(values);
  return { settings, problems: problems.map(({ text }) => text) };
};

describe("settings (D-19)", () => {
  it("have these defaults", () => assert.deepEqual(readSettings({}), { settings: defaults, problems: [] }));

  it("take values with and without the prefix", () => {
    const given = {
      "toolcrib.dialect": "qwen",
      requireRead: false,
      "toolcrib.commands.allow": [["git", "push"], "/^npm/"],
    };
    assert.deepEqual(readSettings(given), {
      settings: { ...defaults, dialect: "qwen", requireRead: false, "commands.allow": [["git", "push"], "/^npm/"] },
      problems: [],
    });
  });

  const broken: [name: string, value: unknown, message: string][] = [
    [
      "dialect",
      "klingon",
      'toolcrib.dialect: Invalid option: expected one of "standard"|"triggerfish"|"nanobot"|"flyto"|"qwen"; its default is used.',
    ],
    [
      "dialect",
      null,
      'toolcrib.dialect: Invalid option: expected one of "standard"|"triggerfish"|"nanobot"|"flyto"|"qwen"; its default is used.',
    ],
    [
      "readOutsideRoots",
      "allow",
      'toolcrib.readOutsideRoots: Invalid option: expected one of "deny"|"ask"; its default is used.',
    ],
    [
      "requireRead",
      "false",
      'toolcrib.requireRead: Invalid option: expected one of true|false|"dialect"; its default is used.',
    ],
    [
      "protectedPaths",
      "*.x",
      "toolcrib.protectedPaths: Invalid input: expected array, received string; its default is used.",
    ],
    [
      "additionalRoots",
      [""],
      "toolcrib.additionalRoots[0]: Too small: expected string to have >=1 characters; that entry is left out.",
    ],
    [
      "commands.allow",
      [[]],
      "toolcrib.commands.allow[0]: Too small: expected array to have >=1 items; that entry is left out.",
    ],
    [
      "dialect",
      ["qwen"],
      'toolcrib.dialect: Invalid option: expected one of "standard"|"triggerfish"|"nanobot"|"flyto"|"qwen"; its default is used.',
    ],
    [
      "limits",
      { commandTimeoutMs: 999 },
      "toolcrib.limits.commandTimeoutMs: Too small: expected number to be >=1000; its default is used.",
    ],
    [
      "limits",
      { commandTimeoutMs: Number.NaN },
      "toolcrib.limits.commandTimeoutMs: Invalid input: expected number, received NaN; its default is used.",
    ],
    [
      "limits",
      { commandOutputBytes: 1e9 },
      "toolcrib.limits.commandOutputBytes: Too big: expected number to be <=10000000; its default is used.",
    ],
    [
      "chat.maxRounds",
      1.5,
      "toolcrib.chat.maxRounds: Invalid input: expected int, received number; its default is used.",
    ],
  ];
  for (const [name, value, message] of broken)
    it(`${name} = ${JSON.stringify(value)} falls back to its default with one sentence`, () =>
      assert.deepEqual(read({ [name]: value }), { settings: defaults, problems: [message] }));

  it("keep the usable entries of a list with a broken one", () => {
    const given = { "commands.deny": [5, ["git", "push"], "", "/^npm/"] };
    const { settings, problems } = readSettings(given);
    assert.deepEqual(settings["commands.deny"], [["git", "push"], "/^npm/"]);
    assert.deepEqual(problems, [
      {
        setting: "commands.deny",
        at: 0,
        text: "toolcrib.commands.deny[0]: Invalid input; that entry is left out.",
      },
      {
        setting: "commands.deny",
        at: 2,
        text: "toolcrib.commands.deny[2]: Too small: expected string to have >=1 characters; that entry is left out.",
      },
    ]);
  });

  it("name entries by where they stand among all, whatever the check of entries leaves out", () => {
    const given = { "commands.allow": [5, "bad", "odd", "fine"], "web.allowedHosts": ["bad"] };
    const { settings, problems } = readSettings(given, (name, entry) =>
      name === "commands.allow" && entry !== "fine" ? { text: `${entry} it is`, isUsed: entry === "odd" } : undefined,
    );
    assert.deepEqual([settings["commands.allow"], settings["web.allowedHosts"]], [["odd", "fine"], ["bad"]]);
    assert.deepEqual(
      problems.map(({ setting, at, text }) => [setting, at, text]),
      [
        ["commands.allow", 0, "toolcrib.commands.allow[0]: Invalid input; that entry is left out."],
        ["commands.allow", 1, "toolcrib.commands.allow[1]: bad it is."],
        ["commands.allow", 2, "toolcrib.commands.allow[2]: odd it is."],
      ],
    );
  });

  it("name what is no setting, and take nothing from it", () => {
    const given = JSON.parse('{"toolcrib.dialekt": "qwen", "__proto__": {"requireRead": false}}');
    assert.deepEqual(read(given), {
      settings: defaults,
      problems: ["toolcrib.dialekt is not a setting of Toolcrib.", "toolcrib.__proto__ is not a setting of Toolcrib."],
    });
  });

  it("one broken value spoils no other", () => {
    const { settings, problems } = readSettings({ dialect: 5, "chat.maxRounds": 7 });
    assert.deepEqual([settings.dialect, settings["chat.maxRounds"], problems.length], ["standard", 7, 1]);
  });

  it("every key that can loosen the policy is out of a workspace's reach", () => {
    const machine = settingNames.filter((name) => settingDefinitions[name].scope === "machine");
    assert.deepEqual(machine, [
      "readOutsideRoots",
      "additionalRoots",
      "requireRead",
      "commands.allow",
      "web.allowedHosts",
      "web.allowLocal",
      "web.userAgent",
      "web.respectRobots",
      "web.search.provider",
      "web.search.address",
      "web.search.engine",
      "web.search.template",
      "shell",
      "commands.review",
      "commands.cloneWorkspace",
      "sandbox",
      "limits",
      "workspaceMode",
      "workspaces.folder",
      "workspaces.commands",
      "schedules.enabled",
      "schedules.notify",
      "schedules.resultsFolder",
      "skills.installTo",
      "classification.rules",
      "classification.outflow",
      "classification.ceiling",
      "classification.redactSecrets",
      "policy",
      "managedPolicy",
      "hooks.before",
      "hooks.after",
      "audit.strict",
      "search.index",
      "languageServers",
      "search.ripgrepPath",
      "chat.otherTools",
      "agents.commandsInWorktree",
      "agents.worktreeFolder",
      "mcp.offerServer",
      "judgeBuiltInTools",
    ]);
  });

  it("lists that only tighten are joined, not replaced", () =>
    assert.deepEqual(
      settingNames.filter((name) => settingDefinitions[name].joined),
      [
        "protectedPaths",
        "secretPaths",
        "commands.deny",
        "commands.hiddenVariables",
        "web.deniedHosts",
        "classification.raise",
      ],
    ));

  it("a workspace may replace only what is no matter of safety", () =>
    assert.deepEqual(
      settingNames.filter((name) => settingDefinitions[name].scope === "window" && !settingDefinitions[name].joined),
      [
        "dialect",
        "commands.rememberFolder",
        "review.openDiff",
        "edits.modelRepair",
        "edits.diagnosticsWaitMs",
        "code.waitMs",
        "tools.deferAbove",
        "chat.dialect",
        "chat.dialects",
        "chat.maxRounds",
      ],
    ));
});
