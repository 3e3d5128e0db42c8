import { highest, type Level } from "../../vocabulary/level";
import type { Crib } from "../crib";
import type { OpenCall } from "../openCall";

/** What happened beside an agent's calls, told with the result of a call (AG-2, SH-8). */
interface BackgroundNews {
  readonly texts: readonly string[];
  /** How confidential they are. */
  readonly level: Level;
}

/**
 * What the agent has to know beside what came of its call. Told once, so never with a call within another or beside the
 * order, whose results no model may read. What comes from other agents is classified like any result (PO-6).
 */
export async function backgroundNews(crib: Crib, { id, session, tools, call }: OpenCall): Promise<BackgroundNews> {
  const texts: string[] = [];
  const levels: Level[] = [];
  if (call.within !== undefined || call.unordered) return { texts, level: highest(levels) };
  for (const source of crib.news) {
    const news = source.news(session.agent);
    if (news.length > 0 && source.tool !== undefined) tools.activateTool(source.tool);
    for (const { text, lineage } of news) {
      const checked =
        lineage && (await crib.responses.check({ text, isError: false, lineage }, undefined, session, id));
      texts.push(checked?.result.text ?? text);
      if (checked) levels.push(checked.level);
    }
  }
  return { texts, level: highest(levels) };
}
