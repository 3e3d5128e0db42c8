/** What has to outlive a reload of the window, however soon it comes. */
export interface SessionState {
  /** Undefined for what was never set, null when what was set cannot be read any more. */
  get(key: string): unknown;
  /** On the disk when it returns. */
  set(key: string, value: unknown): void;
}

/** Where a window keeps whether it plans. */
export const planModeKey = "toolcrib.planMode";
