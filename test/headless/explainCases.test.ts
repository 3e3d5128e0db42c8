/** The shared verdict cases, asked of the program itself (D-1, D-12 to D-14). */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFixture } from "../policy/support/fixture";
import { run } from "./support/program";

const questionOf = { command: "command", path: "read", write: "write", url: "fetch" } as const;
const categories = ["search", "read", "list", "write", "silent", "general"];

const rows = readFileSync("test/policy/cases/verdicts.tsv", "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [id = "", kind = "", input = "", expected = ""] = line.split("\t");
    return { id, kind: kind as keyof typeof questionOf, input: JSON.parse(input) as string, expected };
  });

describe("toolcrib explain: the verdict cases", () => {
  const answers = new Map<string, Record<string, unknown>>();
  before(async function () {
    this.timeout(60_000);
    const fixture = makeFixture();
    try {
      const settings = join(fixture.world, "settings.json");
      writeFileSync(settings, JSON.stringify({ "toolcrib.web.allowedHosts": ["packages.example"] }));
      // Other agents' workspaces are kept where the state is.
      const state = join(fixture.world, ".agents");
      const questions = rows.map(({ kind, input }) => ({
        [questionOf[kind]]: kind === "url" ? input : fixture.map(input),
      }));
      const { code, out, err } = await run(
        ["explain", "--root", fixture.root, "--state", state, "--settings", settings],
        questions.map((question) => `${JSON.stringify(question)}\n`).join(""),
        { HOME: fixture.home },
      );
      assert.deepEqual([code, err], [0, ""]);
      for (const [at, line] of out.trim().split("\n").entries()) answers.set(rows[at]?.id ?? "", JSON.parse(line));
    } finally {
      fixture.remove();
    }
  });

  it("are each answered once", () => assert.equal(answers.size, rows.length));

  for (const { id, kind, input, expected } of rows)
    it(`${id} ${kind} ${JSON.stringify(input).slice(0, 80)} is ${expected.replaceAll("|", " or ")}`, () => {
      const { decision, reason, rule, ...more } = answers.get(id) ?? {};
      assert.ok(expected.split("|").includes(String(decision)), `${decision} by ${rule}: ${reason}`);
      assert.deepEqual([typeof reason, typeof rule], ["string", "string"]);
      const { category, readOnly, commands, parseError, ...rest } = more;
      assert.deepEqual(rest, {});
      if (kind !== "command") return assert.deepEqual(more, {});
      assert.ok(categories.includes(String(category)), String(category));
      assert.ok(typeof readOnly === "boolean" && Array.isArray(commands));
      assert.ok(parseError === undefined || typeof parseError === "string");
    });
});
