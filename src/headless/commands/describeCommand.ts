import type { ShellLanguage } from "../../core/vocabulary/shellLanguage";
import { analyse } from "../../lib/shell/analyse";
import { categoryOf } from "../../lib/shell/category";
import { describeCommands } from "../../lib/shell/describe";
import { isReadOnly } from "../../lib/shell/usage";

/** What `explain` tells of a command besides the verdict (D-1). */
export function describeCommand(command: string, language: ShellLanguage) {
  const analysis = analyse(command, language);
  return {
    category: categoryOf(analysis),
    readOnly: isReadOnly(analysis),
    ...(analysis.parseError !== undefined && { parseError: analysis.parseError }),
    commands: describeCommands(analysis),
  };
}
