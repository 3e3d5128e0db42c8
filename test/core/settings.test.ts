import assert from "node:assert/strict";
import { readSettings, settingDefinitions, settingNames } from "../../src/core/settings";

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
  "web.allowedHosts": [],
  "web.deniedHosts": [],
  "web.allowLocal": [],
  "review.openDiff": "link",
  sandbox: "auto",
  "limits.cpuSeconds": 7200,
  "limits.fileMegabytes": 10_240,
  "limits.processes": 2048,
  "limits.memoryMegabytes": 16_384,
  "limits.commandTimeoutMs": 600_000,
  "edits.diagnosticsWaitMs": 1000,
  "edits.modelRepair": true,
  "limits.commandOutputBytes": 1_048_576,
  "search.ripgrepPath": "",
  "chat.maxRounds": 50,
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
      "toolcrib.additionalRoots: Too small: expected string to have >=1 characters; that entry is left out.",
    ],
    [
      "commands.allow",
      [[]],
      "toolcrib.commands.allow: Too small: expected array to have >=1 items; that entry is left out.",
    ],
    [
      "limits.commandTimeoutMs",
      999,
      "toolcrib.limits.commandTimeoutMs: Too small: expected number to be >=1000; its default is used.",
    ],
    [
      "limits.commandTimeoutMs",
      Number.NaN,
      "toolcrib.limits.commandTimeoutMs: Invalid input: expected number, received NaN; its default is used.",
    ],
    [
      "limits.commandOutputBytes",
      1e9,
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
      assert.deepEqual(readSettings({ [name]: value }), { settings: defaults, problems: [message] }));

  it("keep the usable entries of a list with a broken one", () => {
    const given = { "commands.deny": [5, ["git", "push"], "", "/^npm/"] };
    const { settings, problems } = readSettings(given);
    assert.deepEqual(settings["commands.deny"], [["git", "push"], "/^npm/"]);
    assert.equal(problems.length, 1);
  });

  it("name what is no setting, and take nothing from it", () => {
    const given = JSON.parse('{"toolcrib.dialekt": "qwen", "__proto__": {"requireRead": false}}');
    assert.deepEqual(readSettings(given), {
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
      "sandbox",
      "limits.cpuSeconds",
      "limits.fileMegabytes",
      "limits.processes",
      "limits.memoryMegabytes",
      "limits.commandTimeoutMs",
      "search.ripgrepPath",
    ]);
  });

  it("lists that only tighten are joined, not replaced", () =>
    assert.deepEqual(
      settingNames.filter((name) => settingDefinitions[name].joined),
      ["protectedPaths", "secretPaths", "commands.deny", "commands.hiddenVariables", "web.deniedHosts"],
    ));
});
