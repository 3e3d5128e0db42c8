/** Tools that agents made and a person approved: what holds them while they run, and what is told of their ends (CT-2). */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { ToolCatalog } from "../../../src/core/tools/toolCatalog";
import { needsBubblewrap } from "../../node/sandbox/support/world";
import type { CribOptions } from "../../support/realCrib";
import type { Tree } from "../../support/tempFolder";
import { type Wish, withTool } from "./support/madeToolCrib";

/** Whether a process was started with exactly these arguments, each with its NUL. */
const isRunning = (commandLine: string): boolean =>
  readdirSync("/proc").some((id) => {
    try {
      return /^\d+$/.test(id) && readFileSync(`/proc/${id}/cmdline`, "utf8") === commandLine;
    } catch {
      return false;
    }
  });

describe("a tool that an agent made and a person approved (CT-2)", function () {
  this.timeout(60_000);
  before(async function () {
    await needsBubblewrap(this);
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
        /^The tool made failed with exit code 1: fix its script or its arguments\.\nIt printed to stderr:\n.*Read-only file system/,
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
        /\[The sandbox refused a connection to denied\.example: its tool\.json does not list that access\. If the tool needs it, ask for it in the permissions of its tool\.json; a person has to approve it again then\.\]$/,
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
        "The tool made failed with exit code 3: fix its script or its arguments.\nIt printed to stderr:\nwhy\nIt printed:\nso far",
      );
      assert.equal(isError, true);
    });

    it("a signal", async () => {
      const { text } = await runs({ script: "kill -SEGV $$" });
      assert.match(
        text,
        /^The tool made (?:failed with exit code 139|was ended by SIGSEGV): fix its script or its arguments\./,
      );
    });

    it("a run without end", async () => {
      const { text, isError } = await runs({
        script: "echo begun; sleep 60",
        timeout_ms: 1000,
      });
      assert.match(
        text,
        /^The tool made was stopped after 1000 ms because it had not ended: make it do less at once, or raise timeout_ms in its tool\.json\.\nIt printed:\nbegun/,
      );
      assert.equal(isError, true);
    });

    it("a limit that all of its processes together met, named after what it printed (HB-6)", async () => {
      const script = "echo begun; for i in $(seq 1 40); do sleep 60 & done; wait";
      const { text, isError } = await runs({ script }, { settings: { limits: { processes: 20 } } });
      assert.match(
        text,
        /^The tool made was stopped because it reached a limit: make it do less at once\.\n(?:It printed to stderr:\n[\s\S]*\n)?It printed:\nbegun/,
      );
      assert.ok(text.includes("more than 20 processes and threads at once (toolcrib.limits.processes)"), text);
      assert.equal(isError, true);
    });

    it("a cancellation", async () => {
      const made = await withTool({ script: "sleep 30.625" });
      await made.approve();
      const controller = new AbortController();
      const answer = made.call("made", {}, { signal: controller.signal });
      while (!isRunning(["sleep", "30.625", ""].join("\0"))) await setTimeout(20);
      controller.abort();
      const { text, isError } = await answer;
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
      assert.ok(text.length < 30_200);
      assert.match(text, /^begin\na+/);
      assert.match(text, /bytes left out/);
      assert.match(
        text,
        /aend\n\[job_output with id command_1, stream stdout and offset \d+ reads what was left out\]$/,
      );
      assert.equal(isError, false);
    }).timeout(120_000);

    it("what was left out, which job_output reads from then on (DF-2b)", async () => {
      const made = await withTool({ script: "head -c 5000 /dev/zero | tr '\\0' e >&2; exit 1" });
      await made.approve();
      const shelf = new ToolCatalog(made.crib, made.session);
      assert.ok(shelf.isDeferred("job_output"));
      const { text } = await made.call("made", {});
      assert.match(
        text,
        /bytes left out.*e\n\[job_output with id command_1, stream stderr and offset 3200 reads what was left out\]$/s,
      );
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
