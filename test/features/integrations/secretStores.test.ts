/** Where secrets of integrations are kept without an editor (EX-1). */
import assert from "node:assert/strict";
import { readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Keyring } from "../../../src/features/integrations/node/keyring";
import { SecretFile } from "../../../src/features/integrations/node/secretFile";
import { secretProblem } from "../../../src/features/integrations/secretStore";
import { secretForms } from "../../../src/policy/secrets/secretValues";
import { tempFolder } from "../../support/tempFolder";
import { fakeSecretTool } from "./support/fakeSecretTool";

const owner = { workspace: "chat+shop-1", integration: "notion-sync" };

describe("the file with secrets", () => {
  const place = (text?: string, mode = 0o600) => {
    const path = join(tempFolder(), "secrets.json");
    if (text !== undefined) writeFileSync(path, text, { mode });
    return { path, file: new SecretFile(path) };
  };
  const refused = (file: SecretFile, reason: RegExp) =>
    assert.rejects(
      file.get(owner, "TOKEN"),
      (error: Error) => reason.test(error.message) && !/hunter2/.test(error.message),
    );

  it("keeps, gives and removes one for each workspace and integration, readable for its owner alone", async () => {
    const { path, file } = place();
    assert.equal(await file.get(owner, "TOKEN"), undefined);
    await file.set(owner, "TOKEN", "hunter2");
    await file.set({ ...owner, integration: "other" }, "TOKEN", "another");
    assert.equal(await file.get(owner, "TOKEN"), "hunter2");
    assert.equal(await file.get({ ...owner, workspace: "you+shop-1" }, "TOKEN"), undefined);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.equal(await file.remove(owner, "TOKEN"), true);
    assert.equal(await file.remove(owner, "TOKEN"), false);
    assert.deepEqual(JSON.parse(readFileSync(path, "utf8")), {
      [owner.workspace]: { "notion-sync": {}, other: { TOKEN: "another" } },
    });
  });

  it("gives what a person wrote for every workspace, and nothing that an object has by itself", async () => {
    const { file } = place('{"*": {"notion-sync": {"TOKEN": "hunter2"}}}');
    assert.equal(await file.get(owner, "TOKEN"), "hunter2");
    assert.equal(await file.get(owner, "constructor"), undefined);
    assert.equal(await file.get({ workspace: "x", integration: "__proto__" }, "toString"), undefined);
  });

  it("is not used when others may read it, when it is a link, or when it is of another form", async () => {
    await refused(place('{"*": {}}', 0o644).file, /others may read it: run chmod 600/);
    const { path } = place("{}");
    const link = join(tempFolder(), "link");
    symlinkSync(path, link);
    await refused(new SecretFile(link), /it is a symbolic link/);
    await refused(place('{"TOKEN": "hunter2"').file, /it is not JSON\.$/);
    await refused(place('{"TOKEN": "hunter2"}').file, /it is not of the form/);
  });
});

describe("the system's keyring", () => {
  const before = process.env.PATH;
  afterEach(() => {
    process.env.PATH = before;
  });

  it("keeps a secret through the system's program, and never names it in an argument", async function () {
    if (process.platform !== "linux") this.skip();
    const { args, folder } = fakeSecretTool();
    process.env.PATH = `${folder}${delimiter}${before}`;
    const keyring = new Keyring();
    assert.equal(await keyring.get(owner, "TOKEN"), undefined);
    await keyring.set(owner, "TOKEN", "line one\nhunter2");
    assert.equal(await keyring.get(owner, "TOKEN"), "line one\nhunter2");
    assert.equal(await keyring.remove(owner, "TOKEN"), true);
    assert.equal(await keyring.remove(owner, "TOKEN"), false);
    assert.match(args(), /^lookup service toolcrib key toolcrib\/chat\+shop-1\/notion-sync\/TOKEN\nstore /);
    assert.doesNotMatch(args(), /hunter2|aHVudGVy/);
  });

  it("says what to do where there is none", async function () {
    if (process.platform !== "linux") this.skip();
    process.env.PATH = tempFolder();
    await assert.rejects(new Keyring().get(owner, "TOKEN"), /secret-tool is not installed: install it, or name a file/);
  });
});

describe("secrets themselves", () => {
  it("are long enough to be told from other words, and have no blanks at their ends", () => {
    assert.equal(secretProblem("hunter2"), undefined);
    assert.match(secretProblem("abc") ?? "", /at least 4/);
    assert.match(secretProblem("hunter2\n") ?? "", /cannot begin or end with a blank or a line break/);
    assert.match(secretProblem("hun\0ter") ?? "", /NUL/);
  });

  it("are taken out in every form in which programs print them, line by line too", () => {
    const forms = secretForms('a"b c+long');
    for (const form of [
      'a"b c+long',
      'a\\"b c+long',
      "a%22b%20c%2Blong",
      Buffer.from('a"b c+long').toString("base64url"),
    ])
      assert.ok(forms.includes(form), form);
    const key = "-----BEGIN KEY-----\nMIIabcdefgh\n-----END KEY-----";
    assert.ok(secretForms(key).includes("MIIabcdefgh"));
    assert.ok(!secretForms(key).includes("-----END KEY-----"));
  });
});
