/** Which jq filters stay with their input: `env` shows secrets, modules are files (D-13). */
import { clause } from "../../../core/text/clauses/clause";
import { asking, type ProgramCall, type Usage } from "./program";

/** The row's reading of a call of jq. */
export function jqUsage(call: ProgramCall): Partial<Usage> {
  const [filter, ...files] = call.operands;
  if (!filter) return {};
  if (filter.value === undefined || filter.glob) return asking(clause`its filter is computed at run time`);
  if (
    /\b(?:env|input_filename|import|include|modulemeta|get_search_list|debug|halt_error)\b|\bENV\b|\b__prog/.test(
      filter.value,
    )
  )
    return { reads: files, asks: clause`its filter reads more than its input` };
  return { reads: files };
}
