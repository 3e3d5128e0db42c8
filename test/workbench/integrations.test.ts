/** An integration with a real service, as a person meets it: secret, approval, schedule, result (EX-1, EX-7, EX-9). */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { patient } from "../../scripts/testing/patience.cjs";
import { dueAgain } from "../features/schedules/support/dueAgain";
import { type PackageServer, startPackageServer } from "../features/workspaces/support/packageServer";
import { run } from "../headless/support/program";
import { secretForms } from "../support/secretForms";
import { type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";
import { openWaiting } from "./support/needsYou";
import { shownText } from "./support/shownText";
import { chooseFrom, closeViews, tallPage, unfold, viewRows } from "./support/viewRows";

const token = "ntn_4f9A-Zq7%wXe+31";
const key = "svc_8bT2/mQ5=yRk-64";
const forms = [token, key].flatMap(secretForms);

/** It has a package, leaves a file, and prints its secrets in every way that it can. */
const main = (port: number) => `import base64, os, sys, urllib.parse, urllib.request
import greeting


def line(tasks, count):
    return f"{tasks} run {count}"


if __name__ == "__main__":
    token = os.environ["NOTION_TOKEN"]
    key = open(os.environ["SERVICE_KEY_FILE"]).read()
    headers = {"Authorization": token, "X-Key": key}
    request = urllib.request.Request("http://localhost:${port}/", headers=headers)
    tasks = urllib.request.urlopen(request).read().decode()
    os.makedirs("state", exist_ok=True)
    open("state/log", "a").write("x")
    open("report.txt", "w").write(f"{tasks}, {greeting.text}")
    print(line(tasks, os.path.getsize("state/log")), "token", token)
    for secret in (token, key):
        print(urllib.parse.quote(secret, safe=""), base64.b64encode(secret.encode()).decode(), file=sys.stderr)
`;

/** @param wanted what its assertion takes for right. */
const test = (wanted: string) => `import unittest
from main import line


class Line(unittest.TestCase):
    def test_line(self):
        self.assertEqual(line("a", 1), "${wanted}")
`;

const manifest = (port: number) => ({
  ...{ name: "notion-sync", description: "Brings tasks over.", runtime: "python", hosts: [`localhost:${port}`] },
  ...{ packages: ["pip"], secrets: { NOTION_TOKEN: "Token that reads your tasks" } },
  ...{ entry: "main.py", test: ".venv/bin/python -m unittest" },
});

/** The same with a secret as a file. */
const withKey = (port: number) => {
  const { secrets, ...others } = manifest(port);
  return { ...others, secrets: { ...secrets, SERVICE_KEY: { for: "Key that names you to the service", as: "file" } } };
};

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** The files below a folder that hold a text. */
const holding = (folder: string, text: string): string[] =>
  filesBelow(folder).filter((path) => readFileSync(path).includes(text));

describe("an integration with a secret", () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "crib-workspaces-")));
  const results = mkdtempSync(join(tmpdir(), "crib-results-"));
  const seen: string[] = [];
  let server: Server;
  let port = 0;
  let isDown = false;
  let refused = 0;
  let workbench: DemoWorkbench;
  let packages: PackageServer;
  before(async () => {
    packages = await startPackageServer(join(base, "written"));
    server = createServer(({ headers }, response) => {
      if (isDown) {
        refused++;
        return void response.writeHead(503).end("down for an hour");
      }
      seen.push(headers.authorization ?? "");
      const isKnown = headers.authorization === token && headers["x-key"] === key;
      response.end(isKnown ? "buy milk" : "who are you?");
    });
    await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
    ({ port } = server.address() as AddressInfo);
    const allowed = [`localhost:${port}`, `localhost:${packages.port}`];
    const machineSettings = {
      "toolcrib.workspaces.folder": base,
      "toolcrib.web.allowLocal": allowed,
      "toolcrib.schedules.resultsFolder": results,
    };
    workbench = await openDemo({ machineSettings, env: { PIP_INDEX_URL: `${packages.url}simple/` } });
    await workbench.page.setViewportSize(tallPage);
  });
  after(async () => {
    await workbench?.close();
    server?.close();
    packages?.server.close();
  });
  pictureFailures(() => workbench);

  const calling = (name: string, args: object) => ({ tool: "call_tool", input: { name, arguments: args } });
  const play = async (...calls: object[]) => {
    await workbench.ask(`@crib ${script(...calls)}`);
    return workbench.answered();
  };
  const writing = (name: string, content: string) =>
    calling("exec_write", { path: `integrations/notion-sync/${name}`, content });
  const rows = (view: string) => viewRows(workbench.page, view);
  const shown = async (part: string) => {
    const text = workbench.page.locator(".editor-instance .view-lines");
    await text.filter({ hasText: part }).first().waitFor();
    return (await shownText(text)).replaceAll("\u00a0", " ");
  };
  const sync = { name: "notion-sync" };

  const dueNow = () => dueAgain(base, `${readdirSync(base).find((name) => name.startsWith("chat+"))}.morning`);

  it("does not run before its bytes are approved, and says so", async () => {
    const { entry: _, test: __, ...facts } = manifest(port);
    const told = await play(
      calling("integration_create", facts),
      writing("main.py", main(port)),
      writing("requirements.txt", "greeting==1.0.0\n"),
      writing("integration.json", JSON.stringify(withKey(port))),
      writing("test_main.py", test("a run 2")),
      calling("integration_run", sync),
    );
    assert.match(told.join("\n"), /because it gets secrets and waits for the person's approval/);
    assert.deepEqual(seen, []);
  });

  it("asks once for what its manifest names, and is red, mended and green with its package", async () => {
    const command = "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt";
    await workbench.ask(`@crib ${script(calling("exec_run", { command, cwd: "integrations/notion-sync" }))}`);
    const question = await workbench.dialogs.modalText();
    assert.ok(
      question.includes(`fetch packages from pip (localhost:${packages.port}) and talk to localhost:${port}`),
      question,
    );
    await workbench.screenshot("integration-access");
    await workbench.dialogs.answerModal("Allow");
    await workbench.chat.done(120_000);
    assert.match((await workbench.answered()).join("\n"), /\[exit code: 0/);
    const testing = calling("integration_run", { ...sync, action: "test" });
    assert.match((await play(testing)).join("\n"), /test_line[\s\S]*\[exit code: 1/);
    assert.match((await play(writing("test_main.py", test("a run 1")), testing)).join("\n"), /\[exit code: 0/);
  });

  it("is shown whole, and its secret is asked for in a password box", async () => {
    // What waits is what an agent wants to run as it is now.
    assert.match((await play(calling("integration_run", sync))).join("\n"), /waits for the person's approval/);
    await openWaiting(workbench, "notion-sync, integration with secrets, chat");
    const text = await shown("waits for your approval");
    const asFile = "It gets the secret SERVICE_KEY as a file: Key that names you to the service.";
    for (const part of [
      "It gets the secret NOTION_TOKEN",
      asFile,
      `It may connect to localhost:${port}.`,
      "--- main.py",
    ])
      assert.ok(text.includes(part), part);
    await workbench.screenshot("integration-review");
    await workbench.editors.clickEditorAction("Accept");
    assert.match(await workbench.quickInput.message(), /NOTION_TOKEN of notion-sync/);
    assert.equal(await workbench.page.locator(".quick-input-box input").getAttribute("type"), "password");
    await workbench.page.locator(".quick-input-box input").fill(token);
    await workbench.screenshot("integration-secret");
    await workbench.quickInput.type(token);
    assert.match(await workbench.quickInput.message(), /SERVICE_KEY of notion-sync[\s\S]*Key that names you/);
    assert.equal(await workbench.page.locator(".quick-input-box input").getAttribute("type"), "password");
    await workbench.quickInput.type(key);
  });

  it("runs then with its secret, which nothing shows", async () => {
    await workbench.ask(`@crib ${script(calling("integration_run", sync))}`);
    await workbench.waitFor("its packages and the run", () => seen.length > 0, 120_000);
    const told = (await workbench.answered()).join("\n");
    assert.match(told, /buy milk run 1 token \[redacted\]/);
    assert.deepEqual(seen, [token]);
    const terminal = workbench.page.locator(".xterm-rows:visible");
    await terminal.filter({ hasText: "exit code: 0" }).first().waitFor();
    const drawn = (await terminal.allInnerTexts()).join("\n").replaceAll("\u00a0", " ");
    assert.ok(drawn.includes("[redacted]") && !forms.some((form) => drawn.includes(form)), drawn);
  });

  it("is a line of the Workspaces view, where a person runs it and takes its approval back", async () => {
    await workbench.runCommand("Toolcrib: Open Agent Workspaces");
    await closeViews(workbench.page, ["Needs You", "Changes", "Running"]);
    const line = (name: string) =>
      rows("Workspaces")
        .and(workbench.page.locator(`[aria-label^="${name}"]`))
        .first();
    await unfold(line("Workspace of chat"));
    await unfold(line("Integrations of chat"));
    const integration = line("notion-sync, approved");
    await integration.hover();
    await workbench.screenshot("integration-in-view");
    const isRun = () => seen.length === 2;
    await workbench.waitFor("the run", async () => {
      if (isRun()) return true;
      await integration.hover({ timeout: 5000 });
      await integration.getByRole("button", { name: "Run", exact: true }).click({ timeout: 5000 });
      return workbench.waitFor("the click", isRun, 15_000);
    });
    assert.match(await shown("run 2"), /buy milk run 2 token \[redacted\]/);
    await line("python3 main.py, succeeded").click();
    assert.match(await shown("buy milk run 1"), /buy milk run 1 token \[redacted\]/);
    assert.equal(await rows("Workspaces").filter({ hasText: "failed verification" }).count(), 0);
    await chooseFrom(workbench.page, integration, "Run Tests");
    assert.match(await shown("Ran 1 test"), /\[exit code: 0/);
  });

  it("opens a terminal in the folder of a run that failed, and is copied to a folder that a person chooses", async () => {
    const { dialogs, page } = workbench;
    const line = rows("Workspaces").and(page.locator('[aria-label^="notion-sync, approved"]')).first();
    isDown = true;
    // On a busy machine the menu may be drawn anew just as its entry is clicked.
    await workbench.waitFor("the run that is refused", async () => {
      if (refused === 0) await chooseFrom(page, line, "Run");
      return workbench.waitFor("the click", () => refused > 0, 15_000);
    });
    await dialogs.answerNotification("Toolcrib: notion-sync failed.", "Open Terminal in Its Folder");
    await page.locator(".terminal-tabs-entry").filter({ hasText: "Run of integration.notion-sync" }).first().waitFor();
    await workbench.screenshot("integration-failed-run");
    isDown = false;
    const target = realpathSync(mkdtempSync(join(tmpdir(), "crib-export-")));
    await chooseFrom(page, line, "Export…");
    const input = page.locator(".quick-input-box input");
    const copied = join(target, "notion-sync", "main.py");
    await workbench.waitFor("the dialog to take the folder", async () => {
      if (existsSync(copied)) return true;
      if (await input.isVisible()) {
        await input.fill(`${target}/`, { timeout: 5000 });
        await workbench.screenshot("integration-export");
        await input.press("Enter", { timeout: 5000 });
      }
      return workbench.waitFor("the copy", () => existsSync(copied), 10_000);
    });
    assert.equal(readFileSync(copied, "utf8"), main(port));
    await dialogs.notification(`copied to ${join(target, "notion-sync")}`);
    assert.deepEqual(holding(target, token), []);
  });

  it("becomes a tool that models call, and a schedule, from its line", async () => {
    const line = rows("Workspaces").and(workbench.page.locator('[aria-label^="notion-sync, approved"]')).first();
    const choose = (entry: string) => chooseFrom(workbench.page, line, entry);
    await choose("Make a Tool");
    await openWaiting(workbench, "notion_sync, new tool");
    assert.match(await shown("It runs the integration notion-sync"), /with its hosts and secrets/);
    await workbench.editors.clickEditorAction("Accept");
    const told = await workbench.waitFor("the tool to be callable", async () => {
      const [answer = ""] = await play(calling("notion_sync", {}));
      return /buy milk/.test(answer) && answer;
    });
    assert.match(told, /^buy milk run 3 token \[redacted\]/);
    await closeViews(workbench.page, ["Needs You", "Agent-Made Tools"]);
    await choose("Schedule…");
    await workbench.quickInput.pick("Only When I Start It");
    await openWaiting(workbench, "notion-sync, new schedule");
    assert.match(await shown("It gets the secret NOTION_TOKEN of notion-sync"), /It runs python3 main\.py/);
    await workbench.screenshot("integration-made-use-of");
    await workbench.editors.clickEditorAction("Reject");
  });

  it("runs by the clock, tells its result to the person and to the agent's next session", async () => {
    await play(
      calling("schedule_create", {
        ...{
          name: "morning",
          command: ".venv/bin/python main.py",
          files: "integrations/notion-sync",
          cron: "* * * * *",
        },
      }),
    );
    await openWaiting(workbench, "morning, new schedule");
    assert.match(await shown("cron schedule"), /It gets the secret NOTION_TOKEN of notion-sync/);
    await workbench.editors.clickEditorAction("Accept");
    const ranBefore = seen.length;
    dueNow();
    await workbench.waitFor("the clock to start a run", () => seen.length > ranBefore, 110_000);
    await workbench.dialogs.answerNotification('the schedule "morning": succeeded. buy milk run 1', "Show Output");
    assert.match(await shown("started by the clock"), /buy milk run 1 token \[redacted\]/);
    await workbench.screenshot("integration-result");
    // The result is a file as well, with what the run made beside it.
    const written = await workbench.waitFor("the result as a file", () => {
      const found = filesBelow(results);
      return found.some((path) => path.endsWith(".txt") && !path.endsWith("report.txt")) && found;
    });
    const [text, made] = [/\/morning\/[^/]+\.txt$/, /\/morning\/[^/]+\/report\.txt$/].map((name) =>
      written.filter((path) => name.test(path)).map((path) => readFileSync(path, "utf8")),
    );
    assert.equal(text?.length, 1, written.join());
    assert.match(
      text?.[0] ?? "",
      /^succeeded, [\s\S]*started by the clock[\s\S]*\nbuy milk run 1 token \[redacted\]\n/,
    );
    assert.deepEqual(made, ["buy milk, hello from pip"]);
    const ran = rows("Schedules").filter({ hasText: /^succeeded/ });
    await chooseFrom(workbench.page, ran.first(), "Open Terminal in Run Folder");
    await workbench.page.locator(".terminal-tabs-entry").filter({ hasText: "Run of morning" }).first().waitFor();
    await workbench.screenshot("integration-run-folder");
    await chooseFrom(workbench.page, ran.first(), "Open Files of This Run");
    assert.match(await shown("hello from pip"), /buy milk, hello from pip/);
    await workbench.screenshot("integration-run-file");
    dueNow();
    await workbench.dialogs.notification('the schedule "morning": succeeded. buy milk run 2');
    const told = (await play(calling("schedule_list", {}))).join("\n");
    assert.match(told, /morning: APPROVED/);
    assert.match(
      told,
      /\[The schedule "morning" ran at \S+: succeeded\.\nFiles: report\.txt\nreport\.txt begins:\nbuy milk, hello/,
    );
    for (const folder of [base, workbench.home, results])
      for (const form of forms) assert.deepEqual(holding(folder, form), []);
  });

  it("is on a record that holds, from which the command line replays what the window ran", async () => {
    const settings = join(mkdtempSync(join(tmpdir(), "crib-settings-")), "settings.json");
    writeFileSync(settings, JSON.stringify({ "toolcrib.workspaces.folder": base }));
    const state = join(workbench.home, "data", "data", "User", "globalStorage", "toolcrib.toolcrib");
    const history = (...words: string[]) => run(["history", ...words, "--settings", settings, "--state", state]);
    const verified = await history("verify");
    assert.deepEqual([verified.code, verified.err], [0, ""]);
    assert.match(verified.out, /^History of chat\+\S+ verified: \d+ lines\.$/m);
    const lines = (await history("show", "--json")).out.trim().split("\n");
    const runs = lines
      .map((line) => JSON.parse(line))
      .filter(({ title }) => title === "Run the integration notion-sync");
    const replayed = await history("replay", runs[0]?.call ?? "");
    assert.match(replayed.out, /^buy milk run 1 token \[redacted\]$/m);
  });

  it("is given a secret, its access and its approval back by its line, and one without secrets is run as it is", async () => {
    const { dialogs, page, quickInput } = workbench;
    await play(calling("integration_create", { name: "plain", description: "Says.", runtime: "bash" }));
    const line = (name: string) =>
      rows("Workspaces")
        .and(page.locator(`[aria-label^="${name}"]`))
        .first();
    // Somebody else changes it: it waits without anybody running it, until its bytes are the approved ones again.
    const workspace = readdirSync(base).find((name) => name.startsWith("chat+")) ?? "chat";
    const file = join(base, workspace, "integrations", "notion-sync", "main.py");
    writeFileSync(file, `${main(port)}\n`);
    // What waits is open when an editor with its buttons is.
    await workbench.runCommand("View: Close All Editors");
    await openWaiting(workbench, "notion-sync, changed since you approved it, chat");
    await shown("changed since you approved it");
    writeFileSync(file, main(port));
    await closeViews(page, ["Needs You", "Schedules"]);
    const integration = line("notion-sync, approved");
    await integration.waitFor();
    // A line that is drawn again meanwhile takes its menu with it.
    const chosen = (entry: string, said: string, then = async () => {}) =>
      workbench.waitFor(`"${said}"`, async () => {
        const told = page.locator(".notification-list-item:visible").filter({ hasText: said }).first();
        if (!(await told.isVisible())) await chooseFrom(page, integration, entry).then(then);
        // Missed, it would have to be done again, which it cannot.
        await told.waitFor({ timeout: patient(5000) });
        return true;
      });
    await chosen("Revoke Access", "commands of notion-sync will be asked about again.");
    await chosen("Remove Secret", "NOTION_TOKEN of notion-sync was removed.", () => quickInput.pick("NOTION_TOKEN"));
    await workbench.waitFor("the list of secrets", async () => {
      await chooseFrom(page, integration, "Set Secret…");
      await page.locator(".quick-input-box input").waitFor({ timeout: 5000 });
      return true;
    });
    await quickInput.pick("NOTION_TOKEN");
    await quickInput.type(token);
    await dialogs.notification("NOTION_TOKEN was saved for notion-sync.");
    const waits = line("notion-sync, waits for your approval");
    await workbench.waitFor("the approval to be taken back", async () => {
      if (!(await waits.isVisible())) await chooseFrom(page, integration, "Withdraw");
      await waits.waitFor({ timeout: 5000 });
      return true;
    });
    await workbench.screenshot("integration-taken-back");
    await chooseFrom(page, line("plain"), "Run");
    assert.match(await shown('"received"'), /\{"received":\{\}\}/);
  });
});
