/** Hosts that code talks to count as if a tool had fetched from them (PO-6, PO-7, HB-5). */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { lineageText } from "../../../src/features/confidentiality/lineage";
import { needsBubblewrap } from "../../node/sandbox/support/world";
import { execPlace } from "./support/execRuns";

const script = (port: number) => `import urllib.request
print(urllib.request.urlopen("http://" + "local" + "host:${port}/customers").read().decode())
`;

describe("hosts that a command talks to (PO-7)", function () {
  this.timeout(60_000);
  let server: Server;
  let port = 0;
  /** What went over each connection, as the server counts it. */
  let exchanged: { sent: number; received: number }[] = [];
  before(async function () {
    await needsBubblewrap(this);
    server = createServer((_, response) => response.end("customer data"));
    server.on("connection", (socket) =>
      socket.once("close", () => exchanged.push({ sent: socket.bytesRead, received: socket.bytesWritten })),
    );
    await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
    ({ port } = server.address() as AddressInfo);
  });
  beforeEach(() => {
    exchanged = [];
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
    const [counted] = exchanged;
    assert.ok(counted && counted.sent > 20 && counted.received > 13, JSON.stringify(exchanged));
    const reached = { host: `localhost:${port}`, methods: ["GET"], ...counted };
    assert.deepEqual(records.at(-1)?.reached, [reached]);
    const inLineage = () => session.taint.lineage.filter(({ source }) => source === reached.host);
    assert.deepEqual(
      inLineage().map((entry) => entry.exchanged),
      [{ methods: ["GET"], ...counted }],
    );
    assert.match(
      inLineage().map(lineageText).join(),
      new RegExp(`  localhost:${port}: [^(]+ \\(GET, ${counted.sent} bytes sent, ${counted.received} received\\)$`),
    );
    const audit = readdirSync(join(state, "audit"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".jsonl"))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
      .join("");
    assert.ok(audit.includes(`"reached":${JSON.stringify([reached])}`), audit);
    const workspace = crib.workspaces.of("tester");
    assert.ok(workspace && workspace.folder === own);
    const { runs } = await execHistory.runs(workspace, 1, 2);
    assert.deepEqual(runs[0]?.reached, [reached]);
    // What a later run exchanges is added to the same line.
    await run({ file: "scratch/fetch.py" });
    assert.deepEqual(
      inLineage().map((entry) => entry.exchanged),
      [{ methods: ["GET"], sent: 2 * counted.sent, received: 2 * counted.received }],
    );
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
    const hosts = () => session.taint.lineage.filter(({ source }) => source === `localhost:${port}`);
    for (let tries = 0; tries < 100 && !hosts()[0]?.exchanged; tries++)
      await call("job_output", { id: job, wait_ms: 100 });
    assert.deepEqual(
      hosts().map((entry) => entry.exchanged),
      [{ methods: ["GET"], ...exchanged[0] }],
    );
  });

  it("keep a result from the model where a rule blocks the host", async () => {
    const { run } = await place("CONFIDENTIAL", "block");
    const { text, isError } = await run({ file: "scratch/fetch.py" });
    assert.deepEqual([isError, text.includes("customer data")], [true, false]);
    assert.match(text, /^Withheld by policy: agents may not read localhost:\d+/);
  });
});
