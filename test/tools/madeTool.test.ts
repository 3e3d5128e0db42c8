/** Tools that agents made, run for real: only what a person approved, and held to what that asked for (CT-2). */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { MadeToolStore } from "../../src/core/madeTools";
import { ToolShelf } from "../../src/core/toolShelf";
import { MadeToolFiles } from "../../src/node/madeToolFiles";
import { needsBubblewrap } from "../node/sandbox/support/world";
import { type CribOptions, type RealCrib, realCrib } from "../support/realCrib";
import type { Tree } from "../support/tempFolder";

interface Wish {
  readonly script: string;
  readonly runtime?: "node" | "python" | "bash";
  readonly permissions?: object;
  readonly timeout_ms?: number;
  readonly parameters?: object;
}

const scriptNames = { node: "main.mjs", python: "main.py", bash: "main.sh" };

/** The files of a tool `made`. */
function treeOf({ script, runtime = "bash", permissions = {}, timeout_ms, parameters }: Wish): Tree {
  const manifest = {
    name: "made",
    description: "Does what it does.",
    parameters: parameters ?? { type: "object", properties: { text: { type: "string" } } },
    runtime,
    script: scriptNames[runtime],
    ...(timeout_ms !== undefined && { timeout_ms }),
    permissions,
  };
  return {
    ".toolcrib/tools/made/tool.json": JSON.stringify(manifest),
    [`.toolcrib/tools/made/${scriptNames[runtime]}`]: script,
  };
}

interface Made extends RealCrib {
  /** A person's yes to what is there now. */
  approve(): Promise<void>;
  /** The file of the script. */
  readonly script: string;
}

async function withTool(wish: Wish, options: CribOptions = {}, more: Tree = {}): Promise<Made> {
  const made = await realCrib({ ...treeOf(wish), ...more }, options);
  const { madeTools } = made.crib;
  await madeTools.refresh();
  const approve = async () => {
    await madeTools.refresh();
    const tool = madeTools.all().find(({ name }) => name === "made");
    assert.ok(tool);
    await madeTools.decide(tool, "approved");
  };
  return { ...made, approve, script: join(made.root, ".toolcrib/tools/made", scriptNames[wish.runtime ?? "bash"]) };
}

