import * as z from "zod";
import { sameBytes } from "../../core/text/changedBytes";
import { defineTool, type PlanHost } from "../../core/tools/tool";
import type { WriteEffect } from "../../core/vocabulary/effect";
import { shownPath } from "../../core/vocabulary/shownPath";
import { ToolError } from "../../core/vocabulary/toolError";
import { bytesKept, bytesOfWrite, type UnansweredProposal, type UnansweredWrite } from "./unanswered";

async function effectOf(proposal: UnansweredProposal, write: UnansweredWrite, host: PlanHost) {
  const { path, encoding, mode } = write;
  const target = await host.resolve(shownPath(path));
  await host.mayWrite(target);
  const stat = await host.stat(target);
  const before = stat && (await host.read(target));
  const after = bytesOfWrite(proposal, write);
  if (!sameBytes(before, bytesKept(write.before)) && !sameBytes(before, after))
    throw new ToolError(
      "stale",
      `${target.shown} has changed since this was proposed, so nothing was written: ask the agent for the change again, or copy what you need from the proposal.`,
    );
  const facts = { ...(encoding !== undefined && { encoding }), ...(mode !== undefined && { mode }) };
  return { kind: "write", target, before, after, ...facts } satisfies WriteEffect;
}

/**
 * Makes the writes of a proposal that nobody has answered, as one new call. Not offered to models: a person decides.
 * @param proposal refused when one of its files holds something else than it did when it was proposed.
 */
export const proposeAgainTool = (proposal: UnansweredProposal) =>
  defineTool({
    name: "propose_again",
    displayName: "Propose Again",
    summary: "Write what was proposed and not answered",
    description: "Writes what a call proposed before its window was closed, as one change that can be undone.",
    metadata: { concurrencySafe: false, readOnly: false, destructive: false, idempotent: true },
    effectKinds: ["read", "write"],
    input: z.object({ proposal: z.literal(proposal.id) }),
    async plan(_, { host }) {
      const planned: WriteEffect[] = [];
      for (const write of proposal.writes) planned.push(await effectOf(proposal, write, host));
      const effects = planned.filter(({ before, after }) => !sameBytes(before, after));
      if (effects.length === 0)
        throw new ToolError("no_change", "Every file already has the proposed content, so nothing was written.");
      return {
        title: proposal.title,
        effects,
        async run({ host }) {
          await host.write(...effects);
          return { text: `Wrote ${effects.map(({ target }) => target.shown).join(", ")}.`, isError: false };
        },
      };
    },
  });
