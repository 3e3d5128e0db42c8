/** A window in another language: what the extension says to a person is in that language, what models read is English. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";

const textsOf = (file: string): Readonly<Record<string, string>> => JSON.parse(readFileSync(file, "utf8"));

describe("a window in Russian", () => {
  const texts = textsOf("l10n/bundle.l10n.ru.json");
  const commands = textsOf("package.nls.ru.json");
  const said = (text: string, ...values: string[]) =>
    (texts[text] ?? "").replace(/\{(\d)\}/g, (_, at) => values[Number(at)] ?? "");
  const command = (key: string) => `Toolcrib: ${commands[`command.${key}`]}`;

  let workbench: DemoWorkbench;
  before(async () => {
    workbench = await openDemo({ language: "ru" });
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  it("asks about an edit in Russian, shows the person what was done, and answers the model in English", async () => {
    const edit = { path: "src/price.js", old_string: "quantity > BULK", new_string: "quantity >= BULK" };
    await workbench.ask(
      `@crib ${script({ tool: "read_file", input: { path: "src/price.js" } }, { tool: "edit_file", input: edit })}`,
    );
    const question = await workbench.chat.confirmation();
    assert.ok(question.startsWith("Изменить src/price.js?"), question);
    await workbench.screenshot("russian-question");
    await workbench.chat.allow();
    assert.deepEqual(await workbench.answered(), ["Edited src/price.js: 1 replacement (line 8)."]);
    assert.deepEqual(await workbench.chat.steps(), [
      "Прочитать src/price.js",
      `Изменить src/price.js: ${said("accepted")}`,
    ]);
  });

  it("takes the edit back by a command in Russian, and names it so", async () => {
    const price = () => readFileSync(join(workbench.folder, "src/price.js"), "utf8");
    assert.match(price(), /quantity >= BULK/);
    await workbench.runCommand(command("undo"));
    const undid = said('Toolcrib: undid "{0}" ({1}).', "Изменить src/price.js", "src/price.js");
    await workbench.dialogs.notification(undid.slice("Toolcrib: ".length));
    assert.doesNotMatch(price(), /quantity >= BULK/);
  });

  it("asks about a command with that command as it is", async () => {
    const line = "node -e 'console.log(6*7)' # Read a.ts in 3 files";
    await workbench.ask(`@crib ${script({ tool: "run_command", input: { command: line } })}`);
    const question = await workbench.chat.confirmation();
    assert.ok(question.startsWith(`Выполнить ${line}?`), question);
    assert.ok(question.includes(said("Asked because {0}.", "").slice(0, -1)), question);
    await workbench.screenshot("russian-command");
    await workbench.chat.decline();
    const [told = ""] = await workbench.answered();
    assert.match(told, /^The person declined this: Run node -e /);
  });

  it("shows titles and reasons in the audit log", async () => {
    await workbench.runCommand(command("audit.show"));
    await workbench.waitFor("the log with its titles and its day", async () => {
      for (const frame of workbench.page.frames()) {
        const rows = (
          await frame
            .locator("#rows tr")
            .allTextContents()
            .catch(() => [])
        ).join("\n");
        if (rows.includes("read_fileПрочитать src/price.js") && / \d{4} г\./.test(rows)) return true;
      }
      return false;
    });
    await workbench.screenshot("russian-audit");
  });
});
