/**
 * What agents have set out to do, as they note it down (TK-1 to TK-3). Lives in memory. What runs in the background is not
 * in here: `workList.ts` lists it beside the tasks (TK-4).
 */
import type { CarriedLineage } from "../../core/session/taint";
import { ToolError } from "../../core/vocabulary/toolError";

/** Every state of a task: it begins as `pending`, then is in progress, then ended in one of three ways (TK-2). */
export const taskStates = ["pending", "in_progress", "done", "failed", "cancelled"] as const;
export type TaskState = (typeof taskStates)[number];

/** Tasks that are kept at most; the oldest that ended go first. */
export const maxTasks = 500;

/** How a person is named who changes a task. */
export const thePerson = "the person";

const endedStates = ["done", "failed", "cancelled"] as const;

/** The states that may follow: a task only goes on, what is small may end without having been begun, and ended is ended. */
const nextStates: Readonly<Record<TaskState, readonly TaskState[]>> = {
  pending: ["in_progress", ...endedStates],
  in_progress: endedStates,
  done: [],
  failed: [],
  cancelled: [],
};

/** True in a state that does not change any more. */
export const isEnded = (state: TaskState): boolean => nextStates[state].length === 0;

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
  /** What its agent had taken in by then; the words may hold it (PO-6). */
  readonly lineage: readonly CarriedLineage[];
}

/** What a task begins with. */
export type NewTask = Pick<Task, "agent" | "title" | "description" | "lineage">;

/** Every agent's tasks; one for each window or process (TK-1). */
export class TaskStore {
  readonly #tasks = new Map<string, Task>();
  readonly #listeners = new Set<() => void>();
  /** Ids of tasks that somebody else changed and their agent was not told about yet, with who it was. */
  readonly #untold = new Map<string, string>();
  #count = 0;

  /** @param now milliseconds since 1970. */
  constructor(private readonly now: () => number) {}

  /** Oldest first. */
  all(): Task[] {
    return [...this.#tasks.values()];
  }

  find(id: string): Task | undefined {
    return this.#tasks.get(id);
  }

  /** @throws ToolError `unavailable` when too many have not ended. */
  create(wish: NewTask): Task {
    this.#makeRoom();
    const time = this.now();
    const task: Task = { ...wish, id: `task_${++this.#count}`, state: "pending", createdAt: time, changedAt: time };
    this.#put(task);
    return task;
  }

  /**
   * Changes a task's state; the state that it has already changes nothing.
   * @param by the agent that does it, or `thePerson`; when the task is not its own, the task's agent hears of it.
   * @throws ToolError `not_found`, and `invalid_input` for a state that cannot follow (TK-2).
   */
  update(id: string, state: TaskState, by: string): Task {
    const task = this.#tasks.get(id);
    if (!task) throw new ToolError("not_found", `There is no task "${id}": list the tasks first.`);
    if (task.state === state) return task;
    if (!nextStates[task.state].includes(state)) throw cannotFollow(task, state);
    const changed = { ...task, state, changedAt: this.now() };
    if (by !== task.agent) this.#untold.set(id, by);
    this.#put(changed);
    return changed;
  }

  /** A line for each task of this agent that somebody else changed since it was last told; it counts as told from now on. */
  news(agent: string): string[] {
    const own = [...this.#untold].filter(([id]) => this.#tasks.get(id)?.agent === agent);
    return own.flatMap(([id, by]) => {
      this.#untold.delete(id);
      const task = this.#tasks.get(id);
      return task ? [`[${id} was set to ${task.state} by ${by}: ${task.title}]`] : [];
    });
  }

  /** @param listener called whenever a task came or changed. @returns ends the listening. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #makeRoom(): void {
    if (this.#tasks.size < maxTasks) return;
    const oldest = this.all().find(({ state }) => isEnded(state));
    if (!oldest)
      throw new ToolError(
        "unavailable",
        `There are ${maxTasks} open tasks, the maximum: close finished ones with task_update first.`,
      );
    this.#tasks.delete(oldest.id);
    this.#untold.delete(oldest.id);
  }

  #put(task: Task): void {
    this.#tasks.set(task.id, task);
    for (const listener of this.#listeners) listener();
  }
}

function cannotFollow({ id, state }: Task, wished: TaskState): ToolError {
  const why = isEnded(state)
    ? `${id} is ${state}, which is final, so it cannot become ${wished}: add a new task with task_create instead`
    : `${id} is ${state}, so it cannot become ${wished}: set it to ${orList(nextStates[state])}`;
  return new ToolError("invalid_input", `${why}.`);
}

/** `a, b or c`. */
const orList = (names: readonly string[]): string => `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
