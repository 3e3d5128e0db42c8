import { ToolError } from "../core/toolError";
import { resetTaint } from "../node/sessionFiles";
import { lineageText } from "../review/lineage";
import type { Machine } from "./machine";

/** `toolcrib taint show` tells what an agent's session has taken in, `toolcrib taint reset` is a person's word that it no longer matters. */
export async function taint(
  { crib, session, stateFolder }: Machine,
  [question]: readonly string[],
  print: (line: string) => void,
): Promise<void> {
  const { level, lineage } = session.taint;
  if (question === "show") {
    print(`${session.agent}: ${level}`);
    for (const entry of lineage) print(lineageText(entry));
    return;
  }
  if (question !== "reset")
    throw new ToolError("invalid_input", `"taint ${question ?? ""}" is not a command: use taint show or taint reset.`);
  await resetTaint(stateFolder, session);
  await crib.note("taint reset", session.agent, `from ${level}`);
  print(`${session.agent}: ${level} was reset to PUBLIC.`);
}
