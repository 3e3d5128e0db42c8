/** Which calls are of one turn, to be taken back together (D-17). */
import type { Turn } from "../../core/journal/journalEntry";

/** Characters of a prompt that name its turn. */
const maxTitleLength = 80;

/** The turn of one request to our own chat participant. @param chat see Turn. */
export function turnOfPrompt(prompt: string, chat?: string): Turn {
  const [line = ""] = prompt.trim().split("\n");
  const title = line.length > maxTitleLength ? `${line.slice(0, maxTitleLength - 1)}…` : line;
  return { id: crypto.randomUUID(), title: title || "A request in Chat", ...(chat !== undefined && { chat }) };
}

/** Of every turn of agent mode. */
export const agentModeTitle = "Agent mode";

/** Milliseconds without a call after which the next one is of another turn. */
const pause = 60_000;

/**
 * The turns of VS Code's own agent mode, which does not tell a tool for which request it is called: calls that follow each
 * other with less than a minute between them are of one turn, however long a person takes to answer a question.
 */
export class AgentTurns {
  #turn: Turn = { id: crypto.randomUUID(), title: agentModeTitle };
  #running = 0;
  #lastActive: number;

  /** @param now milliseconds since 1970. */
  constructor(private readonly now: () => number) {
    this.#lastActive = now();
  }

  /** A call is about to be asked about, or made. */
  expect(): void {
    if (this.#running === 0 && this.now() - this.#lastActive >= pause)
      this.#turn = { ...this.#turn, id: crypto.randomUUID() };
    this.#lastActive = this.now();
  }

  /** Makes a call that was expected, in its turn. */
  async during<T>(make: (turn: Turn) => Promise<T>): Promise<T> {
    this.#running++;
    try {
      return await make(this.#turn);
    } finally {
      this.#running--;
      this.#lastActive = this.now();
    }
  }
}
