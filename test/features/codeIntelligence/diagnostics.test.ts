import assert from "node:assert/strict";
import type { CodeLocation, CodeProblem } from "../../../src/core/ports/editor/codeIntelligence";
import { answer, at, codeCrib, silence } from "../../support/fakeCode";

const tree = { "src/a.ts": "let a: number = 'x';\n  a.b();\n", "src/b.ts": "b;\n", "docs/c.md": "c\n" };

const problem = (location: CodeLocation, message: string, rest: Partial<CodeProblem> = {}): CodeProblem => ({
  ...{ location, message, severity: "error", source: "ts", code: "2322", related: [] },
  ...rest,
});

/**
 * A crib whose languages find what `problems` holds at the time: of a file that is named, and in others while they are in
 * `open`, as TypeScript forgets a file when its tab closes.
 */
async function make(files: Record<string, string> = tree) {
  const problems: CodeProblem[] = [];
  const open = new Set<string>(Object.keys(files));
  const looked: string[] = [];
  const crib = await codeCrib(files, (path) => ({
    problems: async (file) => {
      if (file) looked.push(file.shown);
      const reported = file ? [file.path] : [...open].map(path);
      return answer(...problems.filter(({ location }) => reported.includes(location.path ?? "")));
    },
    actions: async () => ({
      ...answer(
        { title: "Fix it", kind: "quickfix", isPreferred: true },
        { title: "Cannot now", kind: "quickfix", isPreferred: false, disabled: "no" },
      ),
    }),
  }));
  return { ...crib, problems, open, looked };
}

