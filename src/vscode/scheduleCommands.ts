/** The commands of the view of schedules, without the part of their names that all commands share. */
export const scheduleCommandNames = [
  ...(["schedules.review", "schedules.show", "schedules.output"] as const),
  ...(["schedules.approve", "schedules.reject", "schedules.withdraw", "schedules.remove"] as const),
  ...(["schedules.run", "schedules.stop", "schedules.pause", "schedules.resume"] as const),
] as const;

/** What each does. */
export type ScheduleCommands = Readonly<Record<(typeof scheduleCommandNames)[number], (node?: unknown) => unknown>>;
