import type { CarriedLineage } from "../../session/taint";

/** Something that happened beside an agent's calls. */
export interface News {
  readonly text: string;
  /** What went into it beyond ordinary work; set where its words come from another agent. */
  readonly lineage?: readonly CarriedLineage[];
}

/** Where something happens that an agent is told with the result of its next call: ends of commands, agents and tasks. */
export interface NewsSource {
  /** Name of the tool that the agent needs to follow the news up; it is activated with them. */
  readonly tool?: string;
  /** What this agent, by its session's name, was not told yet. It counts as told once it was returned. */
  news(agent: string): readonly News[];
}
