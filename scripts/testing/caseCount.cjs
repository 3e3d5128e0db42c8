/** How many of the cases that a property names are tried: a tenth of them, and all of them in `npm run test:thorough`. */

/** Fewer would hardly meet any of a property's kinds of input. */
const fewest = 5;

/** @param {number} all */
const caseCount = (all) =>
  process.env.TOOLCRIB_TEST_THOROUGH ? all : Math.min(all, Math.max(fewest, Math.ceil(all / 10)));

exports.caseCount = caseCount;
