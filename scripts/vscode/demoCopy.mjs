/** A fresh copy of the demo workspace: a git repository of its own, so that changes can be seen and thrown away. */
import { execFileSync } from "node:child_process";
import { cp, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoWorkspace } from "./paths.mjs";

/**
 * @param {{ scripted?: boolean }} [options] `scripted`: the sample project's own model is there in the copy
 * @returns {Promise<string>} the copy's folder
 */
export async function copyDemoWorkspace({ scripted = false } = {}) {
  const folder = join(await realpath(await mkdtemp(join(tmpdir(), "toolcrib-"))), "corner-shop");
  await cp(demoWorkspace, folder, { recursive: true });
  if (!scripted) await rm(join(folder, ".toolcrib-sample"));
  // Identity and hooks are given here: the user's own git settings are neither needed nor touched.
  const settings = [
    "user.name=Toolcrib demo",
    "user.email=demo@toolcrib.invalid",
    "commit.gpgsign=false",
    "core.hooksPath=/dev/null",
  ];
  /** @param {...string} args */
  const git = (...args) =>
    execFileSync("git", [...settings.flatMap((setting) => ["-c", setting]), ...args], { cwd: folder, stdio: "pipe" });
  git("init", "--quiet", "--initial-branch=main");
  git("add", ".");
  git("commit", "--quiet", "--message", "The corner shop, with one failing test");
  return folder;
}
