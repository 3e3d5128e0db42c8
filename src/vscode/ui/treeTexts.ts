/** How many files, as people say it. */
export const filesText = (count: number) => `${count} ${count === 1 ? "file" : "files"}`;

/** A clock time today, else also the day. */
export function timeText(time: number): string {
  const date = new Date(time);
  const clock = date.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });
  return date.toDateString() === new Date().toDateString() ? clock : `${date.toLocaleDateString()} ${clock}`;
}
