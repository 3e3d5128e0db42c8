import type * as z from "zod";

/** Who may set a value: `machine` keys loosen the policy and never come from a workspace; `window` keys may. */
export type SettingScope = "machine" | "window";

/** One setting. */
export interface SettingDefinition {
  readonly schema: z.ZodType;
  readonly scope: SettingScope;
  /** For list values that only tighten: the lists of user, workspace and folder are joined instead of replaced. */
  readonly joined?: boolean;
  /** What counts for an entry of a list that cannot be read, where leaving it out would loosen. */
  standIn?(entry: unknown, problem: string): unknown;
}

export const define = <S extends z.ZodType>(schema: S, scope: SettingScope, joined = false) => ({
  schema,
  scope,
  joined,
});
