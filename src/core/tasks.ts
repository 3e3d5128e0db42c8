/** What agents have set out to do, as they note it down (TK-1 to TK-3). Lives in memory. */
import { ToolError } from "./toolError";

/** Every state of a task: it begins as `pending`, then is in progress, then ended in one of three ways (TK-2). */
export const taskStates = ["pending", "in_progress", "done", "failed", "cancelled"] as const;
export type TaskState = (typeof taskStates)[number];

/** One task. */
export interface Task {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly state: TaskState;
  /** Who noted it down. */
  readonly agent: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly changedAt: number;
}

/** Every agent's tasks; one for each window or process (TK-1). */
export class TaskStore {
  readonly #tasks = new Map<string, Task>();
  readonly #listeners = new Set<() => void>();
  #count = 0;

  /** @param now milliseconds since 1970. */
  constructor(private readonly now: () => number) {}

  /** Oldest first. */
  all(): Task[] {
    return [...this.#tasks.values()];
  }

  create(agent: string, title: string, description?: string): Task {
    const time = this.now();
    const task: Task = {
      id: `task_${++this.#count}`,
      title,
      ...(description !== undefined && { description }),
      state: "pending",
      agent,
      createdAt: time,
      changedAt: time,
    };
    this.#put(task);
    return task;
  }

  /** @throws ToolError `not_found`. */
  update(id: string, state: TaskState): Task {
    const task = this.#tasks.get(id);
    if (!task) throw new ToolError("not_found", `There is no task "${id}": list the tasks first.`);
    const changed = { ...task, state, changedAt: this.now() };
    this.#put(changed);
    return changed;
  }

  /** @param listener called whenever a task came or changed. @returns ends the listening. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #put(task: Task): void {
    this.#tasks.set(task.id, task);
    for (const listener of this.#listeners) listener();
  }
}
