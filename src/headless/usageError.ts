import { ToolError } from "../core/vocabulary/toolError";

/** A command line that cannot be followed: the program ends with the exit code 2. */
export class UsageError extends ToolError {
  /** @param message one sentence, with what to do. */
  constructor(message: string) {
    super("invalid_input", message);
  }
}