describe("diagnostics", () => {
  it("lists problems of a file by place with code, related places and quick fixes, once it was checked", async () => {
    const { said, problems, looked, path } = await make();
    problems.push(
      problem(at(path("src/a.ts"), 1, 4, 1), "Property 'b'\n  does not exist.", { code: "2339" }),
      problem(at(path("src/a.ts"), 0, 4, 1), "Not a number.", {
        related: [{ location: at(path("src/b.ts"), 0, 0, 1), message: "Declared here." }],
      }),
      problem(at(path("src/b.ts"), 0, 0, 1), "Elsewhere."),
    );
    assert.equal(
      await said("diagnostics", { path: "src/a.ts", quick_fixes: true }),
      [
        "2 problems in 1 file:",
        "src/a.ts:1:5: error: Not a number. (ts 2322)",
        "    let a: number = 'x';",
        "    related: src/b.ts:1:1: Declared here.",
        "    quick fix: Fix it",
        "src/a.ts:2:5: error: Property 'b' does not exist. (ts 2339)",
        "    a.b();",
        "    quick fix: Fix it",
      ].join("\n"),
    );
    assert.deepEqual(looked, ["src/a.ts"]);
  });

  it("chooses by severity, source and folder, and continues a long list", async () => {
    const { said, problems, path } = await make();
    problems.push(
      problem(at(path("src/a.ts"), 0, 4, 1), "One."),
      problem(at(path("src/a.ts"), 1, 4, 1), "Two.", { severity: "warning", source: "eslint", code: "" }),
      problem(at(path("src/b.ts"), 0, 0, 1), "Three.", { severity: "hint" }),
      problem(at(path("docs/c.md"), 0, 0, 1), "Four."),
    );
    const heads = async (input: object) => (await said("diagnostics", input)).match(/\w+\.(?= \()|\w+\.$/gm);
    assert.deepEqual(await heads({ path: "src" }), ["One.", "Two."]);
    assert.deepEqual(await heads({ path: "src", severity: "error" }), ["One."]);
    assert.deepEqual(await heads({ severity: "hint", source: "ts" }), ["Four.", "One.", "Three."]);
    assert.match(
      await said("diagnostics", { limit: 1, offset: 1 }),
      /^3 problems in 2 files, 2 to 2:\nsrc\/a\.ts:1:5: error: One\. \(ts 2322\)\n.*\n\[There are more: call again with offset 2\.\]\n\[Many languages check open files only/,
    );
    assert.equal(
      await said("diagnostics", { path: "src", offset: 2 }),
      "There are only 2 problems: give a smaller offset.",
    );
  });

  it("knows a source by its other names, and says what a narrower question left out", async () => {
    const { said, problems, path } = await make();
    problems.push(
      problem(at(path("src/a.ts"), 0, 4, 1), "One."),
      problem(at(path("src/a.ts"), 1, 4, 1), "Two.", { source: "ESLint", code: "" }),
      problem(at(path("src/a.ts"), 1, 0, 1), "Three.", { severity: "hint" }),
    );
    const asked = (input: object) => said("diagnostics", { path: "src/a.ts", ...input });
    assert.match(await asked({ source: "TypeScript" }), /^1 problem in 1 file:\nsrc\/a\.ts:1:5: error: One\./);
    assert.match(await asked({ source: "eslint" }), /^1 problem in 1 file:\nsrc\/a\.ts:2:5: error: Two\./);
    assert.equal(
      await asked({ source: "stylelint" }),
      'No problems of severity warning or worse from "stylelint" in src/a.ts. 2 problems are from others (ESLint, ts): leave source out.',
    );
    problems.splice(0, 1);
    assert.equal(
      await asked({ source: "ts" }),
      'No problems of severity warning or worse from "ts" in src/a.ts. 1 milder problem is left out: give severity hint for all. 1 problem is from others (ESLint): leave source out.',
    );
  });

  it("tells what is new since the first look at a file and since the last, wherever it has moved", async () => {
    const { said, problems, path } = await make();
    problems.push(problem(at(path("src/a.ts"), 0, 4, 1), "Old."));
    await said("diagnostics", { path: "src/a.ts" });
    problems.splice(
      0,
      1,
      problem(at(path("src/a.ts"), 1, 0, 1), "Old."),
      problem(at(path("src/a.ts"), 0, 0, 1), "New."),
    );
    assert.match(
      await said("diagnostics", { since: "session", path: "src/a.ts" }),
      /^1 problem new since the session first looked in 1 file:\nsrc\/a\.ts:1:1: error: New\./,
    );
    assert.equal(
      await said("diagnostics", { since: "last_call", path: "src/a.ts" }),
      "No problems of severity warning or worse new since the last look in src/a.ts.",
    );
    problems.push(problem(at(path("src/a.ts"), 0, 0, 1), "New."));
    assert.match(await said("diagnostics", { since: "last_call", path: "src" }), /^1 problem new since the last look/);
    assert.match(
      await said("diagnostics", { since: "session", path: "src" }),
      /^2 problems new since the session first looked/,
    );
  });

  it("does not take old problems for new when another file was looked at in between", async () => {
    const { said, problems, open, path } = await make();
    open.clear();
    problems.push(problem(at(path("src/a.ts"), 0, 4, 1), "Old."), problem(at(path("src/b.ts"), 0, 0, 1), "Other."));
    await said("diagnostics", { path: "src/a.ts" });
    await said("diagnostics", { path: "src/b.ts" });
    // A folder has nothing to say of files that their language forgot.
    await said("diagnostics", { path: "src" });
    const none = /^No problems of severity warning or worse new since/;
    assert.match(await said("diagnostics", { path: "src/a.ts", since: "last_call" }), none);
    assert.match(await said("diagnostics", { path: "src/b.ts", since: "session" }), none);
  });

  it("says of which files it cannot tell what is new, because nobody has looked at them before", async () => {
    const { said, problems, path } = await make();
    problems.push(problem(at(path("src/a.ts"), 0, 4, 1), "One."), problem(at(path("src/b.ts"), 0, 0, 1), "Two."));
    assert.equal(
      await said("diagnostics", { path: "src/a.ts", since: "session" }),
      [
        "1 problem that may be new since the session first looked in 1 file:",
        "src/a.ts:1:5: error: One. (ts 2322)",
        "    let a: number = 'x';",
        "[First look at src/a.ts: new and older problems cannot be told apart.]",
      ].join("\n"),
    );
    problems.push(problem(at(path("src/a.ts"), 1, 2, 1), "Three."));
    const both = await said("diagnostics", { since: "last_call" });
    assert.match(both, /^2 problems that may be new since the last look in 2 files:\nsrc\/a\.ts:2:3: error: Three\./);
    assert.match(both, /\n\[First look at src\/b\.ts: new and older problems cannot be told apart\.\]/);
  });

  it("goes on with a list of what is new where the page before it ended", async () => {
    const { said, problems, path } = await make();
    await said("diagnostics", { path: "src/b.ts" });
    for (const name of ["One.", "Two."]) problems.push(problem(at(path("src/b.ts"), 0, 0, 1), name));
    const page = { path: "src/b.ts", since: "last_call", limit: 1 };
    assert.match(await said("diagnostics", page), /^2 problems new since the last look in 1 file, 1 to 1:\n.*One\./);
    assert.match(await said("diagnostics", { ...page, offset: 1 }), /, 2 to 2:\n.*Two\./);
    assert.match(await said("diagnostics", page), /^No problems/);
  });

  it("has not looked at a file about which its language said nothing", async () => {
    let isReady = false;
    const { said } = await codeCrib(tree, (path) => ({
      problems: async () => (isReady ? answer(problem(at(path("src/b.ts"), 0, 0, 1), "Old.")) : silence),
    }));
    await said("diagnostics", { path: "src/b.ts" });
    isReady = true;
    assert.match(await said("diagnostics", { path: "src/b.ts", since: "last_call" }), /First look at src\/b\.ts/);
  });

  it("leaves out what may not be read, and names it", async () => {
    const { said, problems, path } = await make({ ...tree, ".toolcribignore": "src/b.ts\n" });
    problems.push(
      problem(at(path("src/b.ts"), 0, 0, 1), "Hidden."),
      problem(at(path("src/a.ts"), 0, 4, 1), "Shown.", {
        related: [{ location: at(path("src/b.ts"), 0, 0, 1), message: "Hidden too." }],
      }),
    );
    const text = await said("diagnostics", {});
    assert.doesNotMatch(text, /Hidden/);
    assert.match(text, /\n\[Left out: src\/b\.ts \(\.toolcribignore lists it \(line 1\)\)\]\n/);
  });

  it("does not take silence for health", async () => {
    const { said } = await codeCrib(tree, () => ({
      problems: async (file) => (file ? { ...silence, waitedMs: 3000 } : answer()),
    }));
    assert.match(
      await said("diagnostics", { path: "src/a.ts" }),
      /^No problems of severity warning or worse in src\/a\.ts were reported\. The editor's language support gave no answer within 3 s/,
    );
    assert.equal(
      await said("diagnostics", { path: "none" }),
      "none does not exist: give a file or folder, or leave path out.",
    );
  });
});
