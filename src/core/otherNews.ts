/** What happened beside an agent's calls: the ends of its agents, commands and tasks (AG-2, SH-8). */

import type { Call } from "./call";
import type { Crib } from "./crib";
import { highest, type Level } from "./level";
import type { Session } from "./session";
import type { ToolShelf } from "./toolShelf";

/** Told with the result of a call. */
interface News {
  readonly texts: readonly string[];
  /** How confidential it is. */
  readonly level: Level;
}

/**
 * What the agent has to know beside what came of its call. Told once, so never with a call within another or beside the
 * order, whose results no model may read.
 */
export async function otherNews(
  crib: Crib,
  session: Session,
  tools: ToolShelf,
  { within, unordered }: Pick<Call, "within" | "unordered">,
  id: string,
): Promise<News> {
  if (within !== undefined || unordered) return { texts: [], level: highest([]) };
  const ofAgents = await newsOfAgents(crib, session, id);
  const ofJobs = crib.jobs.of(session.agent).news();
  if (ofJobs.length > 0) tools.activateTool("job_output");
  return { ...ofAgents, texts: [...ofAgents.texts, ...ofJobs, ...crib.tasks.news(session.agent)] };
}

/** The ends of agents in the background, classified like any result before they are told (AG-2, PO-6). */
async function newsOfAgents(crib: Crib, session: Session, id: string): Promise<News> {
  const texts: string[] = [];
  const levels: Level[] = [];
  for (const { text, lineage } of crib.agents?.news(session.agent) ?? []) {
    const told = await crib.responses.check({ text, isError: false, lineage }, undefined, session, id);
    texts.push(told.result.text);
    levels.push(told.level);
  }
  return { texts, level: highest(levels) };
}
