/**
 * Required before the tests. The time limit that a test names tells a hang from work; it asserts no speed (`npm run bench`
 * measures that). It is meant for an idle machine, and a machine that is shared or short of memory is several times slower:
 * there, five times the limit still tells the two apart.
 */
const factor = 5;

/** Longer than this nobody waits for a test that hangs, unless it names more itself. */
const longestMs = 300_000;

/** @param {number} ms a time limit on an idle machine; 0 for none @returns {number} the one to wait for, in milliseconds */
const patient = (ms) => Math.max(ms, Math.min(ms * factor, longestMs));

exports.patient = patient;

const { Runnable } = require("mocha");

/** @type {any} its signatures are overloads, which no function here has */
const prototype = Runnable.prototype;
const { timeout } = prototype;

/** @param {number[]} limit none to read it */
prototype.timeout = function (...limit) {
  return timeout.apply(this, limit.map(patient));
};
