/** On a host whose shell is not bash, a command is judged and run in that shell's language. */
import assert from "node:assert/strict";
import { noRepositories } from "../../../src/core/ports/repository";
import { ask } from "../../../src/core/vocabulary/decision";
import type { ShellLanguage } from "../../../src/core/vocabulary/shellLanguage";
import { rules } from "../../../src/policy";
import { runCommand } from "../../../src/tools/commands/runCommand";
import { bareCrib } from "../../support/bareCrib";
import { quietOutcome } from "../../support/commandRequest";

async function cribWith(language: ShellLanguage) {
  const ran: (ShellLanguage | undefined)[] = [];
  const at = await bareCrib({
    tools: { run_command: runCommand },
    rules,
    tree: { "a.txt": "one\n" },
    host: {
      shell: {
        repositoriesAt: async () => noRepositories,
        languageFor: () => language,
        run: async (request) => {
          ran.push(request.language);
          return quietOutcome;
        },
      },
    },
  });
  return { at, ran };
}

describe("run_command where the shell is not bash", () => {
  it("is judged and run as PowerShell, and tells the model", async () => {
    const { at, ran } = await cribWith("powershell");
    const { text } = await at.call("run_command", { command: "Get-Content a.txt" });
    assert.deepEqual(at.asked, []);
    assert.deepEqual(ran, ["powershell"]);
    assert.match(text, /\[run by PowerShell, not bash\]/);
    assert.equal((await at.call("run_command", { command: "rm -r C:\\" })).isError, true);
    assert.deepEqual(ran, ["powershell"]);
  });

  it("is always asked about under cmd.exe", async () => {
    const { at, ran } = await cribWith("cmd");
    await at.call("run_command", { command: "dir" });
    assert.deepEqual([at.asked.length, ran], [1, ["cmd"]]);
  });

  it("runs in bash without a word where that is the shell", async () => {
    const { at, ran } = await cribWith("bash");
    const { text } = await at.call("run_command", { command: "cat a.txt" });
    assert.deepEqual(ran, [undefined]);
    assert.doesNotMatch(text, /run by/);
  });

  it("takes no remembered yes to the same words for another shell", async () => {
    const { at } = await cribWith("bash");
    const effect = await at.exec("make");
    const question = ask("commands.unknown", "make is not recognised as read-only");
    at.crib.approvals.take("exact", "session", [effect], [question]);
    assert.deepEqual(at.crib.approvals.cover([effect], [question]), ["session"]);
    assert.equal(at.crib.approvals.cover([{ ...effect, language: "powershell" }], [question]), undefined);
  });
});
