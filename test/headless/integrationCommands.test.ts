/** `toolcrib integrations`: what a person does with one integration from its first line to its end (EX-1, EX-7). */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fakeSecretTool } from "../features/integrations/support/fakeSecretTool";
import { needsBubblewrap } from "../node/sandbox/support/world";
import { ownFolder, ownName } from "../support/ownFolder";
import { plant } from "../support/tempFolder";
import { run, workplace } from "./support/program";

const facts = { description: "Greets.", runtime: "bash", entry: "main.sh", test: "bash test.sh" };
const main = `read -r given
printf '{"given":%s,"with":"%s"}\\n' "$given" "\${API_TOKEN:-nothing}"
`;

/** Two integrations: `sync` with a secret, `plain` without. */
function place() {
  const { root, state } = workplace();
  const world = join(root, "..");
  const base = join(world, "workspaces");
  const settings = join(world, "settings.json");
  writeFileSync(settings, JSON.stringify({ "workspaces.folder": base, requireRead: false }));
  const secrets = join(world, "secrets.json");
  const plain = ["--root", root, "--state", state, "--settings", settings, "--agent", "tester"];
  const at = [...plain, "--secrets", secrets];
  const manifest = (name: string, more: object) => JSON.stringify({ name, ...facts, ...more });
  const files = { "main.sh": main, "test.sh": '[ -z "$API_TOKEN" ] && echo tested\n' };
  const own = ownFolder(base, "tester", root);
  const secret = { secrets: { API_TOKEN: "reads your tasks" } };
  for (const [name, more] of [
    ["sync", secret],
    ["plain", { hosts: ["api.example.org"] }],
  ] as const)
    for (const [file, text] of Object.entries({ ...files, "integration.json": manifest(name, more) }))
      plant(own, { [`integrations/${name}/${file}`]: text });
  const integrations = async (words: readonly string[], input = "") => {
    const { code, out, err } = await run(["integrations", ...words, ...at], input);
    return [code, out, err] as const;
  };
  /** Without the option that names a file, as a person whose system has a keyring. */
  const withKeyring = (words: readonly string[], path: string, input = "") =>
    run(["integrations", ...words, ...plain], input, { PATH: `${path}${delimiter}${process.env.PATH}` });
  const call = (tool: string, input: object, ...options: string[]) =>
    run(["call", tool, JSON.stringify(input), ...options, ...at]);
  return { own, key: (name: string) => `${ownName("tester", root)}/${name}`, integrations, withKeyring, call };
}

const firstLine = ([code, out]: readonly [number | null, string, string]) => [code, out.split("\n")[0]];

