/** Manifests of integrations: what is one, and what is said of what is none (EX-6, EX-7, EX-12). */
import assert from "node:assert/strict";
import fc from "fast-check";
import { maxManifestBytes } from "../../../src/features/approvedFolders/jsonManifest";
import {
  integrationManifest,
  neededSecrets,
  readIntegration,
  secretText,
} from "../../../src/features/workspaces/integration";

const good = {
  name: "notion-sync",
  description: "Brings tasks over.",
  runtime: "node",
  hosts: ["api.example.org"],
  entry: "index.js",
  test: "node --test",
};
const bytes = (value: unknown) => Buffer.from(typeof value === "string" ? value : JSON.stringify(value));
const read = (value: unknown, folder = "notion-sync") => readIntegration(folder, bytes(value));
const says = (value: unknown, message: string | RegExp, folder?: string) =>
  assert.throws(() => read(value, folder), typeof message === "string" ? { message } : { message });

describe("integration.json", () => {
  it("is read as it was written, with no hosts when it names none", () => {
    const asksNothing = { packages: [], secrets: {} };
    assert.deepEqual(read(good), { ...good, ...asksNothing });
    const { hosts, ...without } = good;
    assert.deepEqual(read(without), { ...good, ...asksNothing, hosts: [] });
    assert.equal(read({ ...good, entry: "src/lib.d/main_2.py" }).entry, "src/lib.d/main_2.py");
  });

  it("names the secrets that it needs, none of which takes the place of a variable that programs obey", () => {
    const secrets = { NOTION_TOKEN: "reads your tasks" };
    assert.deepEqual(read({ ...good, secrets }).secrets, secrets);
    for (const name of ["PATH", "LD_PRELOAD", "NODE_OPTIONS", "HTTPS_PROXY", "token", "A", "__proto__x"])
      assert.throws(
        () => read(`{${JSON.stringify(good).slice(1, -1)}, "secrets": {"${name}": "x"}}`),
        /"secrets/,
        name,
      );
    says({ ...good, secrets: { NOTION_TOKEN: "two\nlines" } }, /"secrets.NOTION_TOKEN" is wrong/);
    says({ ...good, packages: ["cargo"] }, /"packages.0" is wrong/);
  });

  it("says which of its secrets it gets as files", () => {
    const secrets = {
      NOTION_TOKEN: "reads your tasks",
      CLIENT_CERT: { for: "names you to the service", as: "file" },
      OTHER_TOKEN: { for: "writes" },
    };
    const needed = neededSecrets(read({ ...good, secrets }));
    assert.deepEqual(needed, [
      { name: "NOTION_TOKEN", what: "reads your tasks", isFile: false },
      { name: "CLIENT_CERT", what: "names you to the service", isFile: true },
      { name: "OTHER_TOKEN", what: "writes", isFile: false },
    ]);
    assert.deepEqual(
      needed.map((secret) => secretText(secret, "notion-sync")),
      [
        "the secret NOTION_TOKEN of notion-sync",
        "the secret CLIENT_CERT of notion-sync as a file",
        "the secret OTHER_TOKEN of notion-sync",
      ],
    );
    for (const wrong of [{ as: "file" }, { for: "x", as: "pipe" }, { for: "two\nlines" }, { for: "x", more: 1 }, 1])
      says({ ...good, secrets: { CLIENT_CERT: wrong } }, /"secrets\.CLIENT_CERT(\.for)?" is wrong/);
    says(
      { ...good, secrets: { CLIENT_CERT: "x", CLIENT_CERT_FILE: "y" } },
      /"secrets" is wrong: a secret X cannot be beside a secret X_FILE, which is the variable for the path of X: rename one$/,
    );
  });

  it("names its folder", () =>
    says(good, 'its integration.json has the name "notion-sync", but its folder is "other"', "other"));

  it("says what is wrong in one clause", () => {
    says("{", /^in its integration\.json it is not JSON in UTF-8 \(/);
    says("\xff", /^in its integration\.json it is not JSON in UTF-8 \(/);
    says([], "in its integration.json expected object");
    says({ ...good, more: 1 }, 'in its integration.json Unrecognized key: "more"');
    says(
      { ...good, runtime: "ruby" },
      'in its integration.json "runtime" is wrong: expected one of "node"|"deno"|"python"|"bash"',
    );
    says({ ...good, test: undefined }, 'in its integration.json "test" is wrong: expected string');
    says(
      { ...good, hosts: ["https://x"] },
      /^in its integration\.json "hosts\.0" is wrong: expected a host in lowercase letters/,
    );
    says(" ".repeat(maxManifestBytes + 1), "in its integration.json it is 262145 bytes; the limit is 262144");
  });

  it("has an entry that is a file in its folder, and nothing that a shell would read into it", () => {
    const wish = /"entry" is wrong: expected the path of a file in its folder, such as "main\.py" or "src\/main\.js"$/;
    for (const entry of [
      "../x.js",
      "/bin/sh",
      "a/../../x",
      "-e",
      "a b",
      "x;id",
      "$(id)",
      "a//b",
      "./x",
      "a/",
      "",
      "x\n",
      "ü.js",
    ])
      says({ ...good, entry }, wish);
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (entry) => {
        if (!integrationManifest.safeParse({ ...good, entry }).success) return;
        assert.match(entry, /^[\w./-]+$/);
        assert.ok(!entry.startsWith("-") && !entry.startsWith("/"));
        assert.ok(
          entry.split("/").every((name) => name !== "" && !name.startsWith(".")),
          entry,
        );
      }),
    );
  });

  it("has a test command and a description in which nothing hides", () => {
    for (const text of ["a\nb", "a\u202eb", "a\u200bb", "a\u0000b", " "])
      for (const key of ["test", "description"]) says({ ...good, [key]: text }, new RegExp(`"${key}" is wrong: `));
  });
});

describe("names of integrations (EX-12)", () => {
  const isName = (name: string) => integrationManifest.safeParse({ ...good, name }).success;

  it("are one folder on every file system", () => {
    for (const name of ["a", "notion-sync", "x2", "2x", "com", "con-1", "a".repeat(64)]) assert.ok(isName(name), name);
    const wrong = [
      "",
      ".",
      "..",
      "a/b",
      "a\\b",
      ".a",
      "a.b",
      "A",
      "a_b",
      "a--b",
      "-a",
      "a-",
      "ü",
      "a b",
      "a\0",
      "a\u202e",
    ];
    for (const name of [...wrong, "a\u200b", "con", "nul", "com1", "lpt9", "a".repeat(65), "a\n"])
      assert.ok(!isName(name), JSON.stringify(name));
  });

  it("hold nothing but small letters, digits and single hyphens, whatever is given", () =>
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[a-z0-9./-]{1,70}$/)), (name) => {
        if (isName(name)) assert.match(name, /^[a-z0-9]+(-[a-z0-9]+)*$/);
      }),
    ));
});
