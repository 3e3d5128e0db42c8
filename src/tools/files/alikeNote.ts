import type { PlanContext } from "../../core/tools/tool";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { systemIgnore } from "../search/systemIgnore";

/** Which files a path to nothing may mean, as a question with a blank before it; empty where none is likely. */
export async function alikeNote(missing: ResolvedPath, context: PlanContext): Promise<string> {
  const isLeftOut = await systemIgnore(missing, context);
  const alike = (await context.host.alike(missing)).filter(({ real }) => !isLeftOut(real, false));
  return alike.length > 0 ? ` Did you mean ${alike.map(({ shown }) => shown).join(" or ")}?` : "";
}
