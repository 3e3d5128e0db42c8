/** What policy files say to an agent that works apart from the workspace (AG-3). */
import type { Policies } from "../../core/settings/policies";

/**
 * Rules about the first root are about the folder that stands for it too.
 * @param workspace real paths of the person's own roots.
 * @param folder real path of the folder in which the agent works.
 */
export function policiesApart(policies: Policies, [first]: readonly string[], folder: string): Policies {
  const also = policies.rules.filter(({ root }) => root !== undefined && root === first);
  return { ...policies, rules: [...policies.rules, ...also.map((rule) => ({ ...rule, root: folder }))] };
}
