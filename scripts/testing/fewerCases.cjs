/**
 * Required before the tests: has `fc.assert` try as many cases as `caseCount` says, so that a test names the number that is
 * worth trying and no test can forget that the gate has less time.
 */
const path = require.resolve("fast-check");
const fc = require("fast-check");
const { caseCount } = require("./caseCount.cjs");

const usual = 100;

/** @type {(property: any, parameters?: import("fast-check").Parameters<any>) => any} */
const assert = (property, parameters = {}) =>
  fc.assert(property, { ...parameters, numRuns: caseCount(parameters.numRuns ?? usual) });

const replaced = Object.defineProperty({ ...fc, assert }, "__esModule", { value: true });
const loaded = require.cache[path];
if (!loaded) throw new Error("fast-check cannot be replaced: it is not kept as a CommonJS module.");
loaded.exports = Object.assign(replaced, { default: replaced });
