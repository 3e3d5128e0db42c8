/** Whether this system takes `A` and `a` for one name. */
export const caseSensitive = process.platform !== "win32" && process.platform !== "darwin";
