/** Commands that a rule or an earlier answer allows: what they run may be another program by now (D-7, D-12). */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Answer } from "../../../src/core/calls/approvals/answer";
import { needsLayer } from "../../node/sandbox/support/world";
import { type RealCrib, realCrib } from "../../support/realCrib";
import type { Tree } from "../../support/tempFolder";

describe("commands that are allowed without a question in their call (D-7, D-12)", function () {
  this.timeout(60_000);
  before(async function () {
    await needsLayer(this);
  });

  const no: Answer = { approved: false, by: "person" };
  const write = (name: string) =>
    `require("fs").mkdirSync(require("path").dirname("${name}"), { recursive: true }); require("fs").writeFileSync("${name}", "evil");`;
  const obeyed = [".prettierrc.js", "eslint.config.mjs", "node_modules/prettier/index.js", "node_modules/.bin/tsc"];
  const tree = {
    "build.js": "",
    "node_modules/prettier/index.js": "theirs",
    "package.json": '{"name":"a","version":"1.0.0","dependencies":{"p":"file:./p"}}',
    "p/package.json": '{"name":"p","version":"1.0.0"}',
    "p/.eslintrc.json": "{}",
  };

  const place = (allow: readonly unknown[], confirm: () => Promise<Answer> = async () => no, more: Tree = {}) =>
    realCrib(
      { ...tree, ...more },
      { settings: { "toolcrib.commands.review": "changes", "toolcrib.commands.allow": allow }, confirm },
    );

  async function run({ call, asked }: RealCrib, command: string) {
    asked.length = 0;
    const { text } = await call("run_command", { command });
    const line = (start: string) => text.split("\n").find((one) => one.startsWith(start)) ?? "";
    const declined = line("[not applied: ").replace(/^\[not applied: (.*)\]$/, "$1");
    return {
      text,
      changed: line("[changed "),
      left: line("[left out: "),
      declined: declined === "" ? [] : declined.split("; ").map((one) => one.replace(/ would be .*$/, "")),
      asked: asked.map(({ plan }) => plan.title),
    };
  }

  it("change no code that editors run, and no installed package: an agent can have changed what they run", async () => {
    const real = await place(["node build.js"]);
    const script = [...obeyed, "dist/out.js"].map(write).join("\n");
    const written = await run(real, `cat >build.js <<"E"\n${script}\nE`);
    assert.deepEqual([written.changed, written.asked], ["[changed 1 file: build.js]", []]);
    const { changed, declined, asked } = await run(real, "node build.js");
    assert.deepEqual([changed, declined.sort()], ["[changed 1 file: dist/out.js (new)]", [...obeyed].sort()]);
    assert.deepEqual(asked, ["Apply 4 changes of node build.js"]);
    assert.equal(readFileSync(join(real.root, "node_modules/prettier/index.js"), "utf8"), "theirs");
  });

  it("keep nothing that they cache in node_modules, without a question", async () => {
    const real = await place(["node build.js"], undefined, {
      "build.js": `${write("node_modules/.cache/x.js")}${write("out.js")}`,
    });
    const { changed, left, asked } = await run(real, "node build.js");
    assert.deepEqual([changed, asked], ["[changed 1 file: out.js (new)]", []]);
    assert.equal(left, "[left out: what was cached in node_modules/.cache is not kept]");
  });

  it("install packages, where that is all that their words say", async () => {
    const real = await place([["npm", "install"], "node build.js"], undefined, {
      "build.js": write("node_modules/prettier/index.js"),
    });
    const install = "npm install --offline --no-audit --no-fund";
    const { changed, asked, text } = await run(real, `${install} 2>&1 | tail -3`);
    assert.deepEqual(asked, [], text);
    assert.match(changed, /node_modules\/p \(new\)/);
    assert.equal(existsSync(join(real.root, "node_modules/p/.eslintrc.json")), true);
    const both = await run(real, `${install}; node build.js`);
    assert.equal(both.declined.includes("node_modules/prettier/index.js"), true);
  });

  it("do both after a yes in the same call, and ask again once that yes is only remembered", async () => {
    const yes: Answer = { approved: true, by: "person" };
    const answers = [yes, no];
    const real = await place([], async () => answers.shift() ?? no, { "build.js": obeyed.map(write).join("\n") });
    const command = "cat /etc/hosts >/dev/null; node build.js";
    const approved = await run(real, command);
    assert.deepEqual(approved.asked, [`Run ${command}`]);
    assert.match(approved.changed, /^\[changed 4 files: /);
    const [{ plan, byEffect }] = real.asked as [(typeof real.asked)[number]];
    real.crib.approvals.take("exact", "session", plan.effects, byEffect);
    await run(real, "sed -i s/evil/worse/ build.js");
    const remembered = await run(real, command);
    assert.equal(remembered.changed, "");
    assert.deepEqual(remembered.declined.sort(), [...obeyed].sort());
    assert.equal(readFileSync(join(real.root, ".prettierrc.js"), "utf8"), "evil");
  });
});