const said = { pending: /^The tool "made" waits for a person's approval, so nothing was run\. Ask the person/ };

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
        "A tool that an agent made in .toolcrib/tools/made. It cannot be called: it waits for a person's approval.",
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
        reason: "a person approved this tool, and the sandbox holds it to what they approved",
      });
    });

    it("not any more once a byte of it has changed, and again once it is as it was", async () => {
      const { call, approve, script, crib } = await withTool({ script: "echo first" });
      await approve();
      writeFileSync(script, "echo other");
      const { text } = await call("made", {});
      assert.match(
        text,
        /^The tool "made" was changed since a person approved it and waits for their approval again, so nothing was run\./,
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
        /^The tool "made" cannot be used, because the script main\.sh that its tool\.json names is not in its folder: mend/,
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
      assert.equal((await call("made", {})).text, 'The tool "made" is gone: there is no folder .toolcrib/tools/made.');
    });

    it("not what a person rejected, or took their approval back from", async () => {
      const { call, crib, approve } = await withTool({ script: "echo first" });
      const decide = async (verdict: "rejected" | undefined) => {
        const [tool] = crib.madeTools.all();
        assert.ok(tool);
        await crib.madeTools.decide(tool, verdict);
      };
      await decide("rejected");
      assert.equal(
        (await call("made", {})).text,
        'A person rejected the tool "made", so nothing was run: do not call it, and ask what they want instead.',
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
      assert.equal((await call("made", { n: 1, m: 2 })).text, 'made has no parameter "m": use "n".');
      assert.deepEqual(asked, []);
    });
  });

  describe("is held to its manifest:", () => {
    const runs = async (wish: Wish, options?: CribOptions, more?: Tree) => {
      const made = await withTool(wish, options, more);
      await made.approve();
      return { ...made, result: await made.call("made", {}) };
    };

    it("it changes nothing unless it asked to, and is told so", async () => {
      const { root, result } = await runs({ script: "echo x > new.txt" }, {}, { "a.txt": "a" });
      assert.equal(existsSync(join(root, "new.txt")), false);
      assert.equal(
        result.text.split("\n\n").at(-1),
        "[The sandbox lets the tool write in /tmp only, because its tool.json asks for nothing more. If the tool needs it, ask for it in the permissions of its tool.json; a person has to approve it again then.]",
      );
      assert.match(
        result.text,
        /^The tool made failed with exit code 1: mend its script or its arguments\.\nIt printed to stderr:\n.*Read-only file system/,
      );
      assert.equal(result.isError, true);
    });

    it("with leave to write it changes files, but neither itself nor what is protected", async () => {
      const { root, result } = await runs({
        script:
          "echo x > new.txt; echo x > .toolcrib/tools/made/main.sh; echo x > .env; echo x > .toolcrib/policy.jsonc; true",
        permissions: { writes: "workspace" },
      });
      assert.equal(result.isError, false);
      assert.equal(readFileSync(join(root, "new.txt"), "utf8"), "x\n");
      assert.match(readFileSync(join(root, ".toolcrib/tools/made/main.sh"), "utf8"), /^echo x > new/);
      assert.equal(existsSync(join(root, ".toolcrib/policy.jsonc")), false);
    });

    it("it reads the workspace but what is closed, or nothing of it when it asked for nothing", async () => {
      const files = { "a.txt": "open\n", "b.txt": "closed\n", ".toolcribignore": "b.txt\n" };
      const script = "cat a.txt b.txt 2>/dev/null; true";
      assert.equal((await runs({ script }, {}, files)).result.text, "open");
      const { result } = await runs({ script, permissions: { reads: "none" } }, {}, files);
      assert.equal(result.text, "(the tool printed nothing)");
    });

    it("it finds nothing in /tmp that commands left there, and again what it left itself", async () => {
      const { call, approve } = await withTool({ script: "cat /tmp/planted /tmp/own; echo own > /tmp/own; true" });
      await call("run_command", { command: "echo planted > /tmp/planted" });
      await approve();
      assert.equal((await call("made", {})).text, "(the tool printed nothing)");
      assert.equal((await call("made", {})).text, "own");
    });

    it("it reaches the hosts that both its manifest and the policy name, and no other", async () => {
      const server = createServer((_, response) => response.end("served"));
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const place = `localhost:${(server.address() as AddressInfo).port}`;
      const script = `curl -s --max-time 5 http://${place}/ || { echo refused >&2; exit 7; }`;
      const settings = { "toolcrib.web.allowLocal": [place] };
      const permissions = { network: [place] };
      try {
        assert.equal((await runs({ script, permissions }, { settings })).result.text, "served");
        assert.equal((await runs({ script }, { settings })).result.isError, true);
        assert.equal((await runs({ script, permissions })).result.isError, true);
        const other = await runs({ script, permissions: { network: ["example.org"] } }, { settings });
        assert.equal(other.result.isError, true);
        assert.match(other.result.text, /^The tool made failed with exit code 7/);
      } finally {
        server.close();
      }
    });

    it("is told by name of a host that it did not ask for", async () => {
      const script = "curl -sS --max-time 5 http://denied.example/; exit 3";
      const settings = { "toolcrib.web.allowedHosts": ["denied.example", "asked.example"] };
      const { result } = await runs({ script, permissions: { network: ["asked.example"] } }, { settings });
      assert.match(
        result.text,
        /\[The sandbox refused a connection to denied\.example: its tool\.json does not ask for it\. If the tool needs it, ask for it in the permissions of its tool\.json; a person has to approve it again then\.\]$/,
      );
    });

    it("finds no program that an agent put into the workspace", async () => {
      const path = process.env.PATH;
      const made = await withTool(
        { script: "shadow 2>/dev/null || echo not found" },
        {},
        { "bin/shadow": "#!/bin/sh\necho evil\n" },
      );
      await made.approve();
      try {
        process.env.PATH = `${join(made.root, "bin")}:bin:${path}`;
        const { result } = { result: await made.call("made", {}) };
        assert.equal(result.text, "not found");
      } finally {
        process.env.PATH = path;
      }
    });
  });

  describe("that goes wrong is told of in one sentence:", () => {
    const runs = async (wish: Wish, options?: CribOptions) => {
      const made = await withTool(wish, options);
      await made.approve();
      return made.call("made", {});
    };

    it("a crash, with the end of stderr and what it had printed", async () => {
      const { text, isError } = await runs({ script: "echo so far; echo why >&2; exit 3" });
      assert.equal(
        text,
        "The tool made failed with exit code 3: mend its script or its arguments.\nIt printed to stderr:\nwhy\nIt printed:\nso far",
      );
      assert.equal(isError, true);
    });

    it("a signal", async () => {
      const { text } = await runs({ script: "kill -SEGV $$" });
      assert.match(
        text,
        /^The tool made (?:failed with exit code 139|was ended by SIGSEGV): mend its script or its arguments\./,
      );
    });

    it("a run without end", async () => {
      const { text, isError } = await runs({
        script: "echo begun; sleep 60",
        timeout_ms: 1000,
      });
      assert.match(
        text,
        /^The tool made was stopped after 1000 ms because it had not ended: have it do less at once, or raise timeout_ms in its tool\.json\.\nIt printed:\nbegun/,
      );
      assert.equal(isError, true);
    });

    it("a cancellation", async () => {
      const made = await withTool({ script: "sleep 30" });
      await made.approve();
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 500);
      const { text, isError } = await made.call("made", {}, { signal: controller.signal });
      assert.match(text, /^The tool made was stopped before it had ended\./);
      assert.equal(isError, true);
    });

    it("a runtime that is not there", async () => {
      const path = process.env.PATH;
      const made = await withTool({ script: "print(1)", runtime: "python" });
      await made.approve();
      try {
        process.env.PATH = "/nowhere";
        assert.equal(
          (await made.call("made", {})).text,
          "The tool made needs the program python3, which is not on this machine's PATH: ask the person to install it.",
        );
      } finally {
        process.env.PATH = path;
      }
    });

    it("a flood of output, of which the ends are kept", async () => {
      const { text, isError } = await runs({
        script: "echo begin; head -c 100000000 /dev/zero | tr '\\0' a; echo end",
      });
      assert.ok(text.length < 1_100_000);
      assert.match(text, /^begin\na+/);
      assert.match(text, /bytes left out/);
      assert.match(text, /aend\n\[job_output with id command_1 reads what was left out\]$/);
      assert.equal(isError, false);
    }).timeout(120_000);

    it("what was left out, which job_output reads from then on (DF-2b)", async () => {
      const made = await withTool({ script: "head -c 5000 /dev/zero | tr '\\0' e >&2; exit 1" });
      await made.approve();
      const shelf = new ToolShelf(made.crib, made.session);
      assert.ok(shelf.isDeferred("job_output"));
      const { text } = await made.call("made", {});
      assert.match(text, /bytes left out.*e\n\[job_output with id command_1 reads what was left out\]$/s);
      assert.ok(!shelf.isDeferred("job_output"));
    });
  });

  describe("answers", () => {
    const answer = async (wish: Wish) => {
      const made = await withTool(wish);
      await made.approve();
      const { text, isError, data } = await made.call("made", { text: "x" });
      return [text, isError, (data as { result?: unknown }).result];
    };
    const given = { text: "done", data: { n: 1 } };

    it("with JSON of the agreed form, from each runtime", async () => {
      const node = `import { readFileSync } from "node:fs"; JSON.parse(readFileSync(0, "utf8")); console.log(${JSON.stringify(JSON.stringify(given))});`;
      assert.deepEqual(await answer({ runtime: "node", script: node }), ["done", false, { n: 1 }]);
      const python = `import json, sys\njson.load(sys.stdin)\nprint(json.dumps({"text": "done", "data": {"n": 1}}))`;
      assert.deepEqual(await answer({ runtime: "python", script: python }), ["done", false, { n: 1 }]);
      assert.deepEqual(await answer({ script: `cat <<'X'\n${JSON.stringify(given, undefined, 2)}\nX` }), [
        "done",
        false,
        { n: 1 },
      ]);
    });

    it("with JSON however much it printed to stderr", async () => {
      const script = `head -c 5000 /dev/zero | tr '\\0' e >&2; echo '${JSON.stringify(given)}'`;
      assert.deepEqual(await answer({ script }), ["done", false, { n: 1 }]);
    });

    it("with a failure of its own", async () => {
      assert.deepEqual(await answer({ script: `echo '{"text":"no such word","isError":true}'` }), [
        "no such word",
        true,
        undefined,
      ]);
    });

    for (const text of ['{"text":1}', '{"text":"a","more":1}', "{", '{"data":1}', "[1]", '"a"', "plain"])
      it(`with text for everything else: ${text}`, async () => {
        assert.deepEqual(await answer({ script: `cat <<'X'\n${text}\nX` }), [text, false, undefined]);
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
        ["Run the tool made, which an agent made", "no sandbox holds the tool to what a person approved", true],
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
    assert.match((await call("made", {})).text, /^Denied by policy: a rule of the user denies it/);
  });
});
