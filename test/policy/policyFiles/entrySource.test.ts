/** What is shown where an entry of a list decided: the administrator's line, or the person's own setting. */
import assert from "node:assert/strict";
import { realCrib } from "../../support/realCrib";

const managed = `{
  "settings": {
    "protectedPaths": ["docs/legal/**",
      "keys/*"],
    "commands.deny": ["make deploy"],
    "web.deniedHosts": [
      "tracker.example"
    ]
  },
  "exec": { "denylist": ["terraform apply"] }
}`;

const settings = {
  "toolcrib.protectedPaths": ["mine/**"],
  "toolcrib.commands.deny": ["make clean"],
  "toolcrib.web.deniedHosts": ["ads.example"],
};

describe("where an entry of a list stands that decided", () => {
  const cases: [what: string, tool: string, input: object, line: number | string][] = [
    ["a path", "write_file", { path: "keys/a", content: "" }, 4],
    ["a path of the person's", "write_file", { path: "mine/a", content: "" }, "protectedPaths"],
    ["a path that a command writes", "run_command", { command: "echo a > docs/legal/b" }, 3],
    ["a command", "run_command", { command: "make deploy" }, 5],
    ["a command of the person's", "run_command", { command: "make clean" }, "commands.deny"],
    ["a command on the managed denylist", "run_command", { command: "terraform apply" }, 10],
    ["a host", "web_fetch", { url: "https://tracker.example/" }, 7],
    ["a host of the person's", "web_fetch", { url: "https://ads.example/" }, "web.deniedHosts"],
  ];
  for (const [what, tool, input, wanted] of cases)
    it(`is told of ${what}`, async () => {
      const { call, records } = await realCrib({}, { managed, settings });
      await call(tool, input);
      const source = records[0]?.decision?.source;
      const found = source && ("setting" in source ? source.setting : source.line);
      assert.equal(found, wanted, JSON.stringify(records[0]?.decision));
      if (source && "file" in source) assert.match(source.file, /managed\.json$/);
    });

  it("is not told of a name that is protected by itself", async () => {
    const { call, records } = await realCrib({}, { managed, settings });
    await call("write_file", { path: ".git/config", content: "" });
    assert.equal(records[0]?.decision?.rule, "protectedPaths");
    assert.equal(records[0]?.decision?.source, undefined);
  });
});
