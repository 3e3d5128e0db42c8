import assert from "node:assert/strict";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { loadCompiled } from "../../../src/node/state/compiledFile";
import { plant, tempFolder } from "../../support/tempFolder";

describe("a bundled file that is loaded with what was compiled of it", () => {
  const file = (folder: string) => join(folder, "part.js");
  const kept = (folder: string) => join(folder, "state", "compiled");
  const load = (folder: string) => loadCompiled(file(folder), kept(folder));
  /** A file that was used and kept. */
  function used(text = "exports.answer = () => 42;"): string {
    const folder = tempFolder({ "part.js": text });
    load(folder).keep();
    return folder;
  }

  it("runs as required: with its own place, other files, and what it exports in either way", () => {
    const folder = tempFolder({
      "part.js": `module.exports = { ...require("./other.js"), place: [__filename, __dirname], own: exports === this };`,
      "other.js": "exports.other = 'é';",
    });
    const expected = { other: "é", place: [file(folder), folder], own: true };
    for (const wasKept of [false, true]) {
      const loaded = load(folder);
      assert.deepEqual([loaded.exports, loaded.wasKept], [expected, wasKept]);
      loaded.keep();
    }
  });

  it("keeps it for its owner alone, in a folder that is made for it", function () {
    if (process.platform === "win32") this.skip();
    const folder = used();
    const [name = ""] = readdirSync(kept(folder));
    assert.deepEqual(
      [statSync(kept(folder)).mode & 0o777, statSync(join(kept(folder), name)).mode & 0o777],
      [0o700, 0o600],
    );
  });

  it("takes what belongs to another content for nothing, be it as long", () => {
    const folder = used("exports.answer = () => 41;");
    plant(folder, { "part.js": "exports.answer = () => 42;" });
    const { exports, wasKept } = load(folder);
    assert.deepEqual([(exports as { answer: () => number }).answer(), wasKept], [42, false]);
  });

  it("takes what was damaged or cut off for nothing, and keeps it anew", () => {
    const folder = used();
    const path = join(kept(folder), readdirSync(kept(folder))[0] ?? "");
    const whole = readFileSync(path);
    const damaged = Buffer.from(whole);
    damaged.writeUInt8(damaged.readUInt8(100) ^ 1, 100);
    for (const bytes of [damaged, whole.subarray(0, 200), Buffer.alloc(0)]) {
      writeFileSync(path, bytes);
      const loaded = load(folder);
      assert.deepEqual([(loaded.exports as { answer: () => number }).answer(), loaded.wasKept], [42, false]);
      loaded.keep();
      assert.equal(load(folder).wasKept, true);
    }
  });

  it("loads all the same where nothing can be kept", () => {
    const folder = tempFolder({ "part.js": "exports.answer = 42;", state: "a file" });
    const loaded = load(folder);
    loaded.keep();
    assert.deepEqual(loaded.exports, { answer: 42 });
    assert.equal(existsSync(kept(folder)), false);
  });

  it("lets what the file throws through, once", () => {
    const folder = tempFolder({
      "part.js": "globalThis.runs = (globalThis.runs ?? 0) + 1; throw new Error('broken');",
    });
    assert.throws(() => load(folder), /^Error: broken$/);
    assert.equal((globalThis as { runs?: number }).runs, 1);
  });

  it("keeps that of a few other versions, the newest", () => {
    const folder = used();
    for (let version = 1; version <= 5; version++) {
      plant(kept(folder), { [`${version}-part.js`]: "" });
      utimesSync(join(kept(folder), `${version}-part.js`), version, version);
    }
    plant(kept(folder), { "1-other.js": "" });
    plant(folder, { "part.js": "exports.answer = 43;" });
    load(folder).keep();
    const names = readdirSync(kept(folder));
    assert.deepEqual(names.filter((name) => /^\d-/.test(name)).sort(), ["1-other.js", "4-part.js", "5-part.js"]);
    assert.equal(names.length, 5);
  });

  it("leaves nothing of processes that were killed while they wrote", () => {
    const folder = used();
    plant(kept(folder), { "1-part.js.0a.tmp": "", "2-part.js.0b.tmp": "" });
    utimesSync(join(kept(folder), "1-part.js.0a.tmp"), 1, 1);
    plant(folder, { "part.js": "exports.answer = 43;" });
    load(folder).keep();
    assert.deepEqual(
      readdirSync(kept(folder)).filter((name) => name.endsWith(".tmp")),
      ["2-part.js.0b.tmp"],
    );
  });
});

