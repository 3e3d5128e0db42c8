/** Secrets that a command is given as files: whole, its own, and nowhere else (EX-1). */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ownedName } from "../../../src/node/files/writing/processName";
import { cleanSecretFiles, filesOnDisk } from "../../../src/node/sandbox/secretFiles";
import { tempFolder } from "../../support/tempFolder";
import { needsBubblewrap, World } from "./support/world";

/** Files vanish while others' commands run: what cannot be read any more holds nothing. */
function attempt<T>(look: () => T, otherwise: T): T {
  try {
    return look();
  } catch {
    return otherwise;
  }
}

const nothing = Buffer.alloc(0);

/** Paths of the files below a folder that hold a text. @param since milliseconds; what was last changed before is not looked at. */
function holding(folder: string, text: string, since: number): string[] {
  const entries = attempt(() => readdirSync(folder, { withFileTypes: true }), []);
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return holding(path, text, since);
    if (!entry.isFile() || attempt(() => lstatSync(path).ctimeMs, 0) < since) return [];
    return attempt(() => readFileSync(path), nothing).includes(text) ? [path] : [];
  });
}

/** What processes are started with is for all of their user to read. */
const startedWith = (text: string): string[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => [`/proc/${pid}/cmdline`, `/proc/${pid}/environ`])
    .filter((path) => attempt(() => readFileSync(path), nothing).includes(text));

describe("a secret as a file in bubblewrap (EX-1)", function () {
  this.timeout(60_000);
  let world: World;
  before(function () {
    return needsBubblewrap(this);
  });
  beforeEach(() => {
    world = new World({ "ws/a.txt": "" });
  });
  afterEach(() => world?.remove());

  it("is there with exactly its contents, to be read and not changed, at the path in NAME_FILE", async () => {
    const key = "-----BEGIN KEY-----\n'\"$(id) %s \\n ключ\n-----END KEY-----";
    const { stdout, exitCode } = await world.run(
      'printf "%s\\n" "$SERVICE_KEY_FILE"; stat -c %a "$SERVICE_KEY_FILE"; env | grep -c "^SERVICE_KEY="; ls /run/secrets; cat "$SERVICE_KEY_FILE"; (: >>"$SERVICE_KEY_FILE") 2>/dev/null; rm -f "$SERVICE_KEY_FILE" 2>/dev/null; touch /run/secrets/x 2>/dev/null; echo " $?"; wc -c <"$SERVICE_KEY_FILE"',
      { secretFiles: { SERVICE_KEY: key } },
    );
    assert.equal(exitCode, 0);
    assert.equal(stdout, `/run/secrets/SERVICE_KEY\n600\n0\nSERVICE_KEY\n${key} 1\n${Buffer.byteLength(key)}\n`);
  });

  it("is one of ten, each as large as may be", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 10 }, (_, at) => [`KEY_${at}`, randomBytes(32 * 1024).toString("hex")] as const),
    );
    const { stdout } = await world.run("for file in /run/secrets/*; do cat $file; echo; done", { secretFiles: files });
    assert.equal(
      stdout,
      Object.values(files)
        .map((text) => `${text}\n`)
        .join(""),
    );
  });

  it("is seen by no command that runs at the same time, and is in no file and in no process's arguments or variables", async () => {
    const secret = randomBytes(24).toString("hex");
    const since = Date.now() - 1000;
    let begun = () => {};
    const runs = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const first = world.run(
      'wc -c <"$SERVICE_KEY_FILE"; while ! [ -e done ]; do sleep 0.05; done; cat "$SERVICE_KEY_FILE"',
      {
        secretFiles: { SERVICE_KEY: secret },
        onOutput: () => begun(),
        timeoutMs: 50_000,
      },
    );
    await runs;
    const searches = `ls /run; echo "$SERVICE_KEY_FILE"; grep -rls ${secret.slice(0, 20)} /run /tmp /dev/shm /proc/[0-9]*/root/run /proc/[0-9]*/environ; echo end`;
    const second = await world.run(searches, { agent: "other" });
    assert.equal(second.stdout.replace(/^toolcrib\n/, ""), "\nend\n");
    for (const folder of [world.top, tmpdir(), "/dev/shm"]) assert.deepEqual(holding(folder, secret, since), []);
    assert.deepEqual(startedWith(secret), []);
    writeFileSync(world.path("ws/done"), "");
    assert.equal((await first).stdout, `48\n${secret}`);
    for (const folder of [world.top, tmpdir(), "/dev/shm"]) assert.deepEqual(holding(folder, secret, since), []);
  });

  it("is not there for a command without secrets, nor for the next one of the same agent", async () => {
    await world.run("true", { secretFiles: { SERVICE_KEY: "a-secret" } });
    const { stdout } = await world.run('ls -d /run/secrets 2>/dev/null; echo "[$SERVICE_KEY_FILE]"');
    assert.equal(stdout, "[]\n");
  });

  it("is refused where no sandbox holds the command", () =>
    assert.rejects(
      world.run("true", { secretFiles: { SERVICE_KEY: "a-secret" }, settings: { sandbox: "off" } }),
      /^ToolError: Secrets are given as files only in a sandbox, and none holds this command: the setting toolcrib\.sandbox is off\.$/,
    ));
});

describe("secrets as files on the disk, as macOS needs them (EX-1)", () => {
  it("are for their owner alone, and gone afterwards", async () => {
    const state = tempFolder();
    const { folder = "", variables, remove } = await filesOnDisk({ secretFiles: { SERVICE_KEY: "a\nb" } }, state);
    const file = join(folder, "SERVICE_KEY");
    assert.deepEqual(variables, { SERVICE_KEY_FILE: file });
    assert.equal(readFileSync(file, "utf8"), "a\nb");
    assert.deepEqual([lstatSync(folder).mode & 0o777, lstatSync(file).mode & 0o777], [0o700, 0o600]);
    await remove();
    assert.deepEqual(readdirSync(join(state, "sandbox", "secrets")), []);
  });

  it("make no folder for a command without them", async () => {
    const state = tempFolder();
    const { folder, variables } = await filesOnDisk({}, state);
    assert.deepEqual([folder, variables, readdirSync(state)], [undefined, {}, []]);
  });

  it("are removed by a later process where the one that wrote them was killed, and by no other", async () => {
    const state = tempFolder();
    const { folder = "" } = await filesOnDisk({ secretFiles: { SERVICE_KEY: "a-secret" } }, state);
    const left = join(state, "sandbox", "secrets", (await ownedName()).replace(/-\d+-(\d*)-/, "-4194305-$1-"));
    mkdirSync(left);
    await cleanSecretFiles(state, Date.now());
    assert.deepEqual([existsSync(folder), existsSync(left)], [true, false]);
  });
});
