import { analyse } from "../shell/analyse";
import { categoryOf } from "../shell/category";
import { describeCommands } from "../shell/describe";
import { isReadOnly } from "../shell/usage";

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
