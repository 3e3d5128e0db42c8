/** What `.toolcribignore` names stays out of every tool's reach and results. */
import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { PortSearch } from "../../src/node/search/portSearch";
import { ripgrep } from "../node/support/searchTrees";
import { realCrib } from "../support/realCrib";
import { plant, snapshot } from "../support/tempFolder";

const tree = {
  ".toolcribignore": "/vault/\n*.secret\n",
  "vault/key": "needle 1\n",
  "src/a.ts": "needle 2\n",
  "src/b.secret": "needle 3\n",
  "src/deep/c.SECRET": "needle 4\n",
};
const denied = (line: number, what: string) =>
  `Denied by policy: .toolcribignore lists it (line ${line}). "${what}" was not done; do not retry it another way: go on without it, or tell the person what you need.`;

describe("closed files, through the tools", () => {
  const start = async (ownSearch = false) => {
    const at = await realCrib(tree);
    symlinkSync("vault/key", join(at.root, "innocent"));
    const { files } = at.host;
    if (ownSearch) Object.assign(at.host, { search: new PortSearch(files, ripgrep()) });
    return { ...at, text: async (tool: string, input: object) => (await at.call(tool, input)).text };
  };

  it("are not read, written or changed, by whatever name", async () => {
    const { text, root, asked } = await start();
    const before = snapshot(root);
    assert.equal(await text("read_file", { path: "vault/key" }), denied(1, "Read vault/key"));
    assert.equal(await text("read_file", { path: "innocent" }), denied(1, "Read vault/key"));
    assert.equal(await text("read_file", { path: "src/deep/c.secret" }), denied(2, "Read src/deep/c.secret"));
    assert.match(
      await text("write_file", { path: "vault/new", content: "x" }),
      /^Denied by policy: \.toolcribignore lists it \(line 1\)\./,
    );
    assert.match(
      await text("edit_file", { path: "src/b.secret", old_string: "needle", new_string: "x" }),
      /^Denied by policy: \.toolcribignore lists it \(line 2\)\./,
    );
    assert.deepEqual(snapshot(root), before);
    assert.equal(asked.length, 0);
  });

  for (const ownSearch of [false, true])
    describe(ownSearch ? "with our own search" : "with the machine's search", () => {
      it("are not found by name, ignored files included", async () => {
        const { call } = await start(ownSearch);
        for (const include_ignored of [false, true]) {
          const { data } = await call("find_files", { pattern: "**", include_ignored });
          const { files } = data as { files: { path: string }[] };
          assert.deepEqual(
            files
              .map(({ path }) => path)
              .filter((path) => path !== "innocent")
              .sort(),
            [".toolcribignore", "src/a.ts"],
          );
        }
      });

      it("are not searched, ignored files included", async () => {
        const { call } = await start(ownSearch);
        for (const include_ignored of [false, true]) {
          const { data } = await call("search_text", { pattern: "needle", include_ignored });
          const { lines } = data as { lines: { path: string; text: string }[] };
          assert.deepEqual(
            lines.map(({ path, text }) => [path, text]),
            [["src/a.ts", "needle 2"]],
          );
        }
      });

      it("are not searched where they are named", async () => {
        const { text } = await start(ownSearch);
        for (const [path, line] of [
          ["vault", 1],
          ["vault/key", 1],
          ["src/b.secret", 2],
          ["innocent", 1],
        ] as const)
          assert.match(
            await text("search_text", { pattern: "needle", path }),
            new RegExp(`^Denied by policy: \\.toolcribignore lists it \\(line ${line}\\)\\.`),
          );
        assert.match(
          await text("find_files", { pattern: "**", path: "vault" }),
          /^Denied by policy: \.toolcribignore lists it/,
        );
      });
    });

  it("are denied to commands, and a command that may come across them asks", async () => {
    const { text, asked } = await start();
    assert.equal(await text("run_command", { command: "cat innocent" }), denied(1, "Run cat innocent"));
    assert.equal(asked.length, 0);
    await text("run_command", { command: "grep -r needle src" });
    assert.deepEqual(
      asked.map(({ decision }) => decision.reason),
      ["src may contain files that .toolcribignore names"],
    );
  });

  it("are read anew for each call, and again after a question was answered", async () => {
    const at: { root: string; call: (tool: string, input: object) => Promise<{ text: string }> } = await realCrib(
      { "a/x": "1", "a/y": "2", "odd./x": "1", "odd./y": "2" },
      {
        // The name of the folder is odd, so listing it is asked about.
        confirm: async () => {
          plant(at.root, { ".toolcribignore": "x\n" });
          return { approved: true, by: "person" };
        },
      },
    );
    plant(at.root, { ".toolcribignore": "y\n" });
    assert.equal((await at.call("list_directory", { path: "a" })).text, "x (1 bytes)");
    plant(at.root, { ".toolcribignore": "nothing at all\n" });
    assert.equal((await at.call("list_directory", { path: "a" })).text, "x (1 bytes)\ny (1 bytes)");
    assert.equal((await at.call("list_directory", { path: "odd." })).text, "y (1 bytes)");
  });
});
