/** `toolcrib schedules`: a person's word on what agents proposed to run later, where there is no editor (EX-7, EX-9). */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ownFolder, ownName } from "../support/ownFolder";
import { run, workplace } from "./support/program";

function place() {
  const { root, state } = workplace();
  const base = join(root, "..", "workspaces");
  const settings = join(root, "..", "settings.json");
  writeFileSync(settings, JSON.stringify({ "toolcrib.workspaces.folder": base }));
  const at = ["--root", root, "--state", state, "--settings", settings, "--agent", "tester"];
  return {
    own: ownFolder(base, "tester", root),
    report: `${ownName("tester", root)}.report`,
    call: async (tool: string, input: object) =>
      JSON.parse((await run(["call", tool, JSON.stringify(input), ...at])).out) as { text: string; isError: boolean },
    schedules: (...words: string[]) => run(["schedules", ...words, ...at]),
  };
}

describe("toolcrib schedules (EX-7, EX-9)", function () {
  this.timeout(120_000);

  it("shows all of a schedule, approves it on a person's word, runs it, and takes that back", async () => {
    const { own, report, call, schedules } = place();
    assert.equal((await schedules()).out, "No agent has proposed a schedule.\n");
    await call("exec_write", { path: "integrations/r/main.sh", content: "echo hello from $1\n" });
    const wish = { name: "report", command: "bash main.sh here", files: "integrations/r" };
    assert.equal((await call("schedule_create", wish)).isError, false);
    assert.equal((await schedules("list")).out, `${report}: waits for your approval\n`);
    const early = await schedules("run", "report");
    assert.deepEqual(
      [early.code, early.err],
      [
        1,
        'toolcrib: The schedule "report" was not run, because it is pending: a person has to approve its current form.\n',
      ],
    );

    const asked = await schedules("approve", "report");
    assert.equal(asked.code, 1);
    assert.match(asked.out, /^report of tester\+\S+: waits for your approval\nIt runs only when you start it\.\n/);
    assert.match(asked.out, /--- main\.sh \(19 bytes\)\necho hello from \$1\n/);
    assert.match(asked.err, /^toolcrib: "tester\+\S+\.report" was not approved, because nobody can be asked here/);
    const approved = await schedules("approve", "report", "--yes");
    assert.ok(approved.out.endsWith(`${report}: approved: it runs until anything in it changes.\n`));

    const ran = await schedules("run", report);
    assert.equal(ran.code, 0);
    assert.match(ran.out, /^hello from here\n\[exit code: 0, /);
    assert.match(
      (await schedules("show", "report")).out,
      /\nRuns:\nsucceeded, [^\n]*, started by you\nhello from here\n/,
    );

    writeFileSync(join(own, "integrations/r/main.sh"), "echo other\n");
    assert.equal(
      (await schedules("list")).out,
      `${report}: changed since you approved it, and waits for your approval again\n`,
    );
    assert.equal((await schedules("run", "report")).code, 1);
    assert.equal(
      (await schedules("reject", "report")).out,
      `${report}: rejected: it will not run in its current form.\n`,
    );
    assert.equal((await schedules("remove", "report")).out, `${report}: removed.\n`);
    assert.equal((await schedules("list")).out, "No agent has proposed a schedule.\n");
  });

  it("ends with the exit code 1 when a run fails", async () => {
    const { call, schedules } = place();
    await call("schedule_create", { name: "bad", command: "echo no; exit 4" });
    await schedules("approve", "bad", "--yes");
    const { code, out } = await schedules("run", "bad");
    assert.equal(code, 1);
    assert.match(out, /^no\n\[exit code: 4, /);
  });

  it("refuses in one sentence what it does not know", async () => {
    const { schedules } = place();
    assert.equal(
      (await schedules("start")).err,
      'toolcrib: "schedules start" is not a command: use schedules list, show, run, remove, approve, reject, withdraw.\n',
    );
    assert.equal((await schedules("show", "x")).err, 'toolcrib: There is no schedule "x": there are none.\n');
  });
});
