/** The book of scheduled runs, in files beside the workspaces, where every window of this base finds it (EX-5). */
import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { backgroundName } from "../../../core/ports/workspaces";
import { withoutTexts } from "../../../core/text/takenOut";
import { vouchersName } from "../../workspaces/node/history/historyPlace";
import { WorkspaceTaints } from "../../workspaces/node/workspaceTaints";
import type {
  BegunRun,
  RunCause,
  Runnable,
  RunResult,
  ScheduleBook,
  ScheduleRun,
  ScheduleRunState,
} from "../scheduleRuns";
import { keyOf } from "../schedules";
import { copyMade, headOf, madeFiles } from "./madeFiles";
import { fillRunFolder, keepState, namesIn, removeAll, writeWhole } from "./runFolder";
import { freeSlot, keepSlot, runIn, takeSlot } from "./scheduleSlot";

/** Kept of each schedule: runs, their folders, those that a person looks into, and claims of each cause. */
const max = { runs: 20, folders: 5, looked: 5, claims: 200 } as const;

/** Milliseconds that a run's folder is kept. */
const maxKept = 7 * 24 * 3_600_000;

/** Characters of what came of a run. */
const maxText = 65_536;

const ownerOnly = 0o700;

/** Names that sort by time, whatever comes after it. */
const stamp = (milliseconds: number) => `${Math.floor(milliseconds)}`.padStart(15, "0");

/** See {@link ScheduleBook}. */
export class ScheduleBookFiles implements ScheduleBook {
  /**
   * @param base real path of the folder with the workspaces, asked for anew at each use.
   * @param now milliseconds since 1970.
   * @param hidden texts that nothing shows: secrets that runs were given.
   */
  constructor(
    private readonly base: () => string,
    private readonly now: () => number,
    private readonly hidden: () => Iterable<string> = () => [],
  ) {}

