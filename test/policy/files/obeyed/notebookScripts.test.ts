import assert from "node:assert/strict";
import type { RuleContext } from "../../../../src/core/rules/rule";
import type { WriteEffect } from "../../../../src/core/vocabulary/effect";
import { notebookScriptsRule } from "../../../../src/policy/files/obeyed/notebookScripts";

const output = (data: object) => ({
  ...{ cell_type: "code", metadata: {}, execution_count: 1, source: ["a\n"] },
  outputs: [{ output_type: "display_data", metadata: {}, data }],
});
const said = (source: string | string[]) => ({ cell_type: "markdown", metadata: {}, source });
const book = (...cells: object[]) => JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 });

const opinion = (before: string | undefined, after: string | undefined, path = "/w/a.ipynb") => {
  const target = { path, real: path, root: "/w", shown: path.slice(3) };
  const bytes = (text: string | undefined) => (text === undefined ? undefined : Buffer.from(text));
  const effect: WriteEffect = { kind: "write", target, before: bytes(before), after: bytes(after) };
  return notebookScriptsRule.judge(effect, {} as RuleContext);
};

const asked = {
  kind: "ask",
  rule: "notebookScripts",
  reason: "VS Code would run scripts in its cells when the notebook is opened",
  always: true,
};

describe("notebookScripts (D-7)", () => {
  const script = output({ "text/html": ["<b>x</b>\n", "<script>fetch('https://evil.example')</script>"] });
  const table = output({
    "text/html": '<style scoped>td { color: red }</style><table border="1"><tr><td>once = 1</td></tr></table>',
    "text/plain": "<script>x</script>",
    "image/png": "iVBORw0KGgo=",
  });
  const brings: [what: string, before: string | undefined, after: string][] = [
    ["a script in a new notebook", undefined, book(script)],
    ["an output of JavaScript", book(), book(output({ "application/javascript": "x()" }))],
    ["a picture that runs something", book(), book(output({ "image/svg+xml": "<svg onload='x()'></svg>" }))],
    ["Markdown that runs something", book(), book(said(["# A\n", "<img src=x onerror=x()>"]))],
    ["a frame in an output of Markdown", book(), book(output({ "text/markdown": "<iframe srcdoc='x'></iframe>" }))],
    ["another one beside one that was there", book(script), book(script, said("<a href='javascript:x()'>"))],
  ];
  for (const [what, before, after] of brings)
    it(`asks each time about ${what}`, () => assert.deepEqual(opinion(before, after), asked));

  const others: [what: string, before: string | undefined, after: string | undefined, path?: string][] = [
    ["a table and a picture", undefined, book(table)],
    ["plain Markdown", undefined, book(said("it depends on x = 1, only = 2, a < b"))],
    ["code that writes a script", undefined, book({ cell_type: "code", outputs: [], source: "'<script>'" })],
    ["what was there before", book(script), book(said("# A"), script)],
    ["a deletion", book(script), undefined],
    ["what is no notebook by its name", undefined, book(script), "/w/a.json"],
    ["what is no notebook by its content", undefined, "<script>", "/w/a.ipynb"],
  ];
  for (const [what, before, after, path] of others)
    it(`says nothing of ${what}`, () => assert.equal(opinion(before, after, path), undefined));
});