describe("toolcrib integrations (EX-1, EX-7)", function () {
  this.timeout(300_000);
  before(async function () {
    await needsBubblewrap(this);
  });

  it("takes a secret and a person's word, runs and tests with them, and takes both back", async () => {
    const { own, key, integrations } = place();
    const sync = key("sync");
    assert.deepEqual(await integrations(["list"]), [
      0,
      `${key("plain")}: waits for your approval\n${sync}: waits for your approval; secrets missing: API_TOKEN\n`,
      "",
    ]);
    assert.deepEqual(await integrations(["run", "sync"]), [
      1,
      "",
      'toolcrib: The integration "sync" was not run, because it gets secrets and waits for your approval: review and approve it in the Workspaces view, or with "toolcrib integrations approve sync".\n',
    ]);
    assert.deepEqual(firstLine(await integrations(["test", "sync"])), [0, "tested"]);
    assert.deepEqual(await integrations(["secret", "sync", "OTHER"], "x"), [
      1,
      "",
      'toolcrib: The integration "sync" names no secret "OTHER": it names API_TOKEN.\n',
    ]);
    assert.deepEqual(await integrations(["secret", "sync", "API_TOKEN"], "s3cr3t-value\n"), [
      0,
      `${sync}: API_TOKEN is kept.\n`,
      "",
    ]);
    const shown = (await integrations(["show", "sync"]))[1];
    assert.match(shown, /^sync of tester\+\S+: waits for your approval\nGreets\.\n/);
    assert.match(shown, /\nIt gets the secret API_TOKEN: reads your tasks\. .*\n/);
    const unread = await integrations(["approve", "sync"]);
    assert.deepEqual([unread[0], unread[1]], [1, shown]);
    assert.match(unread[2], /was not approved, because nobody can be asked here/);
    assert.equal((await integrations(["approve", "sync", "--yes"]))[0], 0);
    assert.match((await integrations(["list"]))[1], /sync: approved; secrets set: API_TOKEN\n$/);
    assert.deepEqual(firstLine(await integrations(["run", "sync", '{"n":1}'])), [
      0,
      '{"given":{"n":1},"with":"[redacted]"}',
    ]);
    assert.deepEqual(await integrations(["run", "sync", "[1]"]), [
      1,
      "",
      "toolcrib: The arguments are not a JSON object.\n",
    ]);
    writeFileSync(join(own, "integrations/sync/test.sh"), "exit 3\n");
    assert.equal((await integrations(["test", "sync"]))[0], 1);
    assert.match((await integrations(["list"]))[1], /sync: changed since you approved it; secrets/);
    assert.deepEqual(await integrations(["withdraw", "sync"]), [0, `${sync}: waits for approval again.\n`, ""]);
    assert.deepEqual(await integrations(["reject", "sync"]), [
      0,
      `${sync}: rejected: it will not run in its current form.\n`,
      "",
    ]);
    for (const told of ["API_TOKEN is removed", "there is no API_TOKEN"])
      assert.deepEqual(await integrations(["forget", "sync", "API_TOKEN"]), [0, `${sync}: ${told}.\n`, ""]);
    assert.match((await integrations(["list"]))[1], /sync: rejected; secrets missing: API_TOKEN\n$/);
  });

  it("keeps a secret in the system's keyring, through its program, and runs with it", async function () {
    if (process.platform !== "linux") this.skip();
    const { key, withKeyring } = place();
    const sync = key("sync");
    const { folder, args } = fakeSecretTool();
    const given = await withKeyring(["secret", "sync", "API_TOKEN"], folder, "s3cr3t-value\n");
    assert.deepEqual([given.out, given.err], [`${sync}: API_TOKEN is kept.\n`, ""]);
    assert.equal((await withKeyring(["approve", "sync", "--yes"], folder)).code, 0);
    const ran = await withKeyring(["run", "sync"], folder);
    assert.deepEqual(firstLine([ran.code, ran.out, ran.err]), [0, '{"given":{},"with":"[redacted]"}']);
    assert.equal((await withKeyring(["forget", "sync", "API_TOKEN"], folder)).out, `${sync}: API_TOKEN is removed.\n`);
    assert.match(
      (await withKeyring(["run", "sync"], folder)).out,
      /because API_TOKEN of the integration sync is not set\./,
    );
    assert.ok(
      args().includes(`store --label=toolcrib/${sync}/API_TOKEN service toolcrib key toolcrib/${sync}/API_TOKEN`),
    );
    assert.doesNotMatch(args(), /s3cr3t/);
  });

  it("runs one without secrets as it is, with the access that was allowed, which is taken back", async () => {
    const { key, integrations, call } = place();
    const plain = key("plain");
    const ran = await integrations(["run", "plain", '{"n":2}']);
    assert.deepEqual(firstLine(ran), [0, '{"given":{"n":2},"with":"nothing"}']);
    assert.match(ran[1], /\n\[It could not talk to api\.example\.org: approve it to allow that\.\]\n$/);
    assert.deepEqual(await integrations(["revoke", "plain"]), [0, `${plain}: nothing was allowed.\n`, ""]);
    await call("exec_run", { command: "bash main.sh </dev/null", cwd: "integrations/plain" }, "--approve", "all");
    assert.match(
      (await integrations([]))[1],
      /plain: waits for your approval; its commands may talk to api\.example\.org\n/,
    );
    const allowed = await integrations(["run", "plain"]);
    assert.equal(allowed[0], 0);
    assert.doesNotMatch(allowed[1], /It could not/);
    assert.deepEqual(await integrations(["revoke", "plain"]), [
      0,
      `${plain}: its commands are asked about again.\n`,
      "",
    ]);
    assert.match((await integrations([]))[1], /plain: waits for your approval\n/);
  });

  it("refuses in one sentence what it does not know", async () => {
    const { key, integrations } = place();
    const [code, , err] = await integrations(["start"]);
    assert.equal(code, 2);
    assert.match(
      err,
      /"integrations start" is not a command: use integrations list, show, run, test, secret, forget, /,
    );
    assert.deepEqual(await integrations(["show", "gone"]), [
      1,
      "",
      `toolcrib: There is no integration "gone": name one of ${key("plain")}, ${key("sync")}.\n`,
    ]);
  });
});
