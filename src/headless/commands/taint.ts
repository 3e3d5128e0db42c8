import { lineageText } from "../../features/confidentiality/lineage";
import { resetTaint } from "../../node/state/sessionFiles";
import type { Machine } from "../machine";
import { UsageError } from "../usageError";

/** `toolcrib taint show` tells what an agent's session has taken in, `toolcrib taint reset` is a person's word that it no longer matters. */
export async function taint(
  { crib, session, sessionState }: Machine,
  [question]: readonly string[],
  print: (line: string) => void,
): Promise<void> {
  const { level, lineage } = session.taint;
  const workspace = crib.workspaces.of(session.agent)?.folder;
  if (question === "show") {
    print(`${session.agent}: ${level}`);
    for (const entry of lineage) print(lineageText(entry));
    const held = workspace === undefined ? undefined : await crib.workspaces.taintOf(workspace);
    if (held) print(`Its workspace: ${held.level}, because ${held.agent} had read ${held.source}.`);
    return;
  }
  if (question !== "reset")
    throw new UsageError(`"taint ${question ?? ""}" is not a command: use taint show or taint reset.`);
  await resetTaint(sessionState, session);
  if (workspace !== undefined) await crib.workspaces.resetTaint(workspace);
  await crib.log.note("taint reset", session.agent, `from ${level}`);
  print(`${session.agent}: ${level} was reset to PUBLIC.`);
}
