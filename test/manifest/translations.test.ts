/** Every language has all texts, with what must stay as it is, and nothing left in English. */
import assert from "node:assert/strict";
import { problemsOf, translatedLanguages, translationProblems } from "../../scripts/translations";

describe("the translations", () => {
  it("are there in the languages of those whom the product addresses", () => {
    for (const language of ["mr", "ru", "ta", "zh-cn"]) assert.ok(translatedLanguages().includes(language), language);
  });

  for (const language of translatedLanguages())
    it(`have every text in ${language}`, () => assert.deepEqual(translationProblems(language), []));
});

describe("the check of translations", () => {
  const problems = (english: string, text: string) => problemsOf({ key: english }, { key: text });

  it("names keys that are missing, empty or obsolete", () => {
    assert.deepEqual(problemsOf({ 'Open "{0}"': "Open", Stop: "Stop" }, { Stop: "", Run: "Пуск" }), [
      '"Open \\"{0}\\"" is missing',
      '"Stop" is missing',
      '"Run" is not among the English texts',
    ]);
  });

  it("wants what every language keeps, in any order", () => {
    assert.deepEqual(problems("{0} of {1}", "{1} 的 {0}"), []);
    for (const [english, text] of [
      ["Stop {0}", "Остановить"],
      ["Stop {0}", "Остановить {1}"],
      ["$(edit) Other…", "Другое…"],
      ["Set `a.b`.", "Задайте `а.б`."],
      ["[Ask](command:toolcrib.ask)", "[Спросить](command:toolcrib.undo)"],
      ["See https://example.org.", "См. https://example.com."],
      ["Ask @crib", "Спросить"],
      ["Toolcrib failed", "Сбой"],
      ['Change "toolcrib.web.search"', 'Измените "toolcrib.web"'],
      ["One.\n\nTwo.", "Один.\nДва."],
      ["Make a tool that ", "Создай инструмент, который"],
    ] as const)
      assert.equal(problems(english, text).length, 1, text);
  });

  it("finds what was left in English, whole or in part", () => {
    assert.deepEqual(problems("Open File", "Open File"), ['"key" is still in English']);
    assert.deepEqual(problems("Stop it. Then wait for me.", "Остановите. Then wait for me."), [
      '"key" has English words: "Then wait for me"',
    ]);
  });

  it("takes names, symbols and code for no English", () => {
    for (const text of ["Claude Code", "{0} → {1}", "✓", "Glob (flyto)"]) assert.deepEqual(problems(text, text), []);
    assert.deepEqual(problems("Run `git log one two`.", "运行 `git log one two`。"), []);
    assert.deepEqual(problems("Hook of VS Code and Copilot CLI", "VS Code 和 Copilot CLI 的挂钩"), []);
  });
});
