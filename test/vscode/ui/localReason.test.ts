/** Reasons are shown in the language of VS Code, and in English where there is no other. */
import "../../support/vscodeTexts";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { deny } from "../../../src/core/vocabulary/decision";
import { policyPage } from "../../../src/features/diagnosis/vscode/policyPage";
import { commandExplanation } from "../../../src/features/palette/vscode/commandExplanation";
import { localDecision, localReason } from "../../../src/vscode/ui/localReason";
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
