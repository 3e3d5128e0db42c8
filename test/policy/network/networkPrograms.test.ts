/** Which commands talk to the network, by their program and subcommand (HB-4). */
import assert from "node:assert/strict";
import { analyse } from "../../../src/lib/shell/analyse";
import { talksToNetwork } from "../../../src/policy/network/networkPrograms";

const talks = (line: string) => analyse(line).commands.some(talksToNetwork);

describe("commands that talk to the network (HB-4)", () => {
  for (const line of [
    "curl localhost",
    "ssh me@host true",
    "git push origin main",
    "git -C sub -c a.b=c fetch",
    "git --git-dir .git clone https://example.com/r",
    "git submodule update --init",
    "git lfs pull",
    "npm i is-odd",
    "npm --prefix web ci",
    "yarn",
    "yarn install",
    "pnpm -r update",
    "cargo install ripgrep",
    "gh -R a/b pr list",
    "docker --context far pull alpine",
  ])
    it(`${line} does`, () => assert.equal(talks(line), true));
  for (const line of [
    "git commit -m fetch",
    "git stash push -m wip",
    "git checkout push",
    "git add lfs",
    "git submodule status",
    "git lfs ls-files",
    "cargo test search",
    "cargo run -- add foo",
    "npm run update",
    "npm test -- install",
    "npm exec vitest run",
    "pnpm exec tsc",
    "yarn exec tsc",
    "yarn --version",
    "npm run build -- --mode x",
  ])
    it(`${line} does not`, () => assert.equal(talks(line), false));
});
