/** Tools that VS Code and Copilot bring, asked for the same as ours. Which of them are there depends on the VS Code. */
import { join } from "node:path";
import type { Task } from "../tasks";

/** One of them, with its input for a task. */
export interface OwnTool {
  readonly name: string;
  readonly input: object;
}

type Input = {
  readonly path?: string;
  readonly pattern?: string;
  readonly offset?: number;
  readonly limit?: number;
} & {
  readonly old_string?: string;
  readonly new_string?: string;
  readonly command?: string;
};

/** Those that do what the task asks for, the most fitting first. */
export function ownTools({ compared, root, input }: Task): readonly OwnTool[] {
  const { path = "", pattern = "", offset = 0, limit = 2000, command } = input as Input;
  const filePath = join(root, path);
  switch (compared) {
    case "find":
      return [{ name: "copilot_findFiles", input: { query: pattern, maxResults: limit } }];
    case "word":
      return [{ name: "copilot_findTextInFiles", input: { query: pattern, isRegexp: false } }];
    case "regex":
      return [{ name: "copilot_findTextInFiles", input: { query: pattern, isRegexp: true, maxResults: 250 } }];
    case "head":
    case "deep":
    case "again":
    case "read":
      return [{ name: "copilot_readFile", input: { filePath, startLine: offset + 1, endLine: offset + limit } }];
    case "list":
      return [{ name: "copilot_listDirectory", input: { path: filePath } }];
    case "command":
      return [
        {
          name: "run_in_terminal",
          input: { command, explanation: "Runs a command.", goal: "Measure it.", mode: "sync", isBackground: false },
        },
      ];
    default:
      return [];
  }
}
