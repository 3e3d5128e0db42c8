/** Tools that agents made, run for real: only what a person approved, and held to what that asked for (CT-2). */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { MadeToolStore } from "../../../src/features/madeTools/madeTools";
import { MadeToolFiles } from "../../../src/features/madeTools/node/madeToolFiles";
import { needsBubblewrap } from "../../node/sandbox/support/world";
import { withTool } from "./support/madeToolCrib";

const said = { pending: /^The tool "made" is waiting for a person's approval, so nothing was run\. Ask the person/ };

describe("a tool that an agent made (CT-2)", function () {
  this.timeout(60_000);
  before(async function () {
    await needsBubblewrap(this);
  });

  describe("runs what was approved and nothing else:", () => {
    it("nothing before a person has approved it, whoever brought it and whatever they say of it", async () => {
      const { call, crib, asked, records } = await withTool({
        script: "touch ran",
        permissions: { writes: "workspace" },
      });
      const { text, isError } = await call("made", {});
      assert.match(text, said.pending);
      assert.equal(isError, true);
      assert.deepEqual(asked, []);
      assert.equal(records.at(-1)?.judged, undefined);
      assert.equal(
        crib.added.find("made")?.description,
        "A tool that an agent made in .toolcrib/tools/made. It cannot be called: it is waiting for a person's approval.",
      );
    });

    it("without a question then, in the sandbox, with the arguments on its input", async () => {
      const { call, crib, asked, approve, records } = await withTool({ script: 'echo "got $(cat)"' });
      await approve();
      assert.equal(crib.added.find("made")?.description, "Does what it does.");
      assert.deepEqual(crib.added.find("made")?.origin, { kind: "agent", name: ".toolcrib/tools/made" });
      const { text, isError, data } = await call("made", { text: "a'b" });
      assert.deepEqual([text, isError], [`got {"text":"a'b"}`, false]);
      const { durationMs, ...facts } = data as { durationMs: number };
      assert.deepEqual(facts, { exitCode: 0, sandbox: "bubblewrap", endedBy: "itself", job: "command_1" });
      assert.deepEqual(asked, []);
      assert.deepEqual(records.at(-1)?.decision, {
        kind: "allow",
        rule: "madeTools",
        reason: "a person approved this tool, and the sandbox confines it to what they approved",
      });
    });

    it("not any more once a byte of it has changed, and again once it is as it was", async () => {
      const { call, approve, script, crib } = await withTool({ script: "echo first" });
      await approve();
      writeFileSync(script, "echo other");
      const { text } = await call("made", {});
      assert.match(
        text,
        /^The tool "made" was changed since a person approved it and is waiting for their approval again, so nothing was run\./,
      );
      await crib.madeTools.refresh();
      assert.deepEqual(
        crib.madeTools.all().map(({ state }) => state),
        ["changed"],
      );
      writeFileSync(script, "echo first");
      assert.equal((await call("made", {})).text, "first");
    });

    it("not with a file more or a file less, nor with another manifest", async () => {
      const { call, approve, root, script } = await withTool({ script: "echo first" });
      await approve();
      const folder = join(root, ".toolcrib/tools/made");
      writeFileSync(join(folder, "helper.sh"), "");
      assert.match((await call("made", {})).text, /was changed since/);
      rmSync(join(folder, "helper.sh"));
      const manifest = readFileSync(join(folder, "tool.json"), "utf8");
      writeFileSync(
        join(folder, "tool.json"),
        manifest.replace('"permissions":{}', '"permissions":{"writes":"workspace"}'),
      );
      assert.match((await call("made", {})).text, /was changed since/);
      writeFileSync(join(folder, "tool.json"), manifest);
      rmSync(script);
      assert.match(
        (await call("made", {})).text,
        /^The tool "made" cannot be used, because the script main\.sh that its tool\.json names is not in its folder: fix/,
      );
    });

    it("the approved bytes, although others are there by the time it starts", async () => {
      const { call, approve, script, root } = await withTool({ script: "sleep 1; cat $0; cat main.sh 2>/dev/null" });
      await approve();
      const running = call("made", {}, { progress: () => {} });
      await new Promise((resolve) => setTimeout(resolve, 300));
      writeFileSync(script, "echo evil");
      writeFileSync(join(root, "main.sh"), "echo from the workspace");
      const { text } = await running;
      assert.equal(text, "sleep 1; cat $0; cat main.sh 2>/dev/nullecho from the workspace");
    });

    it("and is not rewritten by itself either", async () => {
      const { call, approve } = await withTool({
        script: "echo evil > $0 || cat $0",
        permissions: { writes: "workspace" },
      });
      await approve();
      assert.match((await call("made", {})).text, /^echo evil > \$0 \|\| cat \$0/);
      assert.match((await call("made", {})).text, /^echo evil > \$0 \|\| cat \$0/);
    });

    it("not what a link in place of its folder leads to, be it the same bytes or others", async () => {
      const { call, approve, root, outside } = await withTool({ script: "echo first" });
      await approve();
      const tools = join(root, ".toolcrib/tools");
      renameSync(join(tools, "made"), join(outside, "made"));
      symlinkSync(join(outside, "made"), join(tools, "made"));
      assert.equal(
        (await call("made", {})).text,
        'The tool "made" no longer exists: there is no folder .toolcrib/tools/made.',
      );
    });

    it("not what a person rejected, or took their approval back from", async () => {
      const { call, crib, approve } = await withTool({ script: "echo first" });
      const decide = async (verdict: "rejected" | undefined, comment?: string) => {
        const [tool] = crib.madeTools.all();
        assert.ok(tool);
        await crib.madeTools.decide(tool, verdict, comment);
      };
      await decide("rejected");
      assert.equal(
        (await call("made", {})).text,
        'A person rejected the tool "made", so nothing was run: do not call it, and ask what they want instead.',
      );
      await decide("rejected", "use wc instead");
      assert.equal(
        (await call("made", {})).text,
        'A person rejected the tool "made", so nothing was run: do not call it, and do what they said:\nuse wc instead',
      );
      await approve();
      assert.equal((await call("made", {})).text, "first");
      await decide(undefined);
      assert.match((await call("made", {})).text, said.pending);
    });

    it("what another window approved or took back, at once", async () => {
      const { call, root, state } = await withTool({ script: "echo first" });
      const other: MadeToolStore = new MadeToolFiles(state, () => root);
      const tool = await other.find("made");
      assert.ok(tool);
      await other.decide(tool, "approved");
      assert.equal((await call("made", {})).text, "first");
      await other.decide(tool, undefined);
      assert.match((await call("made", {})).text, said.pending);
    });

    it("a whole copy, whatever became of the one before", async () => {
      const { call, approve, state, crib } = await withTool({ script: "echo first" });
      await approve();
      const digest = crib.madeTools.all()[0]?.digest ?? "";
      const copy = join(state, "madeTools/programs", digest);
      mkdirSync(copy, { recursive: true });
      writeFileSync(join(copy, "main.sh"), "echo evil");
      assert.equal((await call("made", {})).text, "first");
      assert.equal(readFileSync(join(copy, "main.sh"), "utf8"), "echo first");
    });

    it("with arguments as its manifest has them, in one sentence otherwise", async () => {
      const parameters = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
      const { call, approve, asked } = await withTool({ script: "cat", parameters });
      await approve();
      assert.equal((await call("made", { n: "3" })).text, '{"n":3}');
      assert.equal((await call("made", {})).text, 'made needs the parameter "n", which is missing.');
      assert.equal(
        (await call("made", { n: 1, m: 2 })).text,
        '{"n":1}\n\n[made has no parameter "m", which was ignored: use "n".]',
      );
      assert.deepEqual(asked, []);
    });
  });
});

describe("a tool that an agent made, where nothing holds it (CT-2)", () => {
  it("is asked about every time, whatever was approved before, and told what holds it", async () => {
    const { call, approve, asked, crib, root } = await withTool(
      { script: "echo ran in $PWD" },
      { settings: { "toolcrib.sandbox": "off" } },
    );
    await approve();
    for (let times = 0; times < 2; times++) {
      assert.equal((await call("made", {})).text, `ran in ${root}`);
      const question = asked.at(-1);
      assert.deepEqual(
        [question?.plan.title, question?.decision.reason, question?.decision.always],
        ["Run the tool made, which an agent made", "no sandbox confines the tool to what a person approved", true],
      );
      assert.match(question?.plan.notes?.at(-1) ?? "", /^It runs without a sandbox, with your rights:/);
      crib.approvals.take("exact", "session", question?.plan.effects ?? [], question?.byEffect ?? []);
    }
    assert.equal(asked.length, 2);
  });

  it("is not run when it changes while the person is asked", async () => {
    let script = "";
    const confirm = async () => {
      writeFileSync(script, "echo other");
      return { approved: true, by: "person" } as const;
    };
    const made = await withTool({ script: "echo ran" }, { settings: { "toolcrib.sandbox": "off" }, confirm });
    script = made.script;
    await made.approve();
    assert.match((await made.call("made", {})).text, /^The tool "made" was changed since a person approved it/);
    await made.approve();
    const approving = made.crib.madeTools.all()[0];
    assert.equal(approving?.state, "approved");
  });

  it("is refused where its program is denied as a command", async () => {
    const { call, approve } = await withTool(
      { script: "echo ran" },
      { settings: { "toolcrib.commands.deny": ["bash"] } },
    );
    await approve();
    assert.match((await call("made", {})).text, /^Denied by policy: a user rule denies it/);
  });
});
