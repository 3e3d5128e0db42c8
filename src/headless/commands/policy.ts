import { readSettings } from "../../core/settings/readSettings";
import { effectivePolicy, effectivePolicyText } from "../../features/diagnosis/effectivePolicy";
import type { Machine } from "../machine";
import type { Options } from "../options";
import { UsageError } from "../usageError";

/** `toolcrib policy show`: what may be read, written, run and reached here, by which rule. @throws UsageError. */
export async function policy(
  { crib }: Machine,
  { positionals: [question, ...more], json }: Pick<Options, "positionals" | "json">,
  print: (line: string) => void,
): Promise<void> {
  if (question !== "show" || more.length > 0)
    throw new UsageError(`"policy ${question ?? ""}" is not a command: use policy show.`);
  const found = await effectivePolicy(crib.rules, crib.context(), readSettings({}).settings);
  print(json ? JSON.stringify(found) : effectivePolicyText(found));
}