  #background(): string {
    return join(this.base(), backgroundName);
  }

  #folderOf(schedule: Runnable): string {
    return join(this.#background(), ".schedules", keyOf(schedule));
  }

  #slotOf(schedule: Runnable): string {
    return join(this.#folderOf(schedule), "slot");
  }

  async claim(schedule: Runnable, cause: RunCause, at: number): Promise<boolean> {
    const folder = join(this.#folderOf(schedule), "claims", cause);
    await mkdir(folder, { recursive: true, mode: ownerOnly });
    try {
      await writeFile(join(folder, stamp(at)), "", { flag: "wx" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
      throw error;
    }
    const names = await namesIn(folder);
    if (names.length > max.claims) await removeAll(folder, names.slice(0, -max.claims / 2));
    return true;
  }

  async latestClaim(schedule: Runnable, cause: RunCause, now: number): Promise<number | undefined> {
    const names = await namesIn(join(this.#folderOf(schedule), "claims", cause));
    return names
      .map(Number)
      .filter((at) => at <= now)
      .at(-1);
  }

  begin(schedule: Runnable, cause: RunCause, dueAt: number): Promise<BegunRun | undefined> {
    // The setting may name another folder before the run has ended.
    const base = this.base();
    return new ScheduleBookFiles(() => base, this.now, this.hidden).#begin(schedule, cause, dueAt);
  }

  async #begin(schedule: Runnable, cause: RunCause, dueAt: number): Promise<BegunRun | undefined> {
    const startedAt = this.now();
    const run: ScheduleRun = { id: this.#newId(), cause, state: "running", dueAt, startedAt, text: "" };
    await this.sweep(schedule);
    if (!(await takeSlot(this.#slotOf(schedule), run.id))) {
      await this.#save(schedule, { ...run, state: "overlapped", text: "The previous run had not ended." });
      return undefined;
    }
    const id = `${keyOf(schedule)}-${run.id}`;
    const place = { id, folder: join(this.#background(), id), from: schedule.folder };
    const letGo = keepSlot(this.#slotOf(schedule));
    const end = async (state: ScheduleRunState, result: RunResult) => {
      letGo();
      // A program chooses the names of its files.
      const texts = [...this.hidden()];
      const found = await madeFiles(place.folder, schedule.files);
      const files = found.map((name) => withoutTexts(name, texts));
      const head = await headOf(place.folder, found, texts);
      const facts = { ...(files.length > 0 && { files }), ...(head && { head }) };
      const made = { ...result, text: result.text.slice(-maxText), ...facts };
      const ended = { ...run, state, endedAt: this.now(), ...made };
      try {
        await keepState(place.folder, this.#folderOf(schedule));
        await this.#save(schedule, ended);
      } finally {
        await freeSlot(this.#slotOf(schedule), run.id);
      }
      await this.#clear(schedule);
      return ended;
    };
    try {
      await this.#save(schedule, run);
      await fillRunFolder(place.folder, schedule.files, this.#folderOf(schedule));
      return { run, place, end };
    } catch (error) {
      await end("failed", { text: "Its folder could not be created." }).catch(letGo);
      throw error;
    }
  }

  #newId(): string {
    return `${stamp(this.now())}-${randomUUID().slice(0, 6)}`;
  }

  async miss(schedule: Runnable, dueAt: number): Promise<void> {
    const now = this.now();
    const text = "Nothing could run when it was due.";
    await this.#save(schedule, { id: this.#newId(), cause: "time", state: "missed", dueAt, startedAt: now, text });
  }

  async sweep(schedule: Runnable): Promise<readonly ScheduleRun[]> {
    const gone = await freeSlot(this.#slotOf(schedule));
    const run = gone === undefined ? undefined : await this.#read(schedule, `${gone}.json`);
    if (run?.state !== "running") return [];
    const broken = { ...brokenOff(run), endedAt: this.now() };
    await keepState(join(this.#background(), `${keyOf(schedule)}-${run.id}`), this.#folderOf(schedule));
    await this.#save(schedule, broken);
    return [broken];
  }

  async history(schedule: Runnable): Promise<readonly ScheduleRun[]> {
    const names = (await namesIn(join(this.#folderOf(schedule), "runs"))).filter((name) => name.endsWith(".json"));
    const runs = await Promise.all(names.slice(-max.runs).map((name) => this.#read(schedule, name)));
    const settled = await Promise.all(runs.map((run) => run && this.#settled(schedule, run)));
    return settled.flatMap((run) => run ?? []).reverse();
  }

  /** The end of a run is kept before its slot is freed; one without a slot that has no end was not to have one. */
  async #settled(schedule: Runnable, run: ScheduleRun): Promise<ScheduleRun> {
    if (run.state !== "running" || (await runIn(this.#slotOf(schedule))) === run.id) return run;
    const now = (await this.#read(schedule, `${run.id}.json`)) ?? run;
    return now.state === "running" ? brokenOff(now) : now;
  }

  tell(schedule: Runnable, run: string): boolean {
    const folder = join(this.#folderOf(schedule), "told");
    try {
      mkdirSync(folder, { recursive: true, mode: ownerOnly });
      writeFileSync(join(folder, run), "", { flag: "wx" });
      return true;
    } catch {
      return false;
    }
  }

  async keepFolder(schedule: Runnable, { id }: ScheduleRun): Promise<string | undefined> {
    const name = `${keyOf(schedule)}-${id}`;
    if (!(await namesIn(this.#background())).includes(name)) return undefined;
    await writeWhole(join(this.#folderOf(schedule), "kept", name), "");
    return join(this.#background(), name);
  }

  async copyFiles(schedule: Runnable, { id, files = [] }: ScheduleRun, target: string): Promise<readonly string[]> {
    return copyMade(join(this.#background(), `${keyOf(schedule)}-${id}`), files, target, [...this.hidden()]);
  }

  async isPaused(schedule: Runnable): Promise<boolean> {
    return (await namesIn(this.#folderOf(schedule))).includes("paused");
  }

  async setPaused(schedule: Runnable, isPaused: boolean): Promise<void> {
    const file = join(this.#folderOf(schedule), "paused");
    if (isPaused) return writeWhole(file, "");
    await rm(file, { force: true });
    // What was due meanwhile was not missed.
    await this.claim(schedule, "time", this.now());
  }

  async #read(schedule: Runnable, name: string): Promise<ScheduleRun | undefined> {
    try {
      return JSON.parse(await readFile(join(this.#folderOf(schedule), "runs", name), "utf8"));
    } catch {
      return undefined;
    }
  }

  #save(schedule: Runnable, run: ScheduleRun): Promise<void> {
    return writeWhole(join(this.#folderOf(schedule), "runs", `${run.id}.json`), JSON.stringify(run));
  }

  /** Removes what is too old or too much of its runs and their folders. */
  async #clear(schedule: Runnable): Promise<void> {
    const runs = join(this.#folderOf(schedule), "runs");
    await removeAll(runs, (await namesIn(runs)).slice(0, -max.runs));
    const told = join(this.#folderOf(schedule), "told");
    await removeAll(told, (await namesIn(told)).slice(0, -max.runs));
    const own = `${keyOf(schedule)}-`;
    // The name of another schedule, and of another agent, may begin in the same way.
    const isOwn = (name: string) => name.startsWith(own) && /^\d{15,}-[0-9a-f]{6}$/.test(name.slice(own.length));
    const folders = (await namesIn(this.#background())).filter(isOwn);
    const since = stamp(this.now() - maxKept);
    const isOld = (name: string) => name.slice(own.length) < since;
    const keptFor = join(this.#folderOf(schedule), "kept");
    const looked = (await namesIn(keptFor)).slice(-max.looked);
    await removeAll(
      keptFor,
      (await namesIn(keptFor)).filter((name) => !looked.includes(name)),
    );
    const unlooked = folders.filter((name) => !looked.includes(name));
    const removed = unlooked.filter((name, at) => at < unlooked.length - max.folders || isOld(name));
    await removeAll(this.#background(), removed);
    await removeAll(join(this.base(), vouchersName), removed);
    const taints = new WorkspaceTaints();
    await Promise.all(removed.map((name) => taints.reset(join(this.#background(), name))));
  }
}

const brokenOff = (run: ScheduleRun): ScheduleRun => ({
  ...run,
  state: "brokenOff",
  text: "The window running it closed before it finished.",
});
