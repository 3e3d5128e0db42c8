/** What an agent does, as it is told to whoever watches (AG-4, AG-6). */
import { cutToWidth } from "../../core/text/displayWidth";
import type { AgentRecord } from "./agentRecord";
import type { AgentRegistry } from "./agentRegistry";

/** Characters of text that one event tells. */
const maxCharacters = 4000;
/** Columns of the line that says what it did last. */
const lineWidth = 120;

/** The last line that says something, short enough for a tree. */
const lastLine = (text: string): string => cutToWidth(text.trimEnd().split("\n").at(-1)?.trim() ?? "", lineWidth);

/** One call while it is made. */
export interface CallStep {
  /** Its title is known; the first one counts. */
  planned(title: string): void;
  end(isError: boolean): void;
}

/** Tells of one agent. */
export class AgentSteps {
  #said = "";

  constructor(
    private readonly record: AgentRecord,
    private readonly registry: AgentRegistry,
    private readonly progress: (line: string) => void,
  ) {}

  spend(tokens: number): void {
    this.record.note({ tokens: this.record.activity.tokens + tokens });
  }

  /** Text of the model, as it comes; told as a whole before whatever follows. */
  say(text: string): void {
    this.#said = (this.#said + text).slice(-maxCharacters);
    const last = lastLine(this.#said);
    if (last !== "") this.record.note({ last });
  }

  /** Something about the model itself. */
  note(note: string): void {
    this.record.note({ last: lastLine(note) });
    this.progress(note);
  }

  /** Tells what was said and not told yet. */
  flush(): void {
    const text = this.#said.trim();
    this.#said = "";
    if (text !== "") this.registry.step(this.record, { kind: "text", text });
  }

  begin(tool: string): CallStep {
    let isTold = false;
    const tell = (title: string) => {
      if (isTold) return;
      isTold = true;
      this.flush();
      this.record.note({ calls: this.record.activity.calls + 1, last: lastLine(title) });
      this.registry.step(this.record, { kind: "call", tool, title });
      this.progress(title);
    };
    return {
      planned: tell,
      end: (isError) => {
        tell(tool);
        this.registry.step(this.record, { kind: "result", tool, isError });
      },
    };
  }
}
