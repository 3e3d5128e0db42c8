/** Hosts that code talks to count as if a tool had fetched from them (PO-6, PO-7, HB-5). */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { needsBubblewrap } from "../../node/sandbox/support/world";
import { execPlace } from "./support/execRuns";

const script = (port: number) => `import urllib.request
print(urllib.request.urlopen("http://" + "local" + "host:${port}/customers").read().decode())
`;

describe("hosts that a command talks to (PO-7)", function () {
  this.timeout(60_000);
  let server: Server;
  let port = 0;
  before(async function () {
    await needsBubblewrap(this);
    server = createServer((_, response) => response.end("customer data"));
    await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
    ({ port } = server.address() as AddressInfo);
  });
  after(() => server?.close());

  const place = (level?: string, action?: string) =>
    execPlace(
      { "scratch/fetch.py": script(port) },
      {
        settings: {
          "toolcrib.web.allowLocal": [`localhost:${port}`],
          ...(level && {
            "toolcrib.classification.rules": [{ match: { host: "localhost" }, level, ...(action && { action }) }],
          }),
        },
      },
    );

  it("raise the session's taint though no word of the command names them", async () => {
    const { run, session } = await place("CONFIDENTIAL");
    assert.equal((await run({ file: "scratch/fetch.py" })).data.stdout, "customer data\n");
    assert.equal(session.taint.level, "CONFIDENTIAL");
    assert.deepEqual(
      session.taint.lineage.filter(({ level }) => level === "CONFIDENTIAL").map(({ source }) => source),
      [`localhost:${port}`],
    );
  });

  it("are told in the lineage, the audit log, the history and the replay, with what was exchanged", async () => {
    const { run, session, records, state, own, execHistory, crib } = await place();
    await run({ file: "scratch/fetch.py" });
    assert.equal(session.taint.level, "INTERNAL");
    assert.ok(session.taint.lineage.some(({ source }) => source === `localhost:${port}`));
    const [reached] = records.at(-1)?.reached ?? [];
    assert.equal(reached?.host, `localhost:${port}`);
    assert.ok((reached?.sent ?? 0) > 20 && (reached?.received ?? 0) > 13, JSON.stringify(reached));
    const audit = readdirSync(join(state, "audit"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".jsonl"))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
      .join("");
    assert.ok(audit.includes(`"reached":[{"host":"localhost:${port}"`), audit);
    const workspace = crib.workspaces.of("tester");
    assert.ok(workspace && workspace.folder === own);
    const { runs } = await execHistory.runs(workspace, 1, 2);
    assert.equal(runs[0]?.reached?.[0]?.host, `localhost:${port}`);
  });

  it("raise it for a command in the background before its output can be read", async () => {
    const { call, session } = await place("CONFIDENTIAL");
    const started = await call("exec_run", { file: "scratch/fetch.py", background: true });
    const { job } = started.data as { job: string };
    let text = "";
    for (let tries = 0; tries < 100 && !text.includes("customer data"); tries++)
      ({ text } = await call("job_output", { id: job, wait_ms: 1000 }));
    assert.match(text, /customer data/);
    assert.equal(session.taint.level, "CONFIDENTIAL");
  });

  it("keep a result from the model where a rule blocks the host", async () => {
    const { run } = await place("CONFIDENTIAL", "block");
    const { text, isError } = await run({ file: "scratch/fetch.py" });
    assert.deepEqual([isError, text.includes("customer data")], [true, false]);
    assert.match(text, /^Withheld by policy: agents may not read localhost:\d+/);
  });
});
