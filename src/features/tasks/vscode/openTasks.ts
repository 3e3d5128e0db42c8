/** The tasks' view and its commands. */
import type * as vscode from "vscode";
import type { StatusParts } from "../../status/statusParts";
import type { WorkSources } from "../workList";
import { RunningStatus } from "./runningStatus";
import { type TaskPorts, taskActions } from "./taskActions";
import { TasksView } from "./tasksView";

/** Releases a part when the window closes. */
type Keep = <T extends vscode.Disposable>(part: T) => T;

/** The tasks, with what runs among them. */
export function openTasks(
  keep: Keep,
  status: StatusParts,
  ports: Omit<TaskPorts, "view"> & Pick<WorkSources, "debugging">,
) {
  status.add("running", keep(new RunningStatus(ports.crib.jobs)));
  const tasksView = keep(new TasksView({ ...ports.crib, ...ports }));
  return { tasksView, taskCommands: taskActions({ ...ports, view: tasksView }) };
}
