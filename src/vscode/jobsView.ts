import * as vscode from "vscode";
import { durationText } from "../core/commandEnding";
import { cutToWidth } from "../core/displayWidth";
import type { Job } from "../core/job";
import { howEnded, type Jobs } from "../core/jobs";
import type { TreeContent } from "./lazyTree";

/** Milliseconds between two drawings while a job runs. */
const redrawn = 1000;

/** Running commands of all agents, and background jobs that have ended: what they are, how long, and a way to end them. */
export class JobsView implements TreeContent<Job>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #endListening: () => void;
  #clock: NodeJS.Timeout | undefined;

  constructor(private readonly jobs: Jobs) {
    this.#endListening = jobs.onChange(() => this.#redraw());
  }

  /** How many run. */
  get badge(): vscode.ViewBadge | undefined {
    const value = this.#running;
    return value > 0 ? { value, tooltip: `${value} running ${value === 1 ? "command" : "commands"}` } : undefined;
  }

  get #running(): number {
    return this.jobs.all().filter((job) => !job.hasEnded).length;
  }

  getTreeItem(job: Job): vscode.TreeItem {
    const { command, agent } = job.facts;
    const item = new vscode.TreeItem(cutToWidth(command.trim().split("\n")[0] as string, 80));
    item.id = `${agent}\n${job.id}`;
    item.description = `${job.id} · ${stateOf(job)}`;
    item.tooltip = new vscode.MarkdownString().appendCodeblock(command, "sh").appendText(`${agent} · ${stateOf(job)}`);
    item.iconPath = iconOf(job);
    item.contextValue = job.hasEnded ? "ended" : "running";
    item.command = { command: "toolcrib.jobs.show", title: "Show Terminal", arguments: [job] };
    return item;
  }

  /** The newest first. */
  getChildren(parent?: Job): Job[] {
    if (parent) return [];
    const shown = this.jobs.all().filter((job) => !job.hasEnded || job.facts.background);
    return shown.reverse();
  }

  #redraw(): void {
    this.#changed.fire(undefined);
    clearTimeout(this.#clock);
    if (this.#running > 0) this.#clock = setTimeout(() => this.#redraw(), redrawn);
  }

  dispose(): void {
    clearTimeout(this.#clock);
    this.#endListening();
    this.#changed.dispose();
  }
}

const stateOf = (job: Job): string =>
  job.hasEnded
    ? (job.failure?.message ?? howEnded(job.outcome))
    : `running, ${durationText(Date.now() - job.startedAt)}`;

function iconOf({ hasEnded, outcome }: Job): vscode.ThemeIcon {
  if (!hasEnded) return new vscode.ThemeIcon("loading~spin");
  if (outcome && outcome.endedBy !== "itself") return new vscode.ThemeIcon("circle-slash");
  if (outcome?.exitCode === 0) return new vscode.ThemeIcon("pass", new vscode.ThemeColor("testing.iconPassed"));
  return new vscode.ThemeIcon("error", new vscode.ThemeColor("testing.iconFailed"));
}
