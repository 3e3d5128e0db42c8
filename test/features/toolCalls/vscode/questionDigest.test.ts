import assert from "node:assert/strict";
import type { Effect } from "../../../../src/core/vocabulary/effect";
import { questionDigest } from "../../../../src/features/toolCalls/vscode/questionDigest";

describe("what tells one question from another (D-16)", () => {
  const cwd = { path: "/w", real: "/w", shown: "." };
  const asked = { kind: "ask", rule: "commands.extra", reason: "" } as const;
  const command = { kind: "exec", command: "npm test", cwd, timeoutMs: 1 } as const;
  const digestOf = (effect: Effect) =>
    questionDigest("run_command", { plan: { effects: [effect] }, byEffect: [asked] });

  it("a yes to one secret or host is none to another", () => {
    const extras = [
      undefined,
      { files: ["/w/.env"], hosts: [] },
      { files: ["/w/other.pem"], hosts: [] },
      { files: ["/w/.env"], hosts: ["a.example"] },
      { files: [], hosts: ["a.example"] },
    ];
    const digests = extras.map((extra) => digestOf({ ...command, ...(extra && { extra }) }));
    assert.equal(new Set(digests).size, extras.length);
    assert.equal(digestOf({ ...command, extra: { files: ["/w/.env"], hosts: [] } }), digests[1]);
  });

  it("a yes to a content is none to its permissions", () => {
    const write = { kind: "write", target: cwd, before: undefined, after: new Uint8Array(1) } as const;
    const digests = [{}, { mode: 0o755 }, { kinds: { after: "link" as const } }].map((more) =>
      digestOf({ ...write, ...more }),
    );
    assert.equal(new Set(digests).size, 3);
  });
});
