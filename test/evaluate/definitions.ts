/** What the definitions of tools cost in each request to a model. */
import type { ToolServer } from "./servers";

/** About how many tokens a text is: 4 characters each, near enough for English and code with any tokenizer of today. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4);

export interface DefinitionTokens {
  readonly tool: string;
  readonly tokens: number;
}

/** The definition of each tool, the most expensive first. */
export const measureDefinitions = ({ definitions }: ToolServer): DefinitionTokens[] =>
  definitions
    .map(({ name, description, inputSchema }) => ({
      tool: name,
      tokens: tokensOf(JSON.stringify({ name, description, inputSchema })),
    }))
    .sort((a, b) => b.tokens - a.tokens || (a.tool < b.tool ? -1 : 1));
