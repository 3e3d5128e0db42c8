import assert from "node:assert/strict";
import type { WorktreeReport } from "../../../src/core/tools/delegation";
import { abandoned, agentsBelow, topAgents, worktreeOf } from "../../../src/features/subAgents/agentTree";
import type { KnownWorktree, WorktreeState } from "../../../src/features/worktrees/worktrees";
import { registeredAgents } from "../../support/registeredAgents";

const report = (folder: string): WorktreeReport => ({
  ...{ branch: `toolcrib/${folder}`, folder, repository: "/repo", base: "b", files: [] },
});
const known = (folder: string, state: WorktreeState): KnownWorktree => ({
  state,
  worktree: {
    ...{ branch: `toolcrib/${folder}`, folder, workFolder: folder, repository: "/repo", base: "b" },
    ...{ agent: "chat/agent_1", description: "d", createdAt: 0, uncommitted: 0 },
  },
});
const ids = (agents: readonly { readonly id: string }[]) => agents.map(({ id }) => id);

describe("the tree of agents (AG-6)", () => {
  it("has each agent once, below the one that started it, those at work first, then the latest", () => {
    const agents = registeredAgents();
    const [first, second] = ["agent_1", "agent_2", "agent_3"].map((id) => agents.add({ id, parent: "chat" }));
    agents.add({ id: "agent_4", parent: "chat/agent_2" });
    agents.add({ id: "agent_5", parent: "chat/agent_2" });
    const orphan = agents.add({ id: "agent_6", parent: "chat/agent_99" });
    assert.ok(first && second);
    for (const one of [first, second, orphan]) agents.end(one);
    const all = agents.executor.all();
    assert.deepEqual(ids(topAgents(all)), ["agent_3", "agent_6", "agent_2", "agent_1"]);
    assert.deepEqual(ids(agentsBelow(all, second)), ["agent_4", "agent_5"]);
    assert.deepEqual(ids(agentsBelow(all, first)), []);
  });

  it("shows what an agent left in its worktree once it has ended", () => {
    const agents = registeredAgents();
    const one = agents.add({ id: "agent_1", mode: "worktree", worktree: report("/w1") });
    const list = [known("/w0", "finished"), known("/w1", "finished")];
    assert.equal(worktreeOf(one, list), undefined);
    agents.end(one, { worktree: report("/w1") });
    assert.equal(worktreeOf(one, list), list[1]);
    assert.equal(worktreeOf(one, list.slice(0, 1)), undefined);
    const plain = agents.add({ id: "agent_2" });
    agents.end(plain);
    assert.equal(worktreeOf(plain, list), undefined);
  });

  it("lists worktrees by themselves when no agent is known that has them, but none that an agent elsewhere works in", () => {
    const agents = registeredAgents();
    agents.add({ id: "agent_1", mode: "worktree", worktree: report("/w1") });
    const list = [known("/w1", "finished"), known("/w2", "finished"), known("/w3", "stale"), known("/w4", "working")];
    assert.deepEqual(
      abandoned(list, agents.executor.all()).map(({ worktree }) => worktree.folder),
      ["/w2", "/w3"],
    );
  });
});
