/** What a person says when they reject something that an agent made, told to the agent with its next call. */
import type { News, NewsSource } from "../../core/calls/beside/news";

/** One comment. */
export interface RejectionComment {
  /** What was rejected, in words for a model: `the tool "count"`. */
  readonly about: string;
  readonly comment: string;
  /** True for an agent, by its session's name, that the comment is meant for. */
  isFor(agent: string): boolean;
}

/** The comments that nobody was told yet. */
export class RejectionComments implements NewsSource {
  #untold: readonly RejectionComment[] = [];

  add(comment: RejectionComment): void {
    this.#untold = [...this.#untold, comment];
  }

  /** See NewsSource. */
  news(agent: string): readonly News[] {
    const own = this.#untold.filter((one) => one.isFor(agent));
    this.#untold = this.#untold.filter((one) => !own.includes(one));
    return own.map(({ about, comment }) => ({ text: `[The person rejected ${about} and says: ${comment}]` }));
  }
}