describe("what was compiled, as code that is run", () => {
  const isRoot = process.getuid?.() === 0;
  const nobody = 65534;
  const source = "exports.answer = () => 42;";

  /** A part of the program, and what is kept of it in a folder two levels down. */
  function used() {
    const folder = tempFolder({ "part.js": source });
    const [above, kept] = [join(folder, "state"), join(folder, "state", "compiled")];
    const load = () => loadCompiled(join(folder, "part.js"), kept);
    load().keep();
    assert.equal(load().wasKept, true);
    const [name = ""] = readdirSync(kept);
    return { folder, above, kept, load, path: join(kept, name) };
  }

  const cases: Readonly<Record<string, (place: ReturnType<typeof used>) => void>> = {
    "a file that others may write": ({ path }) => chmodSync(path, 0o622),
    "a file that others may read, as a repository makes it": ({ path }) => chmodSync(path, 0o644),
    "a folder that others may write to": ({ kept }) => chmodSync(kept, 0o722),
    "a folder of everybody's, as /tmp": ({ kept }) => chmodSync(kept, 0o1777),
    "a folder in one that everybody may rename things in": ({ above }) => chmodSync(above, 0o777),
    "a copy in its place, as an archive or a backup makes it": ({ path }) => {
      copyFileSync(path, `${path}.copy`);
      renameSync(`${path}.copy`, path);
      chmodSync(path, 0o600);
    },
    "a link to a file": ({ path, folder }) => {
      renameSync(path, join(folder, "elsewhere"));
      symlinkSync(join(folder, "elsewhere"), path);
    },
    "a file that has a second name": ({ path, folder }) => linkSync(path, join(folder, "elsewhere")),
    "a link to a folder": ({ kept, folder }) => {
      renameSync(kept, join(folder, "elsewhere"));
      symlinkSync(join(folder, "elsewhere"), kept);
    },
    "a folder in its place": ({ path }) => {
      rmSync(path);
      mkdirSync(path);
    },
  };
  const asRoot: typeof cases = {
    "a file of another user": ({ path }) => chownSync(path, nobody, nobody),
    "a folder of another user": ({ kept }) => chownSync(kept, nobody, nobody),
    "a folder in one of another user": ({ above }) => chownSync(above, nobody, nobody),
    "a folder in one that a group may write to": ({ above }) => {
      chownSync(above, 0, nobody);
      chmodSync(above, 0o770);
    },
  };

  for (const [what, change] of Object.entries({ ...cases, ...asRoot }))
    it(`is never taken from ${what}`, function () {
      if (process.platform === "win32" || (!isRoot && what in asRoot)) this.skip();
      const place = used();
      change(place);
      const { exports, wasKept } = place.load();
      assert.deepEqual([(exports as { answer: () => number }).answer(), wasKept], [42, false]);
    });

  it("is taken below a folder of the group that has the user's number, as many systems make for each user", function () {
    const { uid, gid } = statSync(tempFolder());
    if (process.platform === "win32" || uid !== gid) this.skip();
    const { above, load } = used();
    chmodSync(above, 0o775);
    assert.equal(load().wasKept, true);
  });

  it("is put into no folder that others may write to", function () {
    if (process.platform === "win32") this.skip();
    const { kept, folder, load } = used();
    chmodSync(kept, 0o777);
    writeFileSync(join(folder, "part.js"), `${source} `);
    load().keep();
    assert.equal(readdirSync(kept).length, 1);
  });
});
