/** Runs a tool of another extension: bounded in time and number, and in what it may give back. */
import type { NestedResult, ToolContext } from "../../../toolcrib-api";
import type { RunContext, ToolResult } from "../../core/tools/tool";
import type { Effect } from "../../core/vocabulary/effect";
import { ToolError } from "../../core/vocabulary/toolError";
import { PausableTimeout } from "./pausableTimeout";
import type { RegisteredTool } from "./registeredTools";
import { resultOfAnswer } from "./toolAnswers";
import { clauseOf, toolFailure } from "./toolFailure";

/** Runs of one tool at the same time: one that calls itself without end gets no further. */
const maxRunning = 10;

/** Characters of a line of progress. */
const maxProgress = 500;

/** The running calls of one tool. */
export class ToolRuns {
  #running = 0;

  constructor(private readonly tool: RegisteredTool) {}

  /**
   * Makes the changes that were declared and approved, then lets the tool do its work.
   * @throws ToolError `tool_failed` for whatever is wrong with the tool or its answer.
   */
  async run(input: Record<string, unknown>, effects: readonly Effect[], context: RunContext): Promise<ToolResult> {
    if (this.#running >= maxRunning)
      throw toolFailure(this.tool, `it is running ${maxRunning} times already, so wait until one has ended`);
    this.#running++;
    try {
      const writes = effects.filter((effect) => effect.kind === "write");
      if (writes.length > 0) await context.host.write(...writes);
      const answer = await this.#answer(structuredClone(input), context, writes.length > 0);
      return resultOfAnswer(answer);
    } catch (error) {
      throw error instanceof ToolError ? error : toolFailure(this.tool, clauseOf(error));
    } finally {
      this.#running--;
    }
  }

  async #answer(input: Record<string, unknown>, context: RunContext, hasWritten: boolean): Promise<unknown> {
    const limit = context.settings.limits.toolTimeoutMs;
    const stop = new AbortController();
    let reject = (_error: ToolError) => {};
    const givenUp = new Promise<never>((_, no) => {
      reject = no;
    });
    const done = hasWritten ? ". The changes that it had declared were made" : "";
    const giveUp = (error: ToolError) => {
      reject(error);
      stop.abort();
    };
    const cancel = () =>
      giveUp(new ToolError("cancelled", `The call of ${this.tool.definition.name} was cancelled while it ran${done}.`));
    const timeout = new PausableTimeout(limit, () =>
      giveUp(toolFailure(this.tool, `it did not end within ${limit / 1000} s${done}`)),
    );
    context.signal.addEventListener("abort", cancel, { once: true });
    try {
      const given = contextFor(context, stop.signal, timeout);
      return await Promise.race([givenUp, (async () => this.tool.definition.run(input, given))()]);
    } finally {
      timeout.end();
      context.signal.removeEventListener("abort", cancel);
    }
  }
}

/** What the tool may use, until its call has ended. */
function contextFor(context: RunContext, signal: AbortSignal, timeout: PausableTimeout): ToolContext {
  return Object.freeze({
    signal,
    roots: Object.freeze([...context.roots]),
    progress(line: string) {
      if (!timeout.isOver) context.progress(String(line).slice(0, maxProgress).replace(/\s+/g, " "));
    },
    async callTool(name: string, input: object): Promise<NestedResult> {
      if (timeout.isOver) return { text: "Not done: the call that it belonged to has ended.", isError: true };
      const { text, isError, data, parts } = await timeout.during(context.call(String(name), input));
      return {
        ...{ text, isError },
        ...(data !== undefined && { data }),
        ...(parts && { parts: parts.map(({ mimeType, bytes }) => ({ mimeType, data: bytes })) }),
      };
    },
  });
}
