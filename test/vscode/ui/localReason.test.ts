/** Reasons are shown in the language of VS Code, and in English where there is no other. */
import "../../support/vscodeTexts";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Plan } from "../../../src/core/tools/tool";
import { deny } from "../../../src/core/vocabulary/decision";
import { policyPage } from "../../../src/features/diagnosis/vscode/policyPage";
import { commandExplanation } from "../../../src/features/palette/vscode/commandExplanation";
import { previewOf, shortDiff } from "../../../src/features/preview/preview";
import { localDecision, localPlan, localReason } from "../../../src/vscode/ui/localReason";
import { l10n } from "../../support/vscodeTexts";

const reason = "plan mode is on until a person approves a plan, and this changes a file";

describe("the reasons that a person reads", () => {
  afterEach(() => {
    delete l10n.bundle;
  });
  const inRussian = () => {
    l10n.bundle = JSON.parse(readFileSync("l10n/bundle.l10n.ru.json", "utf8"));
  };

  it("are English without a translation", () => {
    assert.equal(localReason(reason), reason);
    inRussian();
    assert.equal(localReason(reason), "режим плана включен, пока человек не одобрит план, и это изменяет файл");
    assert.equal(localReason("what a hook says"), "what a hook says");
  });

  it("are translated with those of their parts, and the verdict itself stays as it is", () => {
    inRussian();
    const part = { text: "rm a", kind: "deny", rule: "x", reason: "it deletes files" } as const;
    const decision = deny("plan", reason, [part]);
    const shown = localDecision(decision);
    assert.deepEqual(shown, {
      ...decision,
      reason: "режим плана включен, пока человек не одобрит план, и это изменяет файл",
      parts: [{ ...part, reason: "удаляет файлы" }],
    });
    assert.equal(decision.reason, reason);
    assert.equal("parts" in localDecision(deny("plan", reason)), false);
  });

  it("stand in a question whose notes and preview are translated too, around commands and names that are not", () => {
    inRussian();
    const cwd = { path: "/ws/app", real: "/ws/app", root: "/ws", shown: "app" };
    const plan: Plan = {
      title: "Run sh go",
      effects: [
        { kind: "exec", command: "sh go", cwd, timeoutMs: 120_000 },
        { kind: "write", target: cwd, before: undefined, after: Buffer.from("to"), kinds: { after: "link" } },
        { kind: "fetch", url: "https://xn--pple-43d.com/", method: "GET" },
      ],
      notes: [
        "what the model says of it",
        "It runs in a sandbox (bubblewrap): it can change the workspace only, and reach no host.",
        "Changes cannot be held back here: the workspace folder a contains another one.",
      ],
      run: () => Promise.reject(new Error("not needed")),
    };
    const shown = previewOf(localPlan(plan), [], shortDiff, l10n);
    assert.deepEqual(shown.replaceAll("\\", "").split("\n\n"), [
      "_what the model says of it_",
      "_Она выполняется в песочнице (bubblewrap). Может изменять: только рабочую область. Доступ к сети: нет._",
      "_Здесь изменения нельзя придержать: папка рабочей области a содержит другую._",
      "```sh\nsh go\n```",
      "Выполняется в `app` не дольше 2 мин.",
      "Создает `app`: ссылка на `to`.",
      "Отправляет запрос GET на **xn--pple-43d.com**:",
      "```\nhttps://xn--pple-43d.com/\n```",
      "xn--pple-43d.com пишется аpple.com и лишь похоже на apple.com.",
    ]);
    assert.equal(plan.notes?.[1]?.startsWith("It runs"), true);
  });

  it("are escaped like the English ones", () => {
    inRussian();
    const path = "[a](command:x) <b> *c* | d";
    const explained = commandExplanation("cat a", deny("commands.path", `${path} is outside the workspace`));
    assert.ok(explained.includes("\\[a\\]"), explained);
    assert.ok(!explained.includes("[a](command:x)"), explained);
    assert.ok(explained.includes(" находится вне рабочей области"), explained);
    const refusal = { rule: "scope", reason: `${path} is outside the workspace` };
    const page = policyPage({ examples: [], rules: [], settings: [] }, [], { refusal });
    assert.ok(page.includes("<p>[a](command:x) &#60;b&#62; *c* | d находится вне рабочей области <span"), page);
  });
});
