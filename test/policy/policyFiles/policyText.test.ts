/** What is wrong in the text of a policy file is told with its line, and nothing makes the reader throw. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { PolicyReader, problemsInPolicy } from "../../../src/composition/makeCribs";
import type { PolicyFile, PolicyFilePort } from "../../../src/core/settings/policies";
import { readSettings } from "../../../src/core/settings/readSettings";
import { readManagedPolicy, readWorkspacePolicy } from "../../../src/policy/policyFiles/policyText";

const workspace = `// Ours.
{
  "rules": [
    { "effect": "exec", "match": ["git", "push"], "decision": "ask" }, /* fine */
    {
      "effect": "write",
      "match": "src/**",
      "decision": "deny",
      "matches": ["lib/a.ts"],
    },
    { "effect": "fetch", "match": "x.example", "decision": "allow" },
  ],
}
`;

describe("the text of a policy file", () => {
  it("may hold comments and final commas; each wrong rule has its line and its text", () => {
    const { content, problems } = readWorkspacePolicy(workspace);
    assert.equal(content?.rules.length, 3);
    assert.deepEqual(
      problems.map(({ line, range, text }) => [line, workspace.slice(...range).split("\n")[0], text]),
      [
        [5, "{", 'rules[1]: it does not match its example "lib/a.ts"; the rule still applies'],
        [
          11,
          '{ "effect": "fetch", "match": "x.example", "decision": "allow" }',
          "rules[2]: a workspace policy cannot allow anything; the rule is ignored",
        ],
      ],
    );
  });

  it("with an unknown key cannot be used, and the key is what is marked", () => {
    const text = '{\n  "rules": [],\n  "rulez": [1]\n}';
    const { content, problems } = readWorkspacePolicy(text);
    assert.equal(content, undefined);
    assert.deepEqual(
      problems.map(({ line, range, text: what }) => [line, text.slice(...range), what]),
      [[3, '"rulez": [1]', "rulez: the key does not exist"]],
    );
  });

  it("may begin with a byte order mark", () => assert.deepEqual(readManagedPolicy("\uFEFF{}").problems, []));

  it("is never used when it is cut anywhere before its last bracket, and throws nothing whatever it is", () => {
    const text = JSON.stringify({
      version: 1,
      exec: { disabled: true },
      rules: [{ effect: "exec", match: "x", decision: "deny" }],
    });
    for (let end = 0; end < text.length; end++)
      assert.equal(readManagedPolicy(text.slice(0, end)).content, undefined, `${end}`);
    assert.deepEqual(readManagedPolicy(text).problems, []);
    const deep = "[".repeat(200_000);
    assert.equal(readManagedPolicy(deep).content, undefined);
    assert.equal(readManagedPolicy(`{"roles": ${deep}`).content, undefined);
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), fc.boolean(), (any, isManaged) => {
        for (const one of [
          any,
          `{"rules": ${any}}`,
          `{"exec": ${any}}`,
          `{"rules": [{"effect": "exec", "match": ${any}, "decision": "deny"}]}`,
        ])
          problemsInPolicy(one, isManaged);
      }),
    );
  });
});

describe("the reader of policy files", () => {
  const portOf = (files: { managed?: PolicyFile[]; root?: PolicyFile }): PolicyFilePort => ({
    managed: () => files.managed ?? [],
    ofRoot: () => files.root,
  });
  const { settings } = readSettings({ policy: [{ effect: "exec", match: "x", decision: "deny" }] });

  it("puts the administrator's rules first, then the workspace's, then the user's", () => {
    const rule = (match: string) => `{"rules": [{"effect": "exec", "match": "${match}", "decision": "ask"}]}`;
    const port = portOf({ managed: [{ path: "/m", text: rule("m") }], root: { path: "/r/p", text: rule("r") } });
    const { rules, managedPaths, unusable } = new PolicyReader(port).read(settings, ["/r"]);
    assert.deepEqual(
      rules.map(({ source, root, rule: { match } }) => [source, root, match]),
      [
        ["managed", undefined, "m"],
        ["workspace", "/r", "r"],
        ["user", undefined, "x"],
      ],
    );
    assert.deepEqual([managedPaths, unusable], [["/m"], undefined]);
  });

  it("leaves the user's rules out where the administrator says so", () => {
    const port = portOf({ managed: [{ path: "/m", text: '{"settings": {"policy": []}}' }] });
    assert.deepEqual(new PolicyReader(port).read(settings, []).rules, []);
  });

  it("tells problems once, again when they change, and that they are gone", () => {
    const files: { managed: PolicyFile[] } = { managed: [] };
    const told: string[][] = [];
    const reader = new PolicyReader(portOf(files), [], (problems) => told.push(problems.map(({ text }) => text)));
    const read = (...managed: PolicyFile[]) => {
      files.managed = managed;
      return reader.read(settings, []).unusable;
    };
    assert.equal(read(), undefined);
    const why = "the policy file is invalid: /m:1: it is not a file";
    assert.equal(read({ path: "/m", failure: "it is not a file" }), why);
    assert.equal(read({ path: "/m", failure: "it is not a file" }), why);
    assert.equal(
      read({ path: "/m", text: '{"rules": [{"effect": "exec", "match": "x", "decision": "deny", "matches": ["y"]}]}' }),
      undefined,
    );
    assert.equal(read({ path: "/m", text: "{}" }), undefined);
    assert.deepEqual(told, [
      ["/m:1: it is not a file"],
      ['/m:1: rules[0]: it does not match its example "y"; the rule still applies'],
      [],
    ]);
  });
});
