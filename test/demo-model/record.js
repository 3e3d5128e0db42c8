/** A record of every request for tests to read: JSON lines in the file that TOOLCRIB_DEMO_LOG names. */
const { appendFileSync } = require("node:fs");

/** @param {object} request */
exports.record = async (request) => {
  const file = process.env.TOOLCRIB_DEMO_LOG;
  if (file) appendFileSync(file, `${JSON.stringify(request)}\n`);
};
