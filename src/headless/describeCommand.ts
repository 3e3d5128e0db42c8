import type { ShellLanguage } from "../core/shellLanguage";
import { analyse } from "../shell/analyse";
import { categoryOf } from "../shell/category";
import { describeCommands } from "../shell/describe";
import { isReadOnly } from "../shell/usage";

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
