/** Doing something as a user who may not do everything. */

const nobody = 65_534;

/** Whether another user can be tried at all: only a privileged user may become one. */
export const canBecomeAnother = process.geteuid?.() === 0;

/** Runs an action as nobody; the process is who it was afterwards. */
export async function asNobody<T>(action: () => Promise<T>): Promise<T> {
  process.setegid?.(nobody);
  process.seteuid?.(nobody);
  try {
    return await action();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}
