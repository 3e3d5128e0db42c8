/** Follows the report of the tests in the extension host and prints it as mocha's spec reporter would. */
import { existsSync, readFileSync } from "node:fs";

/**
 * @typedef {import("../../test/extensionHost/support/report").ReportLine} ReportLine
 * @typedef {{ passed: number, failed: number }} Counts
 */

/**
 * Prints what happens until the run is over.
 * @param {string} file
 * @param {object} limits
 * @param {number} limits.silenceMs how long nothing may happen
 * @param {() => string | undefined} [limits.over] says why no more is to be expected, once that is so
 * @param {(line: string) => void} [limits.print]
 * @returns {Promise<Counts>}
 */
export async function followReport(file, { silenceMs, over = () => undefined, print = console.log }) {
  let printed = 0;
  let lastNews = Date.now();
  /** @type {Extract<ReportLine, { kind: "fail" }>[]} */
  const failures = [];
  for (;;) {
    const reason = over();
    const lines = completeLines(file);
    for (const line of lines.slice(printed)) {
      if (line.kind === "end") {
        printFailures(failures, print);
        return { passed: line.passed, failed: line.failed };
      }
      if (line.kind === "fail") failures.push(line);
      print(asText(line, failures.length));
    }
    if (lines.length > printed) lastNews = Date.now();
    printed = lines.length;
    if (reason) throw new Error(`The extension host ended before its tests did: ${reason}`);
    if (Date.now() - lastNews > silenceMs)
      throw new Error(`No news from the extension host for ${silenceMs / 1000} s.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * @param {string} file
 * @returns {ReportLine[]}
 */
function completeLines(file) {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/**
 * @param {Exclude<ReportLine, { kind: "end" }>} line
 * @param {number} failures
 */
function asText(line, failures) {
  const indent = "  ".repeat(line.depth);
  switch (line.kind) {
    case "suite":
      return `\n${indent}${line.title}`;
    case "pass":
      return `${indent}✔ ${line.title}${line.milliseconds > 75 ? ` (${line.milliseconds}ms)` : ""}`;
    case "pending":
      return `${indent}- ${line.title}`;
    case "fail":
      return `${indent}${failures}) ${line.title}`;
  }
}

/**
 * @param {Extract<ReportLine, { kind: "fail" }>[]} failures
 * @param {(line: string) => void} print
 */
function printFailures(failures, print) {
  failures.forEach((failure, index) => {
    print(`\n  ${index + 1}) ${failure.title}\n${failure.message.replace(/^/gm, "     ")}`);
  });
}
