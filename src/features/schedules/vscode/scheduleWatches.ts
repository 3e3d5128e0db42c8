import * as vscode from "vscode";
import { realPathNow } from "../../../node/files/realPath";
import { keyOf, type Schedule, type Schedules } from "../schedules";

/** Watches the files that approved schedules wait for, in folders that this window has open (EX-9). */
export class ScheduleWatches implements vscode.Disposable {
  readonly #watched = new Map<string, vscode.Disposable>();
  readonly #ends: (() => void)[];

  /** @param changed hears the schedule and when the change was, the same in every window. */
  constructor(
    private readonly schedules: Schedules,
    private readonly changed: (schedule: Schedule, at: number) => void,
  ) {
    const follow = () => this.#follow();
    const folders = vscode.workspace.onDidChangeWorkspaceFolders(follow);
    this.#ends = [schedules.onChange(follow), () => folders.dispose()];
    follow();
  }

  #follow(): void {
    const wanted = new Map(
      this.schedules
        .all()
        .filter(isWatched)
        .map((schedule) => [watchKey(schedule), schedule]),
    );
    for (const [key, watch] of this.#watched) {
      if (wanted.has(key)) continue;
      watch.dispose();
      this.#watched.delete(key);
    }
    for (const [key, schedule] of wanted) if (!this.#watched.has(key)) this.#watched.set(key, this.#watch(schedule));
  }

  #watch(schedule: Schedule): vscode.Disposable {
    const folder = folderOf(schedule) ?? "";
    const glob = schedule.definition?.on_change?.glob ?? "";
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, glob));
    const tell = async (uri: vscode.Uri) => this.changed(schedule, await changedAt(uri));
    const gone = async (uri: vscode.Uri) => this.changed(schedule, await changedAt(vscode.Uri.joinPath(uri, "..")));
    return vscode.Disposable.from(
      watcher,
      watcher.onDidCreate(tell),
      watcher.onDidChange(tell),
      watcher.onDidDelete(gone),
    );
  }

  dispose(): void {
    for (const end of this.#ends) end();
    for (const watch of this.#watched.values()) watch.dispose();
  }
}

const watchKey = (schedule: Schedule) => `${keyOf(schedule)} ${schedule.digest}`;

/** The folder of this window whose changes it waits for; changes elsewhere are heard by windows that are open there. */
function folderOf({ definition }: Schedule): vscode.WorkspaceFolder | undefined {
  const real = definition?.on_change?.folder;
  return (vscode.workspace.workspaceFolders ?? []).find(
    ({ uri }) => uri.scheme === "file" && realPathNow(uri.fsPath) === real,
  );
}

const isWatched = (schedule: Schedule): boolean => schedule.state === "approved" && folderOf(schedule) !== undefined;

const changedAt = async (uri: vscode.Uri): Promise<number> => {
  try {
    return (await vscode.workspace.fs.stat(uri)).mtime;
  } catch {
    return Date.now();
  }
};
