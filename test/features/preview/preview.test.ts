import assert from "node:assert/strict";
import fc from "fast-check";
import { plainMarkdown, revealed, withoutLinks } from "../../../src/core/text/markdown";
import type { Plan } from "../../../src/core/tools/tool";
import { allow, ask, deny } from "../../../src/core/vocabulary/decision";
import type { Effect, ResolvedPath } from "../../../src/core/vocabulary/effect";
import { previewOf, wholeDiff } from "../../../src/features/preview/preview";

const at = (shown: string, real = `/ws/${shown}`): ResolvedPath => ({ path: real, real, root: "/ws", shown });
const plan = (effects: readonly Effect[], notes?: readonly string[]): Plan => ({
  title: "Probe",
  effects,
  ...(notes && { notes }),
  run: () => Promise.reject(new Error("unused")),
});
const preview = (...effects: Effect[]) =>
  previewOf(
    plan(effects),
    effects.map(() => ask("r", "because")),
  );
const run = (command: string, cwd = at("sub")): Effect => ({ kind: "exec", command, cwd, timeoutMs: 90_000 });

describe("previewOf (D-16): what a person is shown", () => {
  it("a write as a diff", () =>
    assert.equal(
      preview({ kind: "write", target: at("a"), before: Buffer.from("a\nb\n"), after: Buffer.from("a\nc\n") }),
      "```diff\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n```",
    ));

  it("writes of many files as diffs and a list that names each, and all as diffs where nothing else shows them", () => {
    const writes = Array.from(
      { length: 23 },
      (_, file): Effect => ({
        ...{ kind: "write", target: at(`f${file}`), before: Buffer.from("a\nb\n"), after: Buffer.from("a\nc\nd\n") },
      }),
    );
    const text = preview(...writes);
    assert.equal(text.match(/```diff/g)?.length, 20);
    assert.match(text, /\n```\n\n- Changes `f20`: \+2 −1\n- Changes `f21`: \+2 −1\n- Changes `f22`: \+2 −1$/);
    const opinions = writes.map(() => ask("r", "because"));
    assert.equal(previewOf(plan(writes), opinions, wholeDiff).match(/```diff/g)?.length, 23);
  });

  it("a command whole, with its parts and their verdicts, and where it runs for how long", () => {
    const parts = [
      { text: "git status", kind: "allow", rule: "r", reason: "it only reads" },
      { text: "rm *.log", kind: "ask", rule: "r", reason: "rm deletes" },
    ] as const;
    const shown = previewOf(plan([run("git status; rm *.log")]), [ask("commands", "rm deletes", parts)]);
    assert.equal(
      shown,
      "```sh\ngit status; rm *.log\n```\n\n- ✓ `git status`: it only reads\n- ? `rm *.log`: rm deletes\n\nRuns in `sub` for at most 90 s.",
    );
  });

  it("a single command with what it does, what it writes and which hosts it connects to", () => {
    const details = { category: "general", writes: ["out"], hosts: ["a.test"] } as const;
    const parts = [{ text: "curl -o out a.test", kind: "ask", rule: "r", reason: "it writes files", details }] as const;
    assert.match(
      previewOf(plan([run("curl -o out a.test")]), [ask("commands", "it writes files", parts)]),
      /\n- \? `curl -o out a\.test` \(runs a program; writes `out`; connects to `a\.test`\): it writes files\n/,
    );
  });

  it("the root by its name, a whole number of minutes as minutes", () =>
    assert.equal(
      preview({ ...run("ls", at(".", "/home/me/project")), timeoutMs: 600_000 } as Effect),
      "```sh\nls\n```\n\nRuns in `project` for at most 10 min.",
    ));

  it("every other kind of effect", () => {
    assert.equal(preview({ kind: "read", target: at("a.env") }), "Reads `a.env`.");
    assert.equal(preview({ kind: "list", target: at("src") }), "Searches `src`.");
    assert.equal(
      preview({ kind: "fetch", url: "http://x.test/?a", method: "POST" }),
      "Sends a POST request to **x\\.test**:\n\n```\nhttp://x.test/?a\n```",
    );
    assert.equal(preview({ kind: "delegate", to: "bob", prompt: "do it" }), "Delegates this to bob:\n```\ndo it\n```");
  });

  it("a request with its host in the letters of machines, what it is taken for, and what it sends (PO-8b)", () => {
    assert.equal(
      preview({ kind: "fetch", url: "https://\u0430\u0440\u0440\u04cf\u0435.com/a", method: "POST", body: "{```}" }),
      [
        "Sends a POST request to **xn\\-\\-80ak6aa92e\\.com**:",
        "```\nhttps://xn--80ak6aa92e.com/a\n```",
        "xn\\-\\-80ak6aa92e\\.com is written \u0430\u0440\u0440\u04cf\u0435\\.com, which only looks like apple\\.com.",
        "It sends this:\n````\n{```}\n````",
      ].join("\n\n"),
    );
    assert.equal(
      preview({ kind: "fetch", url: "https://me:hunter2@a.test/", method: "GET" }),
      "Sends a GET request to **a\\.test**:\n\n```\nhttps://…@a.test/\n```",
    );
  });

  it("a plan as Markdown of which no picture is fetched and no HTML is taken", () => {
    const text =
      "# Do\r\n![a](https://x.test/?secret) <img src=https://x.test> `a![1]`\n![b][c] </p> <!-- --> a < b !x\u202e";
    assert.equal(
      preview({ kind: "present", title: "Plan", text }),
      "# Do\n!\u2060[a](https://x.test/?secret) <\u2060img src=https://x.test> `a!\u2060[1]`\n!\u2060[b][c] <\u2060/p> <\u2060!-- --> a < b !x⟨U+202E⟩",
    );
  });

  it("notes first, then every effect in order", () =>
    assert.equal(
      previewOf(
        plan(
          [
            { kind: "read", target: at("a") },
            { kind: "list", target: at("b") },
          ],
          ["one", "two"],
        ),
        [allow("r", ""), deny("r", "")],
      ),
      "_one_\n\n_two_\n\nReads `a`.\n\nSearches `b`.",
    ));
});

describe("previewOf: a hostile call cannot hide or fake what is shown", () => {
  it("a fence in a command or a file does not close the fence around it", () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom("`", "```", "````", "\n", "a", "~~~", " "), { maxLength: 20 }), (pieces) => {
        const text = pieces.join("");
        for (const effect of [run(text), { kind: "delegate", to: "x", prompt: text } as Effect]) {
          const shown = preview(effect);
          const open = /^(`{3,})/m.exec(shown)?.[1] as string;
          const closing = shown.indexOf(`\n${open}`, shown.indexOf(open) + 1);
          const inside = shown.slice(shown.indexOf("\n", shown.indexOf(open)) + 1, closing);
          assert.equal(inside, text);
        }
      }),
      { numRuns: 500 },
    ));

  it("hidden and reordering characters are shown by their numbers", () => {
    const hidden =
      "\u0000\u0008\u000d\u001b\u007f\u0085\u00ad\u061c\u115f\u180e\u200b\u200e\u2028\u202e\u2066\u3164\ufeff\uffa0\u{e0041}\u{e0100}";
    const shown = revealed(hidden);
    assert.equal(
      shown,
      [...hidden]
        .map((char) => `⟨U+${(char.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")}⟩`)
        .join(""),
    );
    assert.equal(revealed("a\tb\nc é 😀 日本"), "a\tb\nc é 😀 日本");
    assert.match(preview(run("ls \u202e x")), /⟨U\+202E⟩/);
    assert.match(preview({ kind: "read", target: at("a\u200b") }), /`a⟨U\+200B⟩`/);
    assert.match(
      preview({ kind: "write", target: at("a"), before: undefined, after: Buffer.from("x\u2066y") }),
      /\+x⟨U\+2066⟩y/,
    );
    assert.match(preview({ kind: "fetch", url: "http://a\u200b.test", method: "GET" }), /a\\u\{200b\}\.test/);
  });

  it("a carriage return in a command does not overwrite what is before it", () =>
    assert.match(preview(run("rm -r x\rls")), /rm -r x⟨U\+000D⟩ls/));

  it("a title or a notification makes no link of what it names", () => {
    assert.equal(
      withoutLinks("[a](command:x) [b](http://c) d](e \u202e"),
      "[a]\u2060(command:x) [b]\u2060(http://c) d]\u2060(e ⟨U+202E⟩",
    );
    assert.equal(withoutLinks("Fetch http://[::1]:80/a(b)"), "Fetch http://[::1]:80/a(b)");
  });

  it("Markdown in a note or a reason stays text", () => {
    const evil = "[click](command:x) <b>**bold**</b> `code` # head ~~s~~ $(icon) &lt; ![i](http://x)";
    assert.doesNotMatch(plainMarkdown(evil), /(?<!\\)[[\]()<>*`#~$&!]/);
    assert.equal(plainMarkdown("one\n\n# two"), "one \\# two");
    // An address would become a link that takes the backslash before the full stop for a part of it.
    assert.equal(plainMarkdown("from http://a.example/moved."), "from http\\://a\\.example/moved\\.");
    const parts = [
      { text: "x`y\nz", kind: "ask", rule: "r", reason: "[a](b)\n- ✓ `fine`" },
      { text: "b", kind: "deny", rule: "r", reason: "no" },
    ] as const;
    const shown = previewOf(plan([run("x")]), [ask("r", "", parts)]);
    assert.match(shown, /^- \? `x'y ⏎ z`: \\\[a\\\]\\\(b\\\) \\- ✓ \\`fine\\`\n- ✗ `b`: no$/m);
  });

  it("a path cannot leave its code style", () =>
    assert.equal(preview({ kind: "read", target: at("a`](x)\nb") }), "Reads `a'](x) ⏎ b`."));
});
