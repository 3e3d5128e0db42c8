/** A wrong rule is told with the line on which it stands (D-13). */
import assert from "node:assert/strict";
import fc from "fast-check";
import { readSettings } from "../../../src/core/settings/readSettings";
import { checkRule } from "../../../src/policy/policyFiles/commandRules";
import { placeProblems, problemsInSettings } from "../../../src/policy/policyFiles/settingsText";

const userSettings = `// Mine.
{
  "editor.fontSize": 5,
  "toolcrib.commands.allow": [
    ["npm", "test"], /* fine */
    {
      "rule": ["npm", "run"],
      "matches": ["npm start"],
    },
    7,
  ],
  "toolcrib.commands.deny": ["/(/"],
  "toolcrib.limits": { "cpuSeconds": "long", "runCpuSeconds": 5, "cpuseconds": 5 },
  "toolcrib.chat.dialects": { "a*": "qwen", "b*": "klingon" },
  "other.toolcrib.dialect": 1,
}
`;

describe("problems in a settings file (D-13)", () => {
  const found = (text: string) =>
    problemsInSettings(text).map(({ line, range, text: problem }) => [line, text.slice(...range), problem]);

  it("each have the line and the text of what is wrong, in a file with comments", () =>
    assert.deepEqual(found(userSettings), [
      [
        6,
        '{\n      "rule": ["npm", "run"],\n      "matches": ["npm start"],\n    }',
        'toolcrib.commands.allow[1]: it does not match its example "npm start"; the rule is ignored.',
      ],
      [10, "7", "toolcrib.commands.allow[2]: Invalid input; that entry is left out."],
      [12, '"/(/"', "toolcrib.commands.deny[0]: /(/ is not a regular expression; the rule still applies."],
      [
        13,
        '"cpuSeconds": "long"',
        "toolcrib.limits.cpuSeconds: Invalid input: expected number, received string; its default is used.",
      ],
      [13, '"cpuseconds": 5', "toolcrib.limits.cpuseconds is not a setting of Toolcrib."],
      [
        14,
        '"b*": "klingon"',
        'toolcrib.chat.dialects["b*"]: Invalid option: expected one of "standard"|"triggerfish"|"nanobot"|"flyto"|"qwen"; that entry is left out.',
      ],
    ]));

  it("are found in a workspace file, and after every kind of line end", () =>
    assert.deepEqual(
      found('{\r\n"folders": [],\r\n"settings": {\r\n"toolcrib.commands.allow":\r\n[["node"]]}}').map(
        ([line, text]) => [line, text],
      ),
      [[5, '["node"]']],
    ));

  it("a file that is being typed, or no settings at all, throws nothing", () => {
    for (let end = 0; end <= userSettings.length; end++) problemsInSettings(userSettings.slice(0, end));
    fc.assert(
      fc.property(fc.json(), fc.string(), (json, text) => {
        problemsInSettings(json);
        problemsInSettings(text);
        problemsInSettings(`{"toolcrib.commands.allow": ${json}, "toolcrib.dialect": ${json}}`);
      }),
    );
    for (const json of ['[{"length":{}}]', '[[{"length":{}}]]', '{"length":{}}'])
      problemsInSettings(`{"toolcrib.commands.allow": ${json}, "toolcrib.dialect": ${json}}`);
    assert.deepEqual(["", "5", "[]", '{"settings": 5}', '{"toolcrib.dialect"'].flatMap(found), []);
  });

  it("of a flat file have their line with and without the prefix, the last of two equal keys", () => {
    const text = '{"commands.allow": [["npm"]],\n"commands.allow": [["npm"],\n["sh"]],\n"nothing": 1}';
    const { problems } = readSettings(JSON.parse(text), checkRule);
    assert.deepEqual(
      placeProblems(text, problems).map(({ line, text }) => [line, text]),
      [
        [
          3,
          "toolcrib.commands.allow[1]: a prefix does not limit what sh runs; give the exact command instead; the rule is ignored.",
        ],
        [4, "toolcrib.nothing is not a setting of Toolcrib."],
      ],
    );
  });
});
