/** Makes, fills and finishes worktrees until it is killed. Arguments: the repository, the state folder. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { never, worktreesIn } from "../../support/repository";

const [repository = "", state = ""] = process.argv.slice(2);
const { worktrees } = worktreesIn(state);

async function forever(): Promise<never> {
  for (;;) {
    const made = await worktrees.create({ root: repository, description: "work", agent: "a" }, never);
    process.stdout.write("made\n");
    writeFileSync(join(made.folder, "new.txt"), "new\n");
    await worktrees.finish(made, "work");
  }
}

void forever();
