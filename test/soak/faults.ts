/** What goes wrong on people's machines. */
import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { descendants, describe, marked, running, until } from "./processes";
import type { Soak } from "./soak";
import { create, edit, read, type Step, someLine, takeStep, wholeSteps } from "./steps";

const disturbed = async (soak: Soak, action: () => Promise<void>): Promise<void> => {
  soak.isDisturbed = true;
  try {
    await action();
  } finally {
    soak.isDisturbed = false;
  }
};

/** A command's process is killed by somebody else: the call ends, and says that it failed. */
const killedCommand: Step = async (soak) => {
  const text = `sleep\0${soak.world.mark}5`;
  const command = `sleep ${soak.world.mark}5`;
  const call = soak.call(soak.some(), "run_command", { command });
  assert.ok(await until(() => running(text).length > 0), "the command did not start");
  for (const pid of running(text)) kill(pid);
  assert.match((await call).text, /exit code: 137|SIGKILL/);
};

/** Whatever a host has started is killed while it searches and runs something: it works on. */
const killedHelpers: Step = async (soak) => {
  const host = soak.some();
  await disturbed(soak, async () => {
    const calls = [
      soak.call(host, "search_text", { pattern: "line 1" }),
      soak.call(host, "run_command", { command: "sleep 0.2; cat steady/*" }),
    ];
    await delay(soak.random.below(150));
    for (const pid of descendants(soak.host(host).pid)) kill(pid);
    await Promise.all(calls);
  });
  await read(soak, host, soak.world.pick(soak.random, "moving"));
};

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** No byte of room, for the workspace, the state folder and temporary files. */
const fullDisk: Step = (soak) =>
  soak.world.onFullDisk(() =>
    disturbed(soak, async () => {
      for (let step = 0; step < 5; step++) await takeStep(soak, wholeSteps);
    }),
  );

const locked = (soak: Soak) => soak.world.pick(soak.random, "locked");

/** Files and folders that cannot be read or written for a while. */
const revoked: Step = async (soak) => {
  const path = locked(soak);
  const [place, mode] = soak.random.pick([
    ["locked", 0o555],
    ["locked", 0o000],
    [path, 0o444],
    [path, 0o000],
  ] as const);
  const host = soak.some();
  await read(soak, host, path);
  const { old, fresh, after } = someLine(soak, path);
  const before = soak.world.expected.get(path);
  let isError = true;
  await soak.world.without(place, mode, () =>
    disturbed(soak, async () => {
      ({ isError } = await soak.call(host, "edit_file", { path, old_string: old, new_string: fresh }));
      await soak.call(soak.some(), "search_text", { pattern: "line 3" });
      await soak.call(soak.some(), "list_directory", { path: "locked" });
    }),
  );
  soak.world.expect(path, isError ? before : after);
};

/** Somebody else changes a file after it was read: an edit of what was read is refused. */
const changedUnderneath: Step = async (soak) => {
  const host = soak.some();
  const path = soak.world.pick(soak.random, "moving");
  await read(soak, host, path);
  const { old, fresh } = someLine(soak, path);
  soak.world.changeAsSomebodyElse(path, someLine(soak, path).after);
  const { isError, text } = await soak.call(host, "edit_file", { path, old_string: old, new_string: fresh });
  assert.ok(isError, `a file that was changed was edited: ${text}`);
  assert.match(text, /has changed since it was read/);
  soak.world.expect(path, soak.world.expected.get(path));
};

/** A host dies in the middle of an edit, with a command in the background: the file is old or new, and nothing runs on. */
const killedHost: Step = async (soak) => {
  const path = soak.world.pick(soak.random, "steady");
  await read(soak, "restarted", path);
  await soak.must("restarted", "run_command", { command: `sleep ${soak.world.mark}7`, background: true });
  // bubblewrap asks the kernel to end it with its parent a moment after it was started, and not before.
  assert.ok(await until(() => running(`sleep\0${soak.world.mark}7`).length > 0), "the command did not start");
  const { old, fresh, after } = someLine(soak, path);
  const call = soak.call("restarted", "edit_file", { path, old_string: old, new_string: fresh }).catch(() => undefined);
  await delay(soak.random.below(40));
  await soak.killRestarted();
  await call;
  const before = soak.world.expected.get(path);
  soak.world.expect(path, soak.world.onDisk(path) === after ? after : before);
  const left = () => marked(`${soak.world.mark}7`);
  assert.ok(await until(() => left().length === 0), `a command outlived its host:\n${left().map(describe).join("\n")}`);
};

/** A host ends in good order and another one takes its place. */
const reload: Step = async (soak) => {
  await soak.reloadRestarted();
  await edit(soak);
};

export interface Faults {
  /** The disk of the world is small enough to be filled. */
  readonly smallDisk: boolean;
}

const faults = ({ smallDisk }: Faults): readonly (readonly [string, Step])[] => [
  ["killed command", killedCommand],
  ["killed helpers", killedHelpers],
  ["revoked permissions", revoked],
  ["file changed underneath", changedUnderneath],
  ["killed host", killedHost],
  ["reload", reload],
  ...(smallDisk ? [["full disk", fullDisk] as const] : []),
];

/** The next fault, each in its turn, after which all works again. */
export async function injectFault(soak: Soak, turn: number, kinds: Faults): Promise<void> {
  const all = faults(kinds);
  const [name, fault] = all[turn % all.length] as (typeof all)[number];
  soak.count(`fault: ${name}`);
  await fault(soak);
  await create(soak);
}
