const { notUnit, setup, unitTests } = require("./scripts/testing/unitTests.cjs");
module.exports = {
  "node-option": ["import=tsx", "require=tsx/cjs"],
  require: setup.map((name) => `./scripts/testing/${name}`),
  spec: [unitTests],
  ignore: notUnit,
  timeout: 60_000,
};
