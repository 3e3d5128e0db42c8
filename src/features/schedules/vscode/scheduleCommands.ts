import * as vscode from "vscode";
import { homeFolder } from "../../../node/environment/homeFolder";
import type { TreeContent } from "../../../vscode/ui/lazyTree";
import type { LazyWindow } from "../../../vscode/ui/lazyWindow";
import { approvalsName } from "../../workspaces/node/history/historyPlace";
import type { ScheduleNode } from "./schedulesView";
/** The commands of the view of schedules, without the part of their names that all commands share. */
export const scheduleCommandNames = [
  ...(["schedules.review", "schedules.show", "schedules.output"] as const),
  ...(["schedules.terminal", "schedules.files", "schedules.compare"] as const),
  ...(["schedules.approve", "schedules.reject", "schedules.withdraw", "schedules.remove"] as const),
  ...(["schedules.run", "schedules.stop", "schedules.pause", "schedules.resume"] as const),
] as const;

/** What each does. */
export type ScheduleCommands = Readonly<Record<(typeof scheduleCommandNames)[number], (node?: unknown) => unknown>>;

/** Milliseconds after activation, when the window is no longer busy with starting. */
const lateStart = 10_000;

type ScheduleServices = {
  readonly schedulesView: TreeContent<ScheduleNode>;
  readonly scheduleCommands: ScheduleCommands;
};

/** The view of schedules, its commands, and a late start where there may be schedules to run. */
export function registerSchedules(window: LazyWindow<ScheduleServices>): void {
  window.tree("toolcrib.schedules", ({ schedulesView }) => schedulesView);
  window.commands(scheduleCommandNames, ({ scheduleCommands }) => scheduleCommands);
  startLate(window);
}

/** Loads the services unasked only where a person has ever decided on a schedule, for those to run (EX-5). */
function startLate(window: LazyWindow<ScheduleServices>): void {
  const { context } = window;
  const open = () => window.services();
  const named = vscode.workspace.getConfiguration("toolcrib").get<string>("workspaces.folder", "~/.toolcrib/workspace");
  const base = vscode.Uri.file(named.replace(/^~(?=$|[\\/])/, homeFolder()));
  const places = [
    vscode.Uri.joinPath(base, approvalsName, "schedules"),
    // What was decided before decisions were kept for all hosts.
    vscode.Uri.joinPath(context.globalStorageUri, "schedules"),
  ];
  const look = () => Promise.any(places.map((place) => vscode.workspace.fs.stat(place)));
  const timer = setTimeout(() => void look().then(open, () => {}), lateStart);
  timer.unref();
  context.subscriptions.push({ dispose: () => clearTimeout(timer) });
}
