import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { executeCall } from "../../../src/core/calls/executeCall";
import { proposeAgainTool } from "../../../src/features/review/proposeAgain";
import type { UnansweredFile, UnansweredProposal, UnansweredWrite } from "../../../src/features/review/unanswered";
import { type CribOptions, type RealCrib, realCrib } from "../../support/realCrib";
import { never } from "../../support/repository";
import { snapshot } from "../../support/tempFolder";

const base64 = (text: string) => Buffer.from(text).toString("base64");

/** `a` is changed, `new` created, `gone` deleted. */
function proposalIn(root: string): UnansweredProposal {
  const place = (shown: string) => ({ path: join(root, shown), real: join(root, shown), root, shown });
  const file = (kind: UnansweredFile["kind"], shown: string, after: string | null): UnansweredFile => ({
    ...{ kind, title: shown, target: place(shown), address: shown, after },
  });
  const files = [file("change", "a", base64("two")), file("create", "new", base64("n")), file("delete", "gone", null)];
  const write = (shown: string, before: string | null, at: number | null): UnansweredWrite => ({
    ...{ path: join(root, shown), before, file: at },
  });
  const writes = [write("a", base64("one"), 0), write("new", null, 1), write("gone", base64("g"), null)];
  return { id: "p", title: "Change three files", agent: "chat", reason: "it changes files", time: 1, files, writes };
}

async function propose({ crib, session, root, asked }: RealCrib, isApproved = true) {
  const tool = proposeAgainTool(proposalIn(root));
  const { name, displayName, description, input } = tool;
  const toInput = (args: object) => ({ ...args });
  const only = { name, displayName, description, input, tool, aliases: [], toInput };
  const own = { ...crib, dialect: { ...crib.dialect, tools: [only] } };
  const call = { tool: name, input: { proposal: "p" }, signal: never };
  return executeCall(own, session, call, async (judged) => {
    asked.push(judged);
    return { approved: isApproved, by: "person" };
  });
}

const tree = { a: "one", gone: "g", other: "o" };
const begin = (options: CribOptions = {}) => realCrib(tree, options);

describe("proposing again what was not answered (D-16)", () => {
  it("asks, writes everything as one change, and can be undone to the byte", async () => {
    const real = await begin();
    const before = snapshot(real.root);
    const result = await propose(real);
    assert.deepEqual([result.isError, result.text], [false, "Wrote a, new, gone."]);
    assert.deepEqual(
      real.asked.map(({ plan, decision }) => [plan.title, decision.kind]),
      [["Change three files", "ask"]],
    );
    assert.deepEqual(snapshot(real.root), { a: "two", new: "n", other: "o" });
    await real.crib.journal.undo();
    assert.deepEqual(snapshot(real.root), before);
  });

  it("writes nothing when one file has changed since, and says which", async () => {
    const real = await begin();
    writeFileSync(join(real.root, "gone"), "mine");
    const before = snapshot(real.root);
    const { isError, text } = await propose(real);
    assert.equal(isError, true);
    assert.match(text, /gone has changed since this was proposed, so nothing was written: ask the agent/);
    assert.deepEqual([snapshot(real.root), real.asked], [before, []]);
  });

  it("leaves alone what holds the proposal already, and says so when that is all", async () => {
    const real = await begin();
    writeFileSync(join(real.root, "a"), "two");
    assert.equal((await propose(real)).text, "Wrote new, gone.");
    const { isError, text, data } = await propose(real);
    assert.match(text, /Every file already has the proposed content/);
    assert.deepEqual([isError, (data as { error: string }).error], [true, "no_change"]);
  });

  it("is judged by the policy as it is now, and a no changes nothing", async () => {
    const refused = await begin({ settings: { policy: [{ effect: "write", match: "a", decision: "deny" }] } });
    const { isError, text } = await propose(refused);
    assert.deepEqual([isError, refused.asked], [true, []], text);
    assert.equal(readFileSync(join(refused.root, "a"), "utf8"), "one");
    const declined = await begin();
    assert.equal((await propose(declined, false)).isError, true);
    assert.equal(readFileSync(join(declined.root, "a"), "utf8"), "one");
  });
});
