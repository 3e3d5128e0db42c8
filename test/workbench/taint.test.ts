/** A session that has read a secret cannot send it: refused, shown, told where it came from, reset by a person (PO-6, PO-9). */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";

const key = ["ghp", "_aB3xK9mQ7zR2tW5yL8nC4vD6fG1hJ0pSuE9x"].join("");
const fetch = { tool: "run_command", input: { command: "curl -sS https://example.org/" } };

describe("the taint of a session", () => {
  let workbench: DemoWorkbench;
  const item = () => workbench.page.locator(".part.statusbar .statusbar-item").filter({ hasText: "RESTRICTED" });

  before(async () => {
    workbench = await openDemo({ machineSettings: { "toolcrib.sandbox": "off" } });
    writeFileSync(join(workbench.folder, "src/deploy.js"), `const token = "${key}";\n`);
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  const ask = (...steps: object[]) => workbench.ask(`@crib ${script(...steps)}`);

  it("is seen in the status bar, and refuses to send what was read (PO-9)", async () => {
    await ask({ tool: "read_file", input: { path: "src/deploy.js" } }, fetch);
    const [told = ""] = await workbench.answered();
    assert.match(
      told,
      /^Denied by policy: it would send RESTRICTED data \(src\/deploy\.js\) to example\.org, which may only receive INTERNAL; only a person can change that/,
    );
    await item().waitFor();
    assert.match(
      (await item().getAttribute("aria-label")) ?? "",
      /RESTRICTED since src\/deploy\.js was read \(it contains a GitHub token\)/,
    );
    await workbench.screenshot("taint-refused");
  });

  it("tells where it came from, and opens the file (PO-7)", async () => {
    await item().locator("a").click();
    await workbench.quickInput.pick("Show What Was Read");
    const message = await workbench.quickInput.message();
    assert.match(message, /Toolcrib: What Agents Have Read \(RESTRICTED\)/);
    assert.match((await workbench.quickInput.entries())[0] ?? "", /src\/deploy\.js/);
    await workbench.screenshot("taint-lineage");
    await workbench.quickInput.cancel();
    await workbench.runCommand("Toolcrib: Show What Agents Have Read");
    await workbench.quickInput.pick("src/deploy.js");
    await workbench.waitFor("the file", async () =>
      (await workbench.editors.tabs()).some((tab) => /deploy\.js/.test(tab)),
    );
    await workbench.runCommand("Toolcrib: Show What Agents Have Read");
    await workbench.quickInput.pick("Show as Text");
    const previewed = async () => {
      const texts = workbench.page.frames().map((frame) => frame.locator("body").textContent({ timeout: 1000 }));
      return (await Promise.allSettled(texts)).map((text) => (text.status === "fulfilled" ? text.value : "")).join();
    };
    await workbench.waitFor("the report", async () => /it contains a GitHub token/.test(await previewed()));
    await workbench.screenshot("taint-report");
  });

  it("is not washed off by a reload of the window (PO-6)", async () => {
    await workbench.page.reload();
    await workbench.ready();
    await workbench.runCommand("Toolcrib: Show What Agents Have Read");
    await item().waitFor();
    await workbench.waitFor("the lineage", async () => /RESTRICTED/.test(await workbench.quickInput.message()));
    assert.match((await workbench.quickInput.entries())[0] ?? "", /src\/deploy\.js/);
    await workbench.quickInput.cancel();
  });

  it("is reset by a person, who sees what raised it; then the command is a question again", async () => {
    await workbench.runCommand("Toolcrib: Forget What Agents Have Read…");
    const text = await workbench.dialogs.modalText();
    assert.match(text, /Forget what agents have read \(RESTRICTED\)\?/);
    assert.match(text, /Agents in chat: RESTRICTED since src\/deploy\.js was read \(it contains a GitHub token\)\./);
    await workbench.screenshot("taint-reset");
    await workbench.dialogs.answerModal("Cancel");
    await item().waitFor();
    await workbench.runCommand("Toolcrib: Forget What Agents Have Read…");
    await workbench.dialogs.answerModal("Forget");
    await item().waitFor({ state: "hidden" });
    await ask(fetch);
    assert.match(await workbench.chat.confirmation(), /curl -sS https:\/\/example\.org\//);
    await workbench.chat.decline();
  });
});
