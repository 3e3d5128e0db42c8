import * as vscode from "vscode";

/** Milliseconds that work may take without being shown. */
const unnoticed = 1000;

/** Shows that something is at work. @param cancel called when the person cancels it; absent: they cannot. */
export type ShowWork = (title: string, ended: Promise<unknown>, cancel?: () => void) => void;

const showWork: ShowWork = (title, ended, cancel) => {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: cancel !== undefined };
  void vscode.window.withProgress(options, (_, token) => {
    if (cancel) token.onCancellationRequested(cancel);
    return ended;
  });
};

/** Shows it once it has taken longer than anybody would notice. */
async function shown<T>(title: string, work: Promise<T>, show: ShowWork, cancel?: () => void): Promise<T> {
  const ended = work.catch(() => undefined);
  const timer = setTimeout(() => show(title, ended, cancel), unnoticed);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Does what changes nothing, and shows a notification that can cancel it once it takes a second.
 * @param run is told of the cancelling, and may go on: nobody waits for it then.
 * @returns undefined when the person cancelled it.
 */
export async function whileWorking<T>(
  title: string,
  run: (signal: AbortSignal) => Promise<T>,
  show: ShowWork = showWork,
): Promise<T | undefined> {
  const stop = new AbortController();
  const cancelled = new Promise<undefined>((resolve) => {
    stop.signal.addEventListener("abort", () => resolve(undefined));
  });
  const work = Promise.race([run(stop.signal), cancelled]);
  return shown(title, work, show, () => stop.abort());
}

/** Does what changes something, which is done as a whole once it has begun, and shows a notification once it takes a second. */
export const whileChanging = <T>(title: string, run: () => Promise<T>, show: ShowWork = showWork): Promise<T> =>
  shown(title, run(), show);
