/** No agent gets at another one's workspace, by whatever way it tries (EX-4, HB-3, D-14). */
import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { parametersOf } from "../../../src/core/tools/dialect";
import { dialectNames } from "../../../src/core/vocabulary/dialectNames";
import { quoted } from "../../../src/core/vocabulary/shellQuoting";
import { needsBubblewrap } from "../../node/sandbox/support/world";
import { snapshot } from "../../support/tempFolder";
import { advice, aliceAndBob, reason, secret } from "./support/aliceAndBob";
import { type Neighbour, Neighbours } from "./support/neighbours";

for (const sandbox of ["required", "off"] as const)
  describe(`another agent's workspace, with toolcrib.sandbox: ${sandbox} (EX-4)`, () => {
    let world: Neighbours;
    let alice: Neighbour;
    let bob: Neighbour;
    let untouched: Record<string, string>;

    before(async function () {
      if (sandbox === "required") await needsBubblewrap(this);
      // Even a person's yes to everything opens nothing.
      ({ world, alice, bob, untouched } = await aliceAndBob({ sandbox, readOutsideRoots: "ask" }, "yes"));
    });
    after(async () => {
      assert.deepEqual(snapshot(bob.own), untouched);
      await world.close();
    });

    /** Of Bob's folder. */
    const name = () => basename(bob.own);
    const denied = async (tool: string, input: unknown, what: string) => {
      const { text, isError } = await alice.call(tool, input);
      assert.equal(text, `Denied by policy: ${reason}. "${what}" ${advice}`);
      assert.equal(isError, true);
    };

    it("by a file tool", async () => {
      const file = join(bob.own, "scratch/secret.txt");
      await denied("exec_read", { path: `../${name()}/scratch/secret.txt` }, `Read ${file}`);
      await denied("read_file", { path: file }, `Read ${file}`);
      await denied("exec_ls", { path: `../${name()}` }, `List ${bob.own}`);
      await denied("exec_ls", { path: ".." }, `List ${world.workspaces}`);
      await denied("search_text", { pattern: "knows", path: bob.own }, `Read ${bob.own}`);
      await denied("find_files", { pattern: "**/*", path: world.workspaces }, `Find **/* in ${world.workspaces}`);
      await denied(
        "exec_write",
        { path: `../${name()}/scratch/new.txt`, content: "x" },
        `Write ${bob.own}/scratch/new.txt`,
      );
      await denied("write_file", { path: file, content: "x" }, `Write ${file}`);
    });

    it("by a command", async () => {
      for (const command of [
        `cat ../${name()}/scratch/secret.txt`,
        `cat scratch/../../${name()}/scratch/secret.txt`,
        `cd ..; cat ${name()}/scratch/secret.txt`,
        "cat ../b*/scratch/secret.txt",
        "cat scratch/*/../../../b*/scratch/secret.txt",
        `echo x > ../${name()}/scratch/new.txt`,
        `cp scratch/own.txt ../${name()}/`,
        `node -e 1 ../${name()}`,
        `rm -rf ../${name()}/scratch`,
      ])
        await denied("exec_run", { command }, `Run ${command}`);
      for (const written of [
        `cat ${quoted(`${bob.own}/scratch/secret.txt`)}`,
        `node -e "read('${bob.own}/scratch/secret.txt')"`,
        `node -e "read('${alice.own}/../${name()}/scratch/secret.txt')"`,
        `node --x=${quoted(bob.own.toUpperCase())}`,
      ]) {
        assert.match(
          (await alice.call("exec_run", { command: written })).text,
          new RegExp(`^Denied by policy: ${reason}`),
        );
        assert.match(
          (await alice.call("run_command", { command: written })).text,
          new RegExp(`^Denied by policy: ${reason}`),
        );
      }
    });

    it("by a link that somebody put into its own workspace, or into the person's folder", async () => {
      symlinkSync(`../../${name()}`, join(alice.own, "scratch/link"));
      symlinkSync(join(bob.own, "scratch"), join(world.root, "link"));
      symlinkSync(`../../${name()}/scratch/secret.txt`, join(alice.own, "scratch/.gitignore"));
      const file = join(bob.own, "scratch/secret.txt");
      await denied("exec_read", { path: "scratch/link/scratch/secret.txt" }, `Read ${file}`);
      await denied("exec_read", { path: "scratch/.gitignore" }, `Read ${file}`);
      await denied("read_file", { path: "link/secret.txt" }, `Read ${file}`);
      await denied("exec_ls", { path: "scratch/link" }, `List ${bob.own}`);
      await denied("exec_write", { path: "scratch/link/new.txt", content: "x" }, `Write ${bob.own}/new.txt`);
      await denied(
        "exec_run",
        { command: "cat scratch/link/scratch/secret.txt" },
        "Run cat scratch/link/scratch/secret.txt",
      );
      await denied("run_command", { command: "cat link/secret.txt" }, "Run cat link/secret.txt");
      for (const [tool, path] of [
        ["search_text", alice.own],
        ["search_text", "."],
        ["find_files", alice.own],
      ] as const) {
        const { text } = await alice.call(tool, { pattern: tool === "search_text" ? "knows" : "**/*", path });
        assert.doesNotMatch(text, /bob alone|link\//);
      }
    });

    it("D-14: a command that would put a second name of its files elsewhere", async () => {
      for (const command of [
        `ln ../${name()}/scratch/secret.txt scratch/second`,
        `ln -s ../${name()} scratch/l`,
        `mv ../${name()} scratch/`,
      ])
        await denied("exec_run", { command }, `Run ${command}`);
    });
  });

describe("every tool of every dialect, pointed at another agent's workspace (EX-4)", () => {
  for (const dialect of dialectNames)
    it(dialect, async () => {
      const world = new Neighbours();
      try {
        const bob = await world.agent("bob");
        await bob.call("exec_write", { path: "scratch/secret.txt", content: secret });
        const untouched = snapshot(bob.own);
        const alice = await world.agent("alice", { sandbox: "off", workspaceMode: "agent" }, { dialect, says: "yes" });
        let tried = 0;
        for (const { name, tool } of alice.crib.dialect.tools)
          for (const place of [
            bob.own,
            join(bob.own, "scratch/secret.txt"),
            `../${basename(bob.own)}/scratch/secret.txt`,
          ]) {
            const input = pointedAt(alice, name, place);
            if (input === undefined || tool.name === "present_plan") continue;
            const { text, parts = [] } = await alice.call(name, input);
            tried++;
            for (const told of [text, ...parts.map(({ bytes }) => Buffer.from(bytes).toString())])
              assert.doesNotMatch(told, /bob alone knows|secret\.txt:\d/, `${name} ${JSON.stringify(input)}`);
          }
        assert.ok(tried >= 15, `only ${tried} calls`);
        assert.deepEqual(snapshot(bob.own), untouched);
      } finally {
        await world.close();
      }
    });
});

/** Every text that may be a path is the place; undefined for a tool without one. */
function pointedAt({ crib }: Neighbour, name: string, place: string): Record<string, unknown> | undefined {
  const tool = crib.dialect.tools.find((one) => one.name === name);
  const { properties = {}, required = [] } = (tool ? parametersOf(tool) : {}) as {
    properties?: Record<string, { type?: string; enum?: string[] }>;
    required?: string[];
  };
  const isPath = (key: string) => /path|file|dir|folder|cwd|place|root/i.test(key);
  const input: Record<string, unknown> = {};
  for (const [key, { type, enum: choices }] of Object.entries(properties)) {
    if (type === "string" && isPath(key)) input[key] = place;
    else if (key === "command") input[key] = `cat ${place}`;
    else if (required.includes(key))
      input[key] =
        choices?.[0] ?? (type === "string" ? "what" : type === "array" ? [place] : type === "number" ? 1 : true);
  }
  return Object.values(input).some((value) => String(value).includes(place)) ? input : undefined;
}

describe("a person's folder that holds all workspaces (EX-4)", () => {
  let world: Neighbours;
  let alice: Neighbour;

  before(async () => {
    world = new Neighbours({ "project/a.txt": "knows nothing\n" }, "project/spaces");
    const bob = await world.agent("bob");
    await bob.call("exec_write", { path: "scratch/secret.txt", content: secret });
    alice = await world.agent("alice", {}, { says: "yes" });
    await alice.call("exec_write", { path: "scratch/own.txt", content: "knows itself\n" });
  });
  after(() => world.close());

  for (const [tool, input, found] of [
    ["search_text", { pattern: "knows" }, "a.txt"],
    ["search_text", { pattern: "knows", include_ignored: true, output_mode: "files_with_matches" }, "a.txt"],
    ["find_files", { pattern: "**/*" }, "a.txt"],
    ["find_files", { pattern: "**/own.txt", include_ignored: true }, "No files"],
    ["find_files", { pattern: "spaces/b*/**", include_ignored: true }, "No files"],
    ["list_directory", { recursive: true }, "a.txt"],
  ] as const)
    it(`${tool} ${JSON.stringify(input)} shows nothing of an agent's`, async () => {
      const { text } = await alice.call(tool, input);
      assert.match(text, new RegExp(found));
      assert.doesNotMatch(text, /bob|bob alone|alice|own\.txt:|knows itself|\.history|\.taint/);
    });

  it("nor does a command, which is asked about", async function () {
    await needsBubblewrap(this);
    alice.asked.length = 0;
    const { text } = await alice.call("run_command", { command: "grep -r knows ." });
    assert.deepEqual(
      alice.asked.map(({ decision }) => decision.reason),
      ["this folder contains a folder of another agent or of Toolcrib"],
    );
    assert.match(text, /a\.txt:knows nothing/);
    assert.doesNotMatch(text, /bob/);
  });
});
