/** The page of the effective policy leads to what decides. */
import "../../../support/vscodeTexts";
import assert from "node:assert/strict";
import type { EffectivePolicy } from "../../../../src/features/diagnosis/effectivePolicy";
import { policyPage } from "../../../../src/features/diagnosis/vscode/policyPage";

const policy: EffectivePolicy = {
  examples: [
    {
      ...{ group: "Run", what: "npm test", verdict: "deny", rule: "commands.user", reason: "a user rule denies it" },
      change: { setting: "commands.deny" },
    },
    { group: "Run", what: "sudo true", verdict: "deny", rule: "commands.denylist", reason: "sudo <b>" },
  ],
  rules: [
    {
      source: "the workspace (/w/policy.jsonc:3)",
      place: { file: "/w/policy.jsonc", line: 3 },
      decision: "deny",
      about: "read of x",
    },
    { source: "your settings", decision: "ask", about: "write of y" },
  ],
  settings: [{ name: "toolcrib.commands.deny", value: ["x"] }],
};

/** What the links to sources on a page are given. */
const sourcesIn = (page: string) =>
  [...page.matchAll(/href="command:toolcrib\.policy\.why\?([^"]+)"/g)].map(
    ([, query = ""]) => JSON.parse(decodeURIComponent(query))[0].source,
  );

describe("the page of the effective policy", () => {
  it("links each example, rule and setting that can be changed to where it stands", () => {
    assert.deepEqual(sourcesIn(policyPage(policy, [])), [
      { setting: "commands.deny" },
      { file: "/w/policy.jsonc", line: 3 },
      { setting: "policy" },
      { setting: "commands.deny" },
    ]);
  });

  it("says on top why something was refused that no setting decides, as text", () => {
    const page = policyPage(policy, [], { refusal: { rule: "commands.denylist", reason: "sudo <b>" } });
    const at = page.indexOf("Why This Was Refused");
    assert.ok(at > 0 && at < page.indexOf("Judge Again"));
    assert.ok(page.includes("<p>sudo &#60;b&#62; <span"), page);
    assert.ok(!policyPage(policy, []).includes("Why This Was Refused"));
  });
});
