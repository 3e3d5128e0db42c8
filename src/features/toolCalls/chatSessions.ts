/** What agents have seen and done, for each chat that they work in. */
import { Session } from "../../core/session/session";

/** Chats that are remembered at most; the one that was used longest ago goes first. */
const maxChats = 50;

/** The schemes under which VS Code's Agent Host keeps its chats. */
const agentHost = /^agent-host-/;

/**
 * The sessions of chats in a window. All plan together, and what one has taken in counts for all: one may tell another.
 * What they know of files and where their shell is, each has for itself.
 */
export class ChatSessions {
  readonly #chats = new Map<string, Session>();

  /** @param common holds what all chats share; its agent is theirs. */
  constructor(private readonly common: Session) {}

  /**
   * The session of a chat.
   * @param chat its address; undefined for calls that VS Code assigns to none, as in the first turn of an Agent Host's
   * chat: those have one session together.
   */
  of(chat: string | undefined): Session {
    const key = chat ?? "";
    const session = this.#chats.get(key) ?? this.#open(chat);
    // The latest stands last.
    this.#chats.delete(key);
    this.#chats.set(key, session);
    const [oldest] = this.#chats.keys();
    if (oldest !== undefined && this.#chats.size > maxChats) this.#chats.delete(oldest);
    return session;
  }

  #open(chat: string | undefined): Session {
    const session = new Session(this.common.agent, [], this.common);
    session.listsToolsPerTurn = chat === undefined || agentHost.test(chat);
    return session;
  }
}
