/** Which texts of the code are collected for translators, and what cannot be. */
import assert from "node:assert/strict";
import { textsIn } from "../../scripts/l10nBundle";

const file = "src/policy/a.ts";
const collected = (source: string, of = file) => textsIn(source, of);

describe("collecting the texts that are translated", () => {
  it("takes the texts of l10n.t and of clauses apart", () => {
    assert.deepEqual(collected('vscode.l10n.t("Allow {0}", a); l10n.t(`Stop`); clause`Stop`;'), [
      ["Allow {0}", "Allow {0}"],
      ["Stop", "Stop"],
      ["Stop/clause", "Stop"],
    ]);
  });

  it("keeps the titles of calls apart from both", () => {
    assert.deepEqual(collected(`actionTitle\`Run \${command}\`; actionTitle\`Stop\`;`), [
      ["Run {0}/title", "Run {0}"],
      ["Stop/title", "Stop"],
    ]);
    assert.deepEqual(collected(`actionTitle\`\${a}: \${nested(b)}\``), [["{0}: {clause1}/title", "{0}: {clause1}"]]);
  });

  it("numbers the values of a clause, and names those that are clauses", () => {
    assert.deepEqual(collected(`clause\`it sends \${a.b} to \${nested(f(x))}: \\\`\${c}\\\`\``), [
      ["it sends {0} to {clause1}: `{2}`/clause", "it sends {0} to {clause1}: `{2}`"],
    ]);
  });

  it("finds clauses in the values of others", () => {
    assert.deepEqual(
      collected(`clause\`it asks; \${nested(clause\`it ends\`)}\``).map(([key]) => key),
      ["it asks; {clause0}/clause", "it ends/clause"],
    );
  });

  it("throws, with the place, for what nobody could translate", () => {
    const fails = (source: string, problem: RegExp) => assert.throws(() => collected(source), problem, source);
    fails("\nvscode.l10n.t(text)", /^Error: src\/policy\/a\.ts:2: l10n\.t needs a literal text first/);
    fails(`clause\`\${a}\${b} ends\``, /^Error: src\/policy\/a\.ts:1: nobody could tell two values/);
    fails(`clause\`it writes {0} and \${a}\``, /a text in braces would be taken for a value/);
    fails(`clause\`\${a} \${b}\``, /a clause needs a text beside its values/);
  });

  it("wants the title of a plan to be marked", () => {
    const unmarked = /^Error: src\/policy\/a\.ts:1: the title of a call has to be marked with actionTitle/;
    for (const title of ['"List it"', "`List it`", `\`List \${a}\``])
      assert.throws(() => collected(`plan({ title: ${title}, effects })`), unmarked);
    assert.deepEqual(collected(`plan({ title: actionTitle\`List it\`, effects: [] })`), [["List it/title", "List it"]]);
    for (const other of ["title: titleOf(a), effects", `title: \`\${a} (\${b})\`, effects`, 'title: "Title", type'])
      assert.deepEqual(collected(`plan({ ${other} })`), []);
  });

  it("wants the reason of a verdict to be marked", () => {
    const unmarked = /^Error: src\/policy\/a\.ts:1: a reason has to be marked with clause/;
    for (const verdict of ["allow", "ask", "askAlways", "deny"]) {
      for (const reason of ['"it writes"', "`it writes`", `\`it writes \${a}\``])
        assert.throws(() => collected(`${verdict}(rule, ${reason}, parts)`), unmarked);
      assert.equal(collected(`${verdict}(rule, clause\`it writes \${a}\`)`).length, 1);
      assert.deepEqual(collected(`${verdict}("scope", reason)`), []);
    }
    assert.deepEqual(collected('deny("input", "it is no question")', "src/headless/commands/explain.ts"), []);
  });
});
