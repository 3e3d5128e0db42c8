/** What Node has as globals and our modules and libraries use, for esbuild to inject into the bundle of a browser. */
export { Buffer } from "./buffer";

/** There is no process: neither of a version of Node nor with variables, nor with a clock of its own. Paths are those of addresses. */
export const process = {
  ...{ platform: "linux", versions: {}, env: {}, argv: [], execArgv: [] },
  cwd: () => "/",
  cpuUsage: () => ({ user: 0, system: 0 }),
  emitWarning() {},
};

/** A timer as Node has it: it can be told not to keep a process alive, which a browser's never does. */
class Timer {
  constructor(readonly id: number) {}

  unref(): this {
    return this;
  }

  ref(): this {
    return this;
  }
}

interface BrowserTimers {
  setTimeout(...wish: readonly unknown[]): number;
  clearTimeout(id?: number): void;
  setInterval(...wish: readonly unknown[]): number;
}

const browser = globalThis as unknown as BrowserTimers;
const idOf = (timer: Timer | number | undefined) => (timer instanceof Timer ? timer.id : timer);

export const setTimeout = (...wish: readonly unknown[]) => new Timer(browser.setTimeout(...wish));
export const setInterval = (...wish: readonly unknown[]) => new Timer(browser.setInterval(...wish));
/** A browser ends timers of both kinds alike. */
export const clearTimeout = (timer?: Timer | number) => browser.clearTimeout(idOf(timer));
export const clearInterval = clearTimeout;
