import type * as vscode from "vscode";
import type { ToolResult } from "../../../core/tools/tool";

/** Invokes a tool through VS Code, which draws a line for it in the chat. Rejects when the request is cancelled. */
export type InvokeInChat = () => Thenable<unknown>;

/** What stands in a line. */
export type LineTitle = string | vscode.MarkdownString;

/** The line of one call of our own participant: VS Code draws it once, when it is known how the question was answered. */
export class ChatLine {
  title: LineTitle = "";
  #shown: Promise<unknown> | undefined;
  #begin: () => void = () => {};
  #end: (result: ToolResult) => void = () => {};
  #isBegun = false;
  readonly #result = new Promise<ToolResult>((resolve) => {
    this.#end = resolve;
  });

  constructor(private readonly invoke: InvokeInChat) {}

  /** Whether VS Code was asked to draw the line, and has not invoked its tool yet. */
  get isDue(): boolean {
    return this.#shown !== undefined && !this.#isBegun;
  }

  /** Draws the line. @returns what became of it: the tool was invoked, it was skipped, or VS Code's words for why it was not. */
  async draw(title: LineTitle): Promise<"invoked" | "skipped" | Error> {
    this.title = title;
    const begun = new Promise<"invoked">((resolve) => {
      this.#begin = () => resolve("invoked");
    });
    const over = Promise.resolve(this.invoke()).then((): "skipped" => "skipped", skippedOr);
    this.#shown = over;
    return Promise.race([begun, over]);
  }

  /** What VS Code gets when it invokes the tool: the result of the call, once it has ended. */
  begin(): Promise<ToolResult> {
    this.#isBegun = true;
    this.#begin();
    return this.#result;
  }

  /** Ends the line, and draws it first where that was not done. @param title for a call that was not made. */
  async end(result: ToolResult, title: LineTitle): Promise<void> {
    this.#end(result);
    if (!this.#shown) await this.draw(title);
    await this.#shown;
  }
}

/** VS Code cancels what a person skips. */
const skippedOr = (error: unknown): "skipped" | Error => {
  const failure = error instanceof Error ? error : new Error(String(error));
  return /^Cancel(?:led|ed|lationError)$/.test(failure.name) || failure.message === "Canceled" ? "skipped" : failure;
};

/** The lines that are being drawn, by the call that VS Code prepares and invokes for each. */
export class ChatLines {
  readonly #open = new Map<ChatLine, string>();

  /** Follows a line until the call has ended. */
  async follow<T>(tool: string, input: object, invoke: InvokeInChat, make: (line: ChatLine) => Promise<T>): Promise<T> {
    const line = new ChatLine(invoke);
    this.#open.set(line, keyOf(tool, input));
    try {
      return await make(line);
    } finally {
      this.#open.delete(line);
    }
  }

  /** The line that VS Code asks for; of several alike, the first that is due. */
  find(tool: string, input: object): ChatLine | undefined {
    const key = keyOf(tool, input);
    return [...this.#open].find(([line, other]) => other === key && line.isDue)?.[0];
  }
}

const keyOf = (tool: string, input: object) => JSON.stringify([tool, input]);
