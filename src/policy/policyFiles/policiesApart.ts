/** What policy files say to an agent in its own workspace, which stands for no place in the person's folders (AG-3). */
import type { Policies } from "../../core/settings/policies";

/**
 * Rules about the first root are about the folder of the agent too.
 * @param workspace real paths of the person's own roots.
 * @param folder real path of the folder in which the agent works.
 */
export function policiesApart(policies: Policies, [first]: readonly string[], folder: string): Policies {
  const also = policies.rules.filter(({ root }) => root !== undefined && root === first);
  return { ...policies, rules: [...policies.rules, ...also.map((rule) => ({ ...rule, root: folder }))] };
}
