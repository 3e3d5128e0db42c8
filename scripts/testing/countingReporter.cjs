/** Mocha's spec reporter, which also leaves the counts in the file that the option `counts` names. */
const { writeFileSync } = require("node:fs");
const { reporters } = require("mocha");

module.exports = class CountingReporter extends reporters.Spec {
  /** @param {Mocha.Runner} runner @param {Mocha.MochaOptions} options */
  constructor(runner, options) {
    super(runner, options);
    runner.once("end", () => {
      const { passes: passed, failures: failed } = this.stats;
      writeFileSync(options.reporterOptions.counts, JSON.stringify({ passed, failed }));
    });
  }
};
