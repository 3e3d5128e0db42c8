/** A person's yes at the terminal to what was printed above. */
import { createInterface } from "node:readline/promises";
import { ToolError } from "../../core/vocabulary/toolError";

/** @param name of what is approved. @throws ToolError when they do not agree, or nobody is there. */
export async function mustAgree(name: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new ToolError(
      "declined",
      `"${name}" was not approved, because nobody can be asked here: run this in a terminal, or with --yes once you have read all of it.`,
    );
  if (!(await agreed(`Approve "${name}" as shown above?`)))
    throw new ToolError("declined", `"${name}" was not approved.`);
}

/** A yes or no; no where nobody is there. */
export async function agreed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const said = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return /^y(?:es)?$/i.test(said.trim());
}
