/** What a command may have opened without naming it counts as read (PO-6, HB-5). */
import assert from "node:assert/strict";
import { realCrib } from "../../support/realCrib";

const tree = {
  "a.txt": "plain\n",
  "src/read.sh": "cat data/customers.csv\n",
  "data/customers.csv": "Ada\n",
  "data/public/names.csv": "names\n",
  "config/prod.env.txt": "x\n",
};

const rules = [
  { match: { path: "data/public/**" }, level: "PUBLIC" },
  { match: { path: "data/**" }, level: "CONFIDENTIAL", reason: "customers" },
];

describe("classified files that commands can open", () => {
  const ran = async (commands: readonly string[], settings: object = { "toolcrib.classification.rules": rules }) => {
    const { call, session } = await realCrib(tree, {
      settings: { "toolcrib.sandbox": "off", "toolcrib.commands.allow": ["sh", "node"], ...settings },
    });
    for (const command of commands) {
      const { isError, text } = await call("run_command", { command });
      assert.equal(isError, false, text);
    }
    return {
      level: session.taint.level,
      lines: session.taint.lineage.map(({ source, reason }) => `${source}: ${reason}`),
    };
  };

  it("raise the taint by what a script could read, and say so", async () => {
    const { level, lines } = await ran(["sh src/read.sh"]);
    assert.equal(level, "CONFIDENTIAL");
    assert.ok(lines.includes("data/customers.csv: a command may have opened it; customers"), lines.join("\n"));
    assert.ok(!lines.some((line) => line.startsWith("data/public")), lines.join("\n"));
  });

  it("do not raise it by commands that are known to read other files alone", async () => {
    for (const command of ["cat a.txt", "ls .", "grep -r cat src", "cat data/public/names.csv", "git --version"])
      assert.equal((await ran([command])).level, "INTERNAL", command);
  });

  it("raise it by programs that go through the folders that they are in", async () => {
    for (const command of ["grep -r Ada .", "rg Ada", "grep -r Ada data"])
      assert.equal((await ran([command])).level, "CONFIDENTIAL", command);
  });

  it("raise it by commands in a folder that nobody knows before", async () =>
    assert.equal((await ran(["for i in 1; do (cd data && cat customers.csv); done"])).level, "CONFIDENTIAL"));

  it("raise it by the settings of an administrator as well, and by names in any folder", async () => {
    const raised = { "toolcrib.classification.raise": [{ match: { path: "prod.*" }, level: "RESTRICTED" }] };
    const { level, lines } = await ran(["sh src/read.sh"], raised);
    assert.equal(level, "RESTRICTED");
    assert.match(lines.join("\n"), /config\/prod\.env\.txt: a command may have opened it/);
  });

  it("do not raise it where no rule is about a file that is there", async () => {
    const none = [{ match: { path: "*.key" }, level: "RESTRICTED" }];
    assert.equal((await ran(["sh src/read.sh"], { "toolcrib.classification.rules": none })).level, "INTERNAL");
  });
});
