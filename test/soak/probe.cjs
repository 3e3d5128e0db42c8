/** Preloaded into a host under test: on SIGUSR2 it writes what it holds, after a garbage collection, to SOAK_PROBE.PID. */
const { renameSync, writeFileSync } = require("node:fs");
const { isMainThread } = require("node:worker_threads");

const file = `${process.env.SOAK_PROBE}.${process.pid}`;

if (isMainThread)
  process.on("SIGUSR2", () => {
    globalThis.gc?.();
    writeFileSync(`${file}.new`, JSON.stringify({ heap: process.memoryUsage().heapUsed }));
    renameSync(`${file}.new`, file);
  });
