/** The workflow runs on three systems what the README says to run. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { parse } from "yaml";

interface Job {
  readonly "runs-on": string;
  readonly strategy?: { readonly matrix: { readonly os: readonly string[]; readonly node: readonly string[] } };
  readonly steps: readonly { readonly uses?: string; readonly run?: string; readonly with?: Record<string, unknown> }[];
}

const workflow = parse(readFileSync(".github/workflows/test.yml", "utf8"));
const jobs = workflow.jobs as Readonly<Record<string, Job>>;
const { scripts, engines } = JSON.parse(readFileSync("package.json", "utf8"));
const runs = ({ steps }: Job) => steps.flatMap(({ run }) => run ?? []);

describe("the workflow", () => {
  it("runs every suite on Linux, Windows and macOS with the oldest Node that is promised", () => {
    const { test } = jobs;
    assert.ok(test);
    assert.deepEqual(test.strategy?.matrix.os, ["ubuntu-latest", "windows-latest", "macos-latest"]);
    assert.ok(test.strategy?.matrix.node.includes(engines.node.replace(">=", "")));
    assert.ok(runs(test).includes("npm test"));
    assert.ok(readFileSync("README.md", "utf8").includes("\nnpm test\n"));
  });

  it("runs only scripts that are there, with the rights to read and no more", () => {
    assert.deepEqual(workflow.permissions, { contents: "read" });
    const named = Object.values(jobs).flatMap((job) =>
      runs(job).flatMap((run) => [...run.matchAll(/npm run ([\w:]+)/g)].map(([, name = ""]) => name)),
    );
    assert.ok(named.length > 0);
    assert.deepEqual(
      named.filter((name) => !Object.hasOwn(scripts, name)),
      [],
    );
  });

  it("keeps what the workbench suites picture, and caches what they install", () => {
    const paths = Object.values(jobs).flatMap(({ steps }) => steps.flatMap((step) => step.with?.path ?? []));
    assert.deepEqual(paths, [".vscode-test", "out/screenshots"]);
    assert.ok(existsSync("scripts/vscode/serverInstall.mjs") && existsSync("scripts/vscode/browserInstall.mjs"));
  });
});
