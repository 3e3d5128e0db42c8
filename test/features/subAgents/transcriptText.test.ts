import assert from "node:assert/strict";
import type { AgentStep } from "../../../src/core/tools/delegation";
import { transcriptText } from "../../../src/features/subAgents/transcriptText";
import { registeredAgents } from "../../support/registeredAgents";

const timed = (...steps: AgentStep[]) => steps.map((step) => ({ step, time: 0 }));

describe("the transcript of an agent as Markdown", () => {
  it("tells what was asked, what was done, and what came of it", () => {
    const agents = registeredAgents();
    const agent = agents.add({ id: "agent_1", parent: "chat", description: "Mend *it*", prompt: "Mend it.\n```\nx" });
    agent.note({ calls: 1, tokens: 1345 });
    const steps = timed(
      { kind: "text", text: "I look.\n\n- here" },
      { kind: "call", tool: "read_file", title: "Read [a](b).md" },
      { kind: "result", tool: "read_file", isError: false },
      { kind: "result", tool: "edit_file", isError: true },
    );
    const head =
      "# Mend \\*it\\*\n\n`agent_1` of `chat` · background · a model · **running** · 1 call · 1,345 tokens\n\n## Task\n\n````text\nMend it.\n```\nx\n````\n\n## Steps\n\n";
    assert.equal(transcriptText({ agent, steps: [], left: 0 }), `${head}_Nothing yet._`);
    const told = `${head}_3 earlier steps are no longer kept._\n\nI look.\n\n- here\n\n→ \`read_file\` Read \\[a\\]\\(b\\)\\.md\n\n← \`read_file\` answered\n\n← \`edit_file\` **failed**`;
    assert.equal(transcriptText({ agent, steps, left: 3 }), told);
    agents.end(agent, { text: "It is mended." });
    assert.equal(
      transcriptText({ agent, steps, left: 3 }),
      `${told.replace("**running**", "**done**")}\n\n## Result\n\nIt is mended.`,
    );
  });

  it("names the branch and the folder of a worktree", () => {
    const worktree = { branch: "toolcrib/x-1", folder: "/w/x", repository: "/r", base: "b", files: [] };
    const agent = registeredAgents().add({ id: "agent_1", mode: "worktree", worktree });
    assert.match(transcriptText({ agent, steps: [], left: 0 }), /\n\nBranch `toolcrib\/x-1` in `\/w\/x`\n\n/);
  });

  it("shows no picture that a model wrote, whose address could carry what was read", () => {
    const agents = registeredAgents();
    const agent = agents.add({ id: "agent_1" });
    const picture = '![p](https://x.example/?secret)<img src="https://x.example">';
    agents.end(agent, { text: picture });
    const text = transcriptText({ agent, steps: timed({ kind: "text", text: picture }), left: 0 });
    assert.doesNotMatch(text, /!\[|<img/);
  });
});
