/** Mocha's spec reporter, which also leaves the counts, what failed and what passed in the file that the option `counts` names. */
const { writeFileSync } = require("node:fs");
const { reporters } = require("mocha");

/** Longer messages hold whole files or policies: the first of it says what differs. */
const maximumMessage = 1_000;

module.exports = class CountingReporter extends reporters.Spec {
  /** @param {Mocha.Runner} runner @param {Mocha.MochaOptions} options */
  constructor(runner, options) {
    super(runner, options);
    /** @type {import("./mochaSuite.mjs").Failure[]} */
    const failures = [];
    /** @type {string[]} */
    const passes = [];
    runner.on("pass", (test) => passes.push(test.fullTitle()));
    runner.on("fail", (test, error) => {
      const title = test.fullTitle();
      const text = `${title}\n${String(error?.stack ?? error).slice(0, maximumMessage)}`;
      failures.push({ title, text, file: test.file ?? test.parent?.file });
    });
    runner.once("end", () => {
      const { passes: passed, failures: failed } = this.stats;
      writeFileSync(options.reporterOptions.counts, JSON.stringify({ passed, failed, failures, passes }));
    });
  }
};
