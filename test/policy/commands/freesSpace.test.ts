/** Commands that can only make files fewer (HB-6). */
import assert from "node:assert/strict";
import { freesRoom } from "../../../src/policy/commands/freesSpace";

describe("commands that can only make files fewer (HB-6)", () => {
  for (const command of [
    "rm -rf node_modules",
    "rm -r scratch/app && ls -la",
    "cd scratch; rm a b 2>/dev/null; du -sh .",
    "rmdir empty",
    "unlink scratch/link",
  ])
    it(command, () => assert.equal(freesRoom(command), true));

  for (const command of [
    "",
    "npm ci",
    "rm a; npm ci",
    "echo x > big",
    "rm a | tee b",
    "ls >> list",
    "./rm -rf a",
    "PATH=. rm a",
    "xargs rm",
    "rm() { npm ci; }; rm a",
    "rm $(npm ci)",
    "sudo rm a",
    "$RM a",
    "rm 'a",
  ])
    it(`not: ${command}`, () => assert.equal(freesRoom(command), false));
});
