/** Checks who imports whom; a run that looked at nothing is a failure, not a success. */

import { createRequire } from "node:module";
import { cruise } from "dependency-cruiser";

const { forbidden, options } = createRequire(import.meta.url)("../.dependency-cruiser.cjs");
const fewest = 40;

const { output } = await cruise(["src"], { ...options, ruleSet: { forbidden }, validate: true });
if (typeof output === "string") throw new Error(output);
const { summary } = output;
for (const { from, to, rule } of summary.violations) console.error(`${rule.severity} ${rule.name}: ${from} → ${to}`);
if (summary.totalCruised < fewest) {
  console.error(`Only ${summary.totalCruised} modules were read, so nothing was checked.`);
  process.exitCode = 1;
} else if (summary.error > 0) process.exitCode = 1;
else console.log(`${summary.totalCruised} modules, ${summary.totalDependenciesCruised} imports: every one allowed.`);
