import { analyse } from "../shell/analyse";
import { categoryOf } from "../shell/category";
import { describeCommands } from "../shell/describe";
import type { CommandAnalysis } from "../shell/types";
import { redirectWrites, usageOf } from "../shell/usage";

/** Whether nothing in it could change anything, wherever it points: the verdict also looks at places (D-13). */
const isReadOnly = (analysis: CommandAnalysis): boolean =>
  analysis.problem === undefined &&
  analysis.unusual.length === 0 &&
  analysis.commands.length > 0 &&
  analysis.commands.every((command) => usageOf(command).asks === undefined && !command.redirects.some(redirectWrites));

/** What `explain` tells of a command besides the verdict (D-1). */
export function describeCommand(command: string) {
  const analysis = analyse(command);
  return {
    category: categoryOf(analysis),
    readOnly: isReadOnly(analysis),
    ...(analysis.parseError !== undefined && { parseError: analysis.parseError }),
    commands: describeCommands(analysis),
  };
}
