/** Work that takes a while is shown, and can be cancelled where nothing is left half done. */
import "../../support/vscodeTexts";
import assert from "node:assert/strict";
import { mock } from "node:test";
import { whileChanging, whileWorking } from "../../../src/vscode/ui/whileWorking";

/** A promise and what settles it. */
function later<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

describe("showing that something is at work", () => {
  let shown: { title: string; ended: Promise<unknown>; cancel: (() => void) | undefined }[];
  const show = (title: string, ended: Promise<unknown>, cancel?: () => void) =>
    void shown.push({ title, ended, cancel });
  beforeEach(() => {
    mock.timers.enable({ apis: ["setTimeout"] });
    shown = [];
  });
  afterEach(() => mock.timers.reset());

  it("waits a second, and ends with the work", async () => {
    const { promise, resolve } = later<string>();
    const work = whileWorking("Looking", () => promise, show);
    mock.timers.tick(999);
    assert.equal(shown.length, 0);
    mock.timers.tick(1);
    assert.deepEqual(
      shown.map(({ title }) => title),
      ["Looking"],
    );
    resolve("found");
    assert.equal(await work, "found");
    await shown[0]?.ended;
  });

  it("is not shown for what ends before, however it ends", async () => {
    assert.equal(await whileWorking("Looking", async () => "found", show), "found");
    await assert.rejects(
      whileChanging("Writing", () => Promise.reject(new Error("no room")), show),
      /no room/,
    );
    mock.timers.tick(5000);
    assert.equal(shown.length, 0);
  });

  it("ends at once when it is cancelled, tells the work, and drops what comes of it", async () => {
    const { promise, reject } = later<string>();
    let heard: AbortSignal | undefined;
    const work = whileWorking(
      "Looking",
      (signal) => {
        heard = signal;
        return promise;
      },
      show,
    );
    mock.timers.tick(1000);
    assert.equal(heard?.aborted, false);
    shown[0]?.cancel?.();
    assert.equal(await work, undefined);
    assert.equal(heard?.aborted, true);
    await shown[0]?.ended;
    reject(new Error("too late"));
  });

  it("offers no cancelling of what must not be left half done, and shows no failure of it", async () => {
    const { promise, reject } = later<void>();
    const work = whileChanging("Writing", () => promise, show);
    mock.timers.tick(1000);
    assert.equal(shown[0]?.cancel, undefined);
    reject(new Error("no room"));
    await assert.rejects(work, /no room/);
    assert.equal(await shown[0]?.ended, undefined);
  });
});
