/** What is alike in the names of agents. Pure. */

/** Control characters, marks that change the direction of text, and characters without a width. */
const unseen = /\p{C}|\p{Default_Ignorable_Code_Point}|[\u2028\u2029\u202f]/gu;

/** A name as a person sees it. */
export const seenName = (agent: string): string => agent.replace(unseen, "").trim();

/** Work that was handed on is done for the agent that the person talks to, and in its workspace. */
export const topOf = (agent: string): string => agent.split("/")[0] as string;

/** The same for names that a person may take for one: in capitals, with characters that are not seen, or of work that was handed on. */
export const foldedAgent = (agent: string): string => seenName(topOf(agent).normalize("NFKC")).toLowerCase();
