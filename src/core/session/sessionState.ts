/** What has to outlive a reload of the window. */
export interface SessionState {
  /** Undefined for what was never set, null when what was set cannot be read any more. */
  get(key: string): unknown;
  /** `get` has it when this returns; that it is stored is for each kind to say. */
  set(key: string, value: unknown): void;
}

/** Where a window keeps whether it plans. */
export const planModeKey = "toolcrib.planMode";
