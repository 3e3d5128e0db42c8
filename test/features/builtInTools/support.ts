/** Calls of built-in tools on a crib of its own. */

import { Session } from "../../../src/core/session/session";
import type { BuiltInEditsListener } from "../../../src/features/builtInTools/builtInEdits";
import { agentOf, type BuiltInCall, type HookVerdict } from "../../../src/features/builtInTools/harness";
import { judgeBuiltIn } from "../../../src/features/builtInTools/judgeBuiltIn";
import type { ShellFolders } from "../../../src/features/builtInTools/shellFolders";
import type { RealCrib } from "../../support/realCrib";

/** Kept in memory alone. */
export function rememberedFolders(): ShellFolders {
  const kept = new Map<string, readonly string[]>();
  return {
    movesIn: async (conversation) => kept.get(conversation) ?? [],
    async keep(conversation, moves) {
      kept.set(conversation, moves);
    },
  };
}

/** Judges calls of one conversation, by default of Copilot CLI. */
export function judging(
  { crib, root }: Pick<RealCrib, "crib" | "root">,
  of: Partial<BuiltInCall> = {},
  edits?: BuiltInEditsListener,
  terminal = "/bin/bash",
) {
  const session = new Session(agentOf(of.harness ?? "copilot-cli", false));
  const folders = rememberedFolders();
  const judge = (tool: string, input: BuiltInCall["input"], more: Partial<BuiltInCall> = {}): Promise<HookVerdict> => {
    const call: BuiltInCall = { harness: "copilot-cli", cwd: root, session: "one", ...of, tool, input, ...more };
    const ours = [crib.dialect];
    const parts = { crib, session, ours, folders, terminal, ...(edits && { edits }) };
    return judgeBuiltIn(parts, call, new AbortController().signal);
  };
  return { session, judge };
}
