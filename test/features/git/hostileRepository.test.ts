/** The tools for git start nothing that a repository names before a person has said yes. */
import assert from "node:assert/strict";
import { families, hostileRepository, secret, wasRun } from "../../support/hostileRepositories";
import { realCrib } from "../../support/realCrib";

const refuse = async () => ({ approved: false, by: "nobody" }) as const;

const calls = [
  ["git_restore", { paths: ["."] }],
  ["git_restore", { paths: ["a.txt"], source: "HEAD~1" }],
  ["git_restore", { paths: ["a.txt"], staged: true }],
  ["git_stash", {}],
  ["git_commit", { message: "x" }],
  ["git_commit", { message: "x", paths: ["a.txt", "."] }],
] as const;

/** One for each thing that git would start on the way of these calls; the policy's own test has all of them. */
const telling = new Set([
  ...["diff.external", "diff.X.textconv", "filter.X.clean", "filter.X.process", "core.fsmonitor", "core.hooksPath"],
  ...["gpg.program", "include.path"],
]);

describe("the tools for git in a hostile repository", () => {
  for (const family of families.filter(({ name }) => telling.has(name)))
    it(`${family.name}: run and show nothing of it`, async () => {
      const at = await realCrib({}, { settings: { sandbox: "off" }, confirm: refuse });
      hostileRepository(family, at.root, at.outside);
      for (const [tool, input] of calls) {
        const { text } = await at.call(tool, input);
        assert.equal(wasRun(at.root, at.state, at.outside), false, `${tool} ${JSON.stringify(input)}: ${text}`);
        assert.ok(!text.includes(secret), text);
      }
    });
});
