/** What secrets of an integration are bound to: the approved bytes, the hosts of the manifest, and no output (EX-1). */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { replayText } from "../../../src/features/workspaces/replayText";
import { needsBubblewrap } from "../../node/sandbox/support/world";
import { type CribOptions, realCrib } from "../../support/realCrib";
import { plant } from "../../support/tempFolder";

const token = "s3cr3t-value-of-notion";

interface Service {
  readonly server: Server;
  readonly port: number;
  readonly seen: string[];
}

async function service(): Promise<Service> {
  const seen: string[] = [];
  const server = createServer(({ headers }, response) => {
    seen.push(headers.authorization ?? "");
    response.end("fine");
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return { server, port: (server.address() as AddressInfo).port, seen };
}

/** Sends its token to each port that it is given. */
const sends = `import json, os, sys, urllib.request
for port in json.load(sys.stdin).get("ports", []):
    request = urllib.request.Request("http://localhost:%d/" % port, headers={"Authorization": os.environ.get("NOTION_TOKEN", "none")})
    try:
        print(port, urllib.request.urlopen(request, timeout=5).read().decode())
    except Exception as error:
        print(port, "failed", type(error).__name__)
open(os.environ.get("NOTION_TOKEN", "none") + ".txt", "w").write("x")
os.makedirs("state", exist_ok=True)
open("state/log", "a").write("x")
print("runs", os.path.getsize("state/log"), "secret", "NOTION_TOKEN" in os.environ)
`;

describe("an approved integration with secrets (EX-1)", function () {
  this.timeout(120_000);
  let own: Service;
  let other: Service;
  before(async function () {
    await needsBubblewrap(this);
    [own, other] = [await service(), await service()];
  });
  beforeEach(() => {
    own.seen.length = 0;
    other.seen.length = 0;
  });
  after(() => {
    own?.server.close();
    other?.server.close();
  });

  async function place(
    values: Readonly<Record<string, string>> = { NOTION_TOKEN: token },
    settings: object = {},
    options: Pick<CribOptions, "dialect"> = {},
  ) {
    const world = await realCrib(
      {},
      {
        settings: {
          "toolcrib.web.allowLocal": [`localhost:${own.port}`, `localhost:${other.port}`],
          "toolcrib.requireRead": false,
          ...settings,
        },
        ...options,
        host: { secrets: { get: async (_of, name) => values[name] } },
      },
    );
    const manifest = {
      ...{ name: "sync", description: "Syncs.", runtime: "python", entry: "main.py", test: "true" },
      hosts: [`localhost:${own.port}`],
      secrets: { NOTION_TOKEN: "reads your tasks" },
    };
    plant(world.own, {
      "integrations/sync/integration.json": JSON.stringify(manifest),
      "integrations/sync/main.py": sends,
    });
    const workspace = world.crib.workspaces.of("tester")?.id ?? "";
    const { integrations } = world.crib;
    const find = async () => {
      const found = await integrations.find({ workspace, name: "sync" });
      assert.ok(found);
      return found;
    };
    const run = (ports: readonly number[] = []) =>
      world.call("integration_run", { name: "sync", arguments: { ports } });
    const approve = async () => integrations.decide(await find(), "approved");
    return { ...world, run, find, approve, folder: join(world.own, "integrations/sync") };
  }

  it("gets them for the approved bytes alone, and waits again for every other byte", async () => {
    const { run, approve, folder, crib } = await place();
    const { text, isError } = await run([own.port]);
    assert.equal(isError, true);
    assert.match(text, /because it gets secrets and waits for the person's approval/);
    assert.deepEqual(
      crib.integrations
        .all()
        .filter((one) => crib.integrations.isWaiting(one))
        .map(({ name }) => name),
      ["sync"],
    );
    await approve();
    assert.equal((await run([own.port])).isError, false);
    writeFileSync(join(folder, "helper.py"), "pass\n");
    assert.match((await run([own.port])).text, /changed since the person approved it/);
    assert.deepEqual(own.seen, [token]);
  });

  it("waits by itself once its bytes are others than those that were approved, until they are these again", async () => {
    const { approve, folder, crib, find, call } = await place();
    const waiting = () => crib.integrations.all().filter((one) => crib.integrations.isWaiting(one));
    await crib.integrations.refresh();
    assert.deepEqual(waiting(), [], "nobody wanted to run it yet");
    await approve();
    let told = 0;
    crib.integrations.onChange(() => told++);
    await call("exec_write", { path: "integrations/sync/main.py", content: "print(1)\n" });
    assert.deepEqual(
      waiting().map(({ name, state }) => [name, state]),
      [["sync", "changed"]],
    );
    assert.equal(told, 1);
    writeFileSync(join(folder, "main.py"), sends);
    await crib.integrations.refresh();
    assert.deepEqual(waiting(), []);
    const { hosts, ...rest } = JSON.parse(readFileSync(join(folder, "integration.json"), "utf8"));
    writeFileSync(join(folder, "integration.json"), JSON.stringify({ ...rest, hosts, secrets: {} }));
    assert.equal(crib.integrations.isWaiting(await find()), false, "without secrets it runs as it is");
  });

  it("does not wait again for what programs leave in its folder", async () => {
    const { run, approve, folder } = await place();
    await approve();
    for (const name of ["__pycache__", ".venv", "node_modules", "state", ".pytest_cache"]) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, "left.pyc"), "left behind");
      symlinkSync("/etc/passwd", join(folder, name, "link"));
    }
    assert.equal((await run()).isError, false);
  });

  it("sends them to the hosts of its manifest, and to no other that the settings allow", async () => {
    const { run, approve } = await place();
    await approve();
    const { text } = await run([own.port, other.port]);
    assert.match(text, new RegExp(`${own.port} fine\n${other.port} failed`));
    assert.deepEqual([own.seen, other.seen], [[token], []]);
  });

  it("keeps its folder state, whatever the agent puts into its own", async () => {
    const { run, approve, folder } = await place();
    await approve();
    mkdirSync(join(folder, "state"));
    writeFileSync(join(folder, "state/log"), "planted by the agent");
    assert.match((await run()).text, /runs 1 secret True/);
    assert.match((await run()).text, /runs 2 secret True/);
  });

  it("shows them in no result, no name of a file and no history, and raises the session's level by them", async () => {
    const { run, approve, session, crib, call, find, asked } = await place();
    await approve();
    const { text, data } = await run();
    assert.ok(!JSON.stringify([text, data]).includes(token));
    const { workspace } = await find();
    const runs = await crib.book.history({ workspace, name: "integration.sync", folder: "", files: [] });
    assert.deepEqual(runs[0]?.files, ["[redacted].txt"]);
    assert.equal(session.taint.level, "CONFIDENTIAL");
    assert.equal(session.taint.levelBesideSecrets, "INTERNAL");
    // It goes on by itself; what the agent sends elsewhere is asked about.
    await run([own.port]);
    assert.equal(asked.length, 0);
    await call("exec_run", { command: `curl -s http://localhost:${other.port}/` });
    assert.match(asked[0]?.decision.reason ?? "", /CONFIDENTIAL data \(the secret NOTION_TOKEN of sync\)/);
  });

  it("tells in the record and the lineage of the agent's session what its runs exchanged with its hosts", async () => {
    const { run, approve, session, records } = await place();
    await approve();
    const each = [];
    for (const _ of [1, 2]) {
      assert.equal((await run([own.port])).isError, false);
      each.push(...(records.at(-1)?.reached ?? []));
    }
    const host = `localhost:${own.port}`;
    const [one] = each;
    assert.ok(one && one.sent > token.length && one.received > 4, JSON.stringify(each));
    assert.deepEqual(each, [one, { ...one, host, methods: ["GET"] }]);
    assert.deepEqual(
      session.taint.lineage.flatMap(({ source, exchanged }) => (source === host ? [exchanged] : [])),
      [{ methods: ["GET"], sent: 2 * one.sent, received: 2 * one.received }],
    );
  });

  it("is asked about when the session has read something confidential beside them", async () => {
    const { run, approve, session, asked } = await place();
    await approve();
    const read = {
      time: 1,
      call: "x",
      level: "CONFIDENTIAL",
      source: "crm.example",
      reason: "a setting says so",
    } as const;
    session.taint.add(read);
    await run([own.port]);
    assert.match(asked[0]?.decision.reason ?? "", /CONFIDENTIAL data \(crm\.example\)/);
  });

  it("does not run without one of them, without a sandbox, or while the session plans", async () => {
    const missing = await place({});
    await missing.approve();
    assert.match((await missing.run()).text, /because NOTION_TOKEN of the integration sync is not set\./);
    const unheld = await place(undefined, { "toolcrib.sandbox": "off" });
    await unheld.approve();
    assert.equal((await unheld.run([own.port])).isError, true);
    const planning = await place();
    await planning.approve();
    planning.session.plan.enter();
    assert.equal((await planning.run([own.port])).isError, true);
    assert.deepEqual(own.seen, []);
  });

  it("gives them to a schedule of it, whose own hosts do not count then", async () => {
    const { approve, own: folder, crib } = await place();
    await approve();
    const command = `echo '{"ports": [${own.port}, ${other.port}]}' | python3 main.py`;
    plant(folder, {
      "schedules/morning.json": JSON.stringify({
        ...{ agent: "tester", command, files: "integrations/sync" },
        network: [`localhost:${other.port}`],
      }),
    });
    await crib.schedules.refresh();
    const schedule = crib.schedules.all()[0];
    assert.ok(schedule?.definition && schedule.integration);
    await crib.schedules.decide(schedule, "approved");
    const begun = await crib.book.begin(schedule, "person", Date.now());
    assert.ok(begun);
    const usable = { ...schedule, definition: schedule.definition };
    const result = await crib.runSchedule(usable, begun.place, new AbortController().signal);
    assert.match(result.text, new RegExp(`${own.port} fine\n${other.port} failed`));
    assert.deepEqual([own.seen, other.seen], [[token], []]);
    assert.ok(!result.text.includes(token));
  });

  for (const dialect of ["standard", "triggerfish", "flyto"] as const)
    it(`becomes a tool in one step, which runs what the person approved: ${dialect}`, async () => {
      const { approve, crib, call, find, session } = await place(undefined, {}, { dialect });
      const parameters = { type: "object", properties: { ports: { type: "array", items: { type: "number" } } } };
      const facts = { name: "sync_tasks", description: "Syncs.", parameters };
      const made = await call("create_tool", { ...facts, integration: "sync" });
      assert.match(made.text, /^Created the tool "sync_tasks" \(\.toolcrib\/tools\/sync_tasks\/tool\.json\)/);
      const [tool] = crib.madeTools.all();
      assert.ok(tool);
      assert.match((await call("sync_tasks", { ports: [own.port] })).text, /waiting for a person's approval/);
      await crib.madeTools.decide(tool, "approved");
      // The one word does not stand for the other.
      assert.match((await call("sync_tasks", { ports: [own.port] })).text, /waits for the person's approval/);
      assert.ok(crib.integrations.isWaiting(await find()));
      await approve();
      const { text, data } = await call("sync_tasks", { ports: [own.port, other.port] });
      assert.equal(text, `${own.port} fine\n${other.port} failed URLError\nruns 1 secret True`);
      assert.ok(!JSON.stringify([text, data]).includes(token));
      assert.deepEqual([own.seen, other.seen], [[token], []]);
      assert.equal(session.taint.level, "CONFIDENTIAL");
    });

  it("is no tool when it is not there, or when a script is given beside it", async () => {
    const { call, crib } = await place();
    const facts = { name: "sync_tasks", description: "Syncs.", parameters: { type: "object" } };
    assert.match(
      (await call("create_tool", { ...facts, integration: "gone" })).text,
      /^There is no integration "gone"/,
    );
    for (const both of [{}, { integration: "sync", script: "x", runtime: "bash" }, { script: "x" }])
      assert.equal((await call("create_tool", { ...facts, ...both })).isError, true);
    assert.deepEqual(crib.madeTools.all(), []);
  });

  it("is replayed as it ran, without the secret, and not as another command of the agent", async () => {
    const { run, approve, call, crib, execHistory } = await place();
    await approve();
    await call("exec_run", { command: "echo another" });
    await run();
    const own = crib.workspaces.of("tester");
    assert.ok(own);
    const { runs, problems } = await execHistory.runs(own);
    const [latest] = runs;
    assert.ok(latest);
    const text = await replayText(latest, await execHistory.output(own, latest));
    assert.match(text, /^\$ python3 main\.py\n[^\n]*\nruns 1 secret True\n/);
    assert.deepEqual(problems, []);
  });

  it("leaves nothing where an agent could read it", async () => {
    const { run, approve, folder, own: workspace } = await place();
    await approve();
    await run([own.port]);
    assert.equal(existsSync(join(folder, "state")), false);
    assert.ok(!readFileSync(join(workspace, ".exec_history"), "utf8").includes(token));
  });
});
