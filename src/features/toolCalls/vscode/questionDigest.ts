import { createHash } from "node:crypto";
import type { Decision } from "../../../core/vocabulary/decision";
import type { Effect } from "../../../core/vocabulary/effect";

/** What a person is asked about. */
interface Question {
  readonly plan: { readonly effects: readonly Effect[] };
  /** The verdict on each of the effects, in their order. */
  readonly byEffect: readonly Decision[];
}

/** Equal for equal questions: same kinds of effects, same places, same bytes, asked about by the same rules. */
export function questionDigest(tool: string, { plan, byEffect }: Question): string {
  const hash = createHash("sha256").update(tool);
  const add = (value: string | Uint8Array | undefined) => {
    const bytes = value === undefined ? Buffer.from("none") : Buffer.from(value);
    // Lengths keep neighbouring values apart.
    hash.update(`${value === undefined ? "-" : bytes.length}:`).update(bytes);
  };
  for (const { kind, rule, askedBy = [rule] } of byEffect) add(JSON.stringify([kind, askedBy]));
  for (const effect of plan.effects) {
    add(effect.kind);
    switch (effect.kind) {
      case "read":
      case "list":
        add(effect.target.real);
        break;
      case "write":
        for (const value of [effect.target.real, effect.before, effect.after]) add(value);
        add(JSON.stringify([effect.mode, effect.modes, effect.kinds]));
        break;
      case "exec":
        for (const value of [effect.command, effect.cwd.real, String(effect.timeoutMs), effect.input]) add(value);
        for (const value of [effect.background, effect.tty, effect.outsideSandbox]) add(String(value));
        add(JSON.stringify(effect.language));
        add(effect.program?.digest);
        // A yes to one secret is none to another.
        add(JSON.stringify([effect.onLayer, effect.extra, effect.wish]));
        break;
      case "fetch":
        for (const value of [effect.url, effect.method, effect.body, effect.search, effect.redirectedFrom]) add(value);
        break;
      case "delegate":
        for (const value of [effect.to, effect.prompt, effect.tool]) add(value);
        break;
      case "present":
        for (const value of [effect.title, effect.text]) add(value);
        break;
    }
  }
  return hash.digest("hex");
}
