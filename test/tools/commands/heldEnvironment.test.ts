/** What commands that nobody is asked about find in their environment (C-36, D-15). */
import assert from "node:assert/strict";
import { needsLayer } from "../../node/sandbox/support/world";
import { realCrib } from "../../support/realCrib";

const secrets: Readonly<Record<string, string>> = {
  STRIPE_SECRET_KEY: "zq-one",
  DJANGO_SECRET_KEY: "zq-two",
  SECRET_KEY_BASE: "zq-three",
  PGPASSWORD: "zq-four",
  MYSQL_PWD: "zq-five",
  GITHUB_PAT: "zq-six",
  DATABASE_URL: "postgres://u:zq-seven@db.test/x",
  AZURE_STORAGE_CONNECTION_STRING: "AccountName=a;AccountKey=zq-eight",
};

describe("the environment of commands that nobody is asked about", function () {
  this.timeout(60_000);
  const saved = { ...process.env };
  before(async function () {
    await needsLayer(this);
    Object.assign(process.env, secrets, { ZQ_ORDINARY: "zq-kept", ZQ_PLACE: "postgres://db.test/zq-kept" });
  });
  after(() => {
    for (const name of [...Object.keys(secrets), "ZQ_ORDINARY", "ZQ_PLACE"]) {
      delete process.env[name];
      if (saved[name] !== undefined) process.env[name] = saved[name];
    }
  });

  const commands = [
    "printenv | grep zq | sort",
    "env | base64 -w 0 | base64 -d | grep zq | sort",
    "sh -c 'printenv | grep zq | sort'",
    "env -0 | tr '\\0' '\\n' | grep zq | sort",
  ];
  for (const command of commands)
    it(`holds no credentials: ${command}`, async () => {
      const { call, asked } = await realCrib(
        {},
        {
          settings: { "toolcrib.commands.review": "changes" },
          confirm: async () => ({ approved: false, by: "person" }),
        },
      );
      const { text } = await call("run_command", { command });
      assert.deepEqual(
        asked.map(({ decision }) => decision.reason),
        [],
      );
      const printed = text.split("\n").filter((line) => line.includes("zq-"));
      assert.deepEqual(printed, ["ZQ_ORDINARY=zq-kept", "ZQ_PLACE=postgres://db.test/zq-kept"], text);
    });
});
