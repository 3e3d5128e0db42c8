/** An integration with a real service, end to end: scaffold, red, green, secret, approval, schedule, result (EX-1, EX-6, EX-7). */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { dueAgain } from "../features/schedules/support/dueAgain";
import { type PackageServer, startPackageServer } from "../features/workspaces/support/packageServer";
import { needsBubblewrap } from "../node/sandbox/support/world";
import { ownFolder, ownName } from "../support/ownFolder";
import { secretForms } from "../support/secretForms";
import { tempFolder } from "../support/tempFolder";
import { run, workplace } from "./support/program";

const token = "ntn_4f9A-Zq7%wXe+31";
const key = "svc_8bT2/mQ5=yRk-64";

/** A service that wants a token and a key, and counts who had them. */
async function startService(): Promise<{ server: Server; port: number; seen: string[] }> {
  const seen: string[] = [];
  const server = createServer(({ headers }, response) => {
    seen.push(`${headers.authorization}, ${headers["x-key"]}`);
    const isKnown = headers.authorization === `Bearer ${token}` && headers["x-key"] === key;
    response.writeHead(isKnown ? 200 : 401, { "content-type": "application/json" });
    response.end(JSON.stringify(isKnown ? { tasks: ["buy milk", "call home"] } : { error: "no token" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return { server, port: (server.address() as AddressInfo).port, seen };
}

/** Syncs tasks, counts its runs, and prints its secrets in every way that it can, as careless code does. */
const main = (port: number) => `import base64, json, os, sys, urllib.request
import greeting


def titles(answer):
    return [task.upper() for task in answer["tasks"]]


def run(args):
    token = os.environ["NOTION_TOKEN"]
    key = open(os.environ["SERVICE_KEY_FILE"]).read()
    headers = {"Authorization": "Bearer " + token, "X-Key": key}
    request = urllib.request.Request("http://localhost:${port}/tasks", headers=headers)
    with urllib.request.urlopen(request) as response:
        answer = json.load(response)
    os.makedirs("state", exist_ok=True)
    count = 1 + int(open("state/count").read() if os.path.exists("state/count") else "0")
    open("state/count", "w").write(str(count))
    open("report.txt", "w").write("\\n".join(titles(answer)))
    for secret in (token, key):
        print("secret", secret, base64.b64encode(secret.encode()).decode(), file=sys.stderr)
    print(os.environ["SERVICE_KEY_FILE"], "SERVICE_KEY" in os.environ, file=sys.stderr)
    return {"titles": titles(answer), "count": count, "says": greeting.text, "token": token, "key": key}


if __name__ == "__main__":
    given = sys.stdin.read()
    print(json.dumps(run(json.loads(given) if given.strip() else {})))
`;

const test = `import unittest
from main import titles


class Titles(unittest.TestCase):
    def test_titles(self):
        self.assertEqual(titles({"tasks": ["a"]}), ["A"])
`;

/** Every file below a folder, with its bytes. */
function filesBelow(folder: string): { path: string; bytes: Buffer }[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [{ path, bytes: readFileSync(path) }] : [];
  });
}

const forms = [token, key].flatMap(secretForms);

describe("an integration from the first line to its result in the morning (EX-7)", function () {
  this.timeout(600_000);
  let packages: PackageServer;
  let service: Awaited<ReturnType<typeof startService>>;
  before(async function () {
    await needsBubblewrap(this);
    packages = await startPackageServer(join(tempFolder(), "written"));
    service = await startService();
  });
  after(() => {
    packages?.server.close();
    service?.server.close();
  });

  it("is built, given its secret once, approved, scheduled, run by the clock with its state, and read in the next session", async () => {
    const { root, state } = workplace();
    const world = join(root, "..");
    const base = join(world, "workspaces");
    const settings = join(world, "settings.json");
    const secrets = join(world, "secrets.json");
    const hosts = [`localhost:${service.port}`, `localhost:${packages.port}`];
    const results = join(world, "results");
    const wished = { "schedules.resultsFolder": results, "web.allowLocal": hosts };
    writeFileSync(settings, JSON.stringify({ "workspaces.folder": base, requireRead: false, ...wished }));
    const at = ["--root", root, "--state", state, "--settings", settings, "--secrets", secrets, "--agent", "tester"];
    const env = { PIP_INDEX_URL: `${packages.url}simple/`, PIP_EXTRA_INDEX_URL: "" };
    const own = ownFolder(base, "tester", root);
    const shownName = `${ownName("tester", root)}/notion-sync`;
    const outputs: string[] = [];
    const toolcrib = async (args: readonly string[], input = "") => {
      const ended = await run([...args, ...at], input, env);
      outputs.push(ended.out, ended.err);
      return ended;
    };
    const call = async (tool: string, input: object, ...options: string[]) => {
      const { out, err } = await toolcrib(["call", tool, JSON.stringify(input), ...options]);
      assert.ok(out !== "", err);
      return JSON.parse(out) as { text: string; isError: boolean; data: { exitCode?: number; error?: string } };
    };
    const says = async (tool: string, input: object, ...options: string[]) => {
      const { text, isError } = await call(tool, input, ...options);
      assert.equal(isError, false, text);
      return text;
    };
    const sync = { name: "notion-sync" };

    // Scaffold.
    await says("integration_create", {
      ...sync,
      description: "Brings tasks over.",
      runtime: "python",
      hosts: [`localhost:${service.port}`],
      packages: ["pip"],
      secrets: { NOTION_TOKEN: "reads your tasks" },
    });
    const folder = "integrations/notion-sync";
    await says("exec_write", { path: `${folder}/test_main.py`, content: test.replace('["A"]', '["B"]') });
    await says("exec_write", { path: `${folder}/main.py`, content: main(service.port) });
    await says("exec_write", { path: `${folder}/requirements.txt`, content: "greeting==1.0.0\n" });

    // Packages: asked once, and then no more.
    const install = { command: "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt", cwd: folder };
    const refused = await call("exec_run", install);
    assert.equal(refused.data.error, "declined");
    assert.ok(
      refused.text.includes(
        `the integration notion-sync wants to fetch packages from pip (localhost:${packages.port}) and talk to localhost:${service.port}`,
      ),
      refused.text,
    );
    assert.match(await says("exec_run", install, "--approve", "all"), /\[exit code: 0/);
    assert.match(await says("exec_run", { command: ".venv/bin/pip list", cwd: folder }), /greeting/);

    // Red, and green.
    const manifest = JSON.parse(readFileSync(join(own, folder, "integration.json"), "utf8"));
    const tests = manifest.test.replace("python3 -m", ".venv/bin/python -m");
    const withFile = { ...manifest.secrets, SERVICE_KEY: { for: "names you to the service", as: "file" } };
    const mended = JSON.stringify({ ...manifest, test: tests, secrets: withFile });
    await says("exec_write", { path: `${folder}/integration.json`, content: mended });
    const red = await call("integration_run", { ...sync, action: "test" });
    assert.match(red.text, /test_titles/);
    assert.equal(red.data.exitCode, 1, red.text);
    await says("exec_write", { path: `${folder}/test_main.py`, content: test });
    assert.match(await says("integration_run", { ...sync, action: "test" }), /\[exit code: 0/);

    // Nothing gets the secret that nobody approved.
    const early = await call("integration_run", sync);
    assert.equal(early.data.error, "denied");
    assert.match(early.text, /gets secrets and waits for the person's approval/);
    assert.deepEqual(service.seen, []);

    // The person's part.
    for (const [name, value] of Object.entries({ NOTION_TOKEN: token, SERVICE_KEY: key })) {
      const given = await toolcrib(["integrations", "secret", "notion-sync", name], `${value}\n`);
      assert.equal(given.out, `${shownName}: ${name} is kept.\n`, given.err);
    }
    assert.equal(statSync(secrets).mode & 0o777, 0o600);
    const review = await toolcrib(["integrations", "approve", "notion-sync", "--yes"]);
    assert.match(review.out, /It gets the secret NOTION_TOKEN: reads your tasks/);
    assert.match(review.out, /It gets the secret SERVICE_KEY as a file: names you to the service/);
    assert.match(review.out, /def titles/);

    // The line of its tests is the agent's: its .venv is there for the person too.
    const tested = await toolcrib(["integrations", "test", "notion-sync"]);
    assert.equal(tested.code, 0, tested.out + tested.err);

    // Twice by the agent, with state, and nobody sees the token.
    const first = await says("integration_run", sync);
    assert.match(first, /"count": 1, "says": "hello from pip", "token": "\[redacted\]", "key": "\[redacted\]"/);
    for (const line of ["secret [redacted] [redacted]==", "/run/secrets/SERVICE_KEY False"])
      assert.ok(first.includes(`\n[stderr] ${line}\n`), first);
    assert.match(await says("integration_run", sync), /"count": 2/);

    const read = await toolcrib(["taint", "show"]);
    assert.match(
      read.out,
      new RegExp(`  localhost:${service.port}: [^(\\n]+ \\(GET, [1-9]\\d* bytes sent, [1-9]\\d* received\\)`),
    );

    // A changed byte, and it waits again.
    writeFileSync(join(own, folder, "notes.txt"), "x");
    assert.match((await call("integration_run", sync)).text, /changed since the person approved it/);
    await toolcrib(["integrations", "approve", "notion-sync", "--yes"]);

    // Scheduled, approved, and run by the clock.
    await says("schedule_create", {
      name: "morning",
      command: ".venv/bin/python main.py",
      files: folder,
      cron: "* * * * *",
      network: [`localhost:${service.port}`],
    });
    assert.match(
      (await toolcrib(["schedules", "approve", "morning", "--yes"])).out,
      /It gets the secret NOTION_TOKEN of notion-sync/,
    );
    mkdirSync(join(own, folder, "__pycache__"), { recursive: true });
    writeFileSync(join(own, folder, "__pycache__", "main.pyc"), "left behind");
    for (const count of [1, 2]) {
      dueAgain(base, `${ownName("tester", root)}.morning`);
      const due = await toolcrib(["schedules", "run", "--due"]);
      assert.equal(due.code, 0, due.out + due.err);
      assert.match(due.out, new RegExp(`succeeded, .*started by the clock[\\s\\S]*"count": ${count},`));
    }

    // Each result is a file where the person wishes for one, with what the run made beside it.
    const written = filesBelow(join(results, "morning")).map(({ bytes }) => bytes.toString());
    assert.equal(written.filter((text) => text === "BUY MILK\nCALL HOME").length, 2);
    for (const count of [1, 2])
      assert.equal(
        written.filter((text) => new RegExp(`^succeeded, [\\s\\S]*"count": ${count},`).test(text)).length,
        1,
      );

    // The next session reads it.
    const next = await says("exec_ls", {});
    assert.match(
      next,
      /\[The schedule "morning" ran at \S+: succeeded\.\nFiles: report\.txt\nreport\.txt begins:\nBUY MILK\nCALL HOME\n/,
    );
    assert.match(next, /"titles": \["BUY MILK", "CALL HOME"\]/);
    assert.doesNotMatch(await says("exec_ls", {}), /The schedule "morning" ran/);
    assert.match(
      await says("schedule_list", {}),
      /morning: APPROVED, next due [\s\S]*: succeeded, files: report\.txt\n[\s\S]*CALL HOME/,
    );

    // Everything is on record, and the token is nowhere but in its file.
    assert.equal((await toolcrib(["history", "verify"])).code, 0);
    assert.equal((await toolcrib(["audit", "verify"])).code, 0);
    const past = (await toolcrib(["history", "show", "--json"])).out.trim().split("\n");
    const runs = past
      .map((line) => JSON.parse(line))
      .filter(({ title }) => title === "Run the integration notion-sync");
    const replayed = await toolcrib(["history", "replay", runs.at(0)?.call ?? ""]);
    assert.match(replayed.out, /"titles": \["BUY MILK", "CALL HOME"\], "count": \d/);
    assert.match(replayed.out + replayed.err, /secret \[redacted\] \[redacted\]/);
    assert.match(
      (await run(["audit", "show", "--json", "--state", state])).out,
      new RegExp(`"reached":\\[\\{"host":"localhost:${service.port}"`),
    );
    assert.equal(service.seen.length, 4);
    assert.deepEqual([...new Set(service.seen)], [`Bearer ${token}, ${key}`]);
    for (const form of forms) {
      assert.deepEqual(
        outputs.filter((text) => text.includes(form)),
        [],
      );
      const holding = [state, base, root, results].flatMap(filesBelow).filter(({ bytes }) => bytes.includes(form));
      assert.deepEqual(
        holding.map(({ path }) => path),
        [],
      );
    }
    for (const secret of [token, key]) assert.ok(readFileSync(secrets, "utf8").includes(secret));
    assert.ok(dirname(secrets) !== state);
  });
});
