/** Doing something as a user who may not do everything. */

/** The user id that stands for no account. */
export const nobody = 65_534;

/** True for a process that no permission holds back. */
export const isRoot = process.geteuid?.() === 0;

/**
 * Runs an action as a user whom permissions hold back: this one, or nobody in place of root. The process is who it was
 * afterwards.
 */
export async function asOrdinaryUser<T>(action: () => Promise<T>): Promise<T> {
  if (!isRoot) return action();
  process.setegid?.(nobody);
  process.seteuid?.(nobody);
  try {
    return await action();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}

/** What stands before a program and its arguments so that an ordinary user runs it. */
export const asOrdinaryProgram: readonly string[] = isRoot
  ? ["setpriv", `--reuid=${nobody}`, `--regid=${nobody}`, "--clear-groups"]
  : ["env"];
