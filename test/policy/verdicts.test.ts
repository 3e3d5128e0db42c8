/** The verdict cases (see cases/README of the project's shared notes): drawn from public advisories and write-ups. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { judgeEffect } from "../../src/core/rules/rule";
import type { Effect } from "../../src/core/vocabulary/effect";
import { rules } from "../../src/policy/index";
import { type Fixture, makeFixture } from "./support/fixture";

function rowsOf(name: string) {
  const table = readFileSync(fileURLToPath(new URL(`./cases/${name}`, import.meta.url)), "utf8");
  return table
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [id = "", kind = "", input = "", expected = "", source = ""] = line.split("\t");
      return { id, kind, input: JSON.parse(input) as string, expected: expected.split("|"), source };
    });
}

/** The second table is what attacks on the product itself found. */
const rows = [...rowsOf("verdicts.tsv"), ...rowsOf("verdicts-security.tsv")];

describe("verdict cases", () => {
  let fixture: Fixture;
  before(() => {
    fixture = makeFixture();
  });
  after(() => fixture.remove());

  const effectOf = async (kind: string, input: string): Promise<Effect> => {
    const context = fixture.context();
    switch (kind) {
      case "command":
        return { kind: "exec", command: fixture.map(input), cwd: await context.resolve("."), timeoutMs: 1000 };
      case "path":
        return { kind: "read", target: await context.resolve(fixture.map(input)) };
      case "write":
        return {
          kind: "write",
          target: await context.resolve(fixture.map(input)),
          before: undefined,
          after: new TextEncoder().encode("new\n"),
        };
      default:
        return { kind: "fetch", url: input, method: "GET" };
    }
  };

  it("are all there", () => assert.equal(rows.length, 260));

  for (const row of rows)
    it(`${row.id} ${row.kind} ${JSON.stringify(row.input).slice(0, 80)} is ${row.expected.join(" or ")}`, async () => {
      const effect = await effectOf(row.kind, row.input);
      const decision = await judgeEffect(rules, effect, fixture.context({ "web.allowedHosts": ["packages.example"] }));
      assert.ok(row.expected.includes(decision.kind), `${decision.kind} by ${decision.rule}: ${decision.reason}`);
    });
});
