/** Each line of stderr marked as such; without its last line feed. */
export const markedStderr = (text: string): string =>
  text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => `[stderr] ${line}`)
    .join("\n");
