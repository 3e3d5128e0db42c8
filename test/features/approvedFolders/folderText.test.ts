/** What agents made is read in the language of the person (CT-2, EX-7, EX-8). */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { clauseTranslator } from "../../../src/core/text/clauses/clauseTranslator";
import { standingText } from "../../../src/features/approvedFolders/folderText";
import type { Integration } from "../../../src/features/integrations/integrations";
import { givenClauses, integrationReviewText } from "../../../src/features/integrations/integrationText";
import { checkedManifest } from "../../../src/features/madeTools/madeToolManifest";
import { madeToolText } from "../../../src/features/madeTools/madeToolText";
import type { Schedule, ScheduleTimes } from "../../../src/features/schedules/schedules";
import { historyText, scheduleReviewText } from "../../../src/features/schedules/scheduleText";
import type { Skill, SkillInstall } from "../../../src/features/skills/skills";
import { skillState, skillSummary } from "../../../src/features/skills/skillText";

const russian = {
  local: clauseTranslator(JSON.parse(readFileSync("l10n/bundle.l10n.ru.json", "utf8"))),
  locale: "ru",
};
const monday = Date.UTC(2026, 0, 5, 6);
const times: ScheduleTimes = { zone: "UTC", problem: () => undefined, next: () => [monday], latest: () => undefined };
const files = [{ name: "main.sh", bytes: Buffer.from("x\n") }];

describe("what agents made, in another language", () => {
  it("translates a skill, its state and its copies", () => {
    const skill: Skill = {
      ...{ owner: "chat", name: "weekly", state: "changed", digest: "d", level: "CONFIDENTIAL", files },
      installs: [{ condition: "altered", folder: "/ws/x" } as SkillInstall],
      manifest: { name: "weekly", description: "Sums up.", requiredTools: [], hosts: ["a.org"], unaskedTools: "Bash" },
      origin: { agent: "chat", call: "c1", time: 0, level: "PUBLIC" },
    };
    assert.equal(
      skillSummary(skill, russian),
      `weekly: изменено после утверждения и снова ожидает вашего утверждения; установлено в /ws/x и с тех пор изменено
Sums up.
Требуемые инструменты: не указаны.
Подключается к узлам: a.org.
Просит запускать без вопросов инструменты, и некоторые агенты это разрешат: Bash.
Содержит скрипты, которые выполняются с правами того, кто использует навык: main.sh.
Уровень конфиденциальности — CONFIDENTIAL: автор-агент прочитал данные уровня CONFIDENTIAL, и они могут содержаться в тексте.
Автор — агент рабочей области chat, последнее изменение: 1970-01-01.`,
    );
    assert.equal(skillState({ ...skill, state: "approved", installs: [] }, russian), "утверждено, не установлено");
  });

  it("translates a schedule and its runs, with their times", () => {
    const definition = { agent: "chat", command: "true", cron: "0 7 * * *", timeout_ms: 60_000, network: [] };
    const schedule = {
      ...{ workspace: "w", name: "report", state: "rejected", comment: "approved", digest: "d", files: [] },
      ...{ source: Buffer.from("{}\n"), definition },
    } as unknown as Schedule;
    assert.equal(
      scheduleReviewText(schedule, times, 0, russian),
      `report (w): отклонено: approved
Запускается каждый день в 07:00 (UTC).
Следующие запуски: пн, 5 янв. 2026 г., 06:00.
Выполняет true в песочнице, не дольше 60 с.
Выполняется в пустой папке.
Может изменять только эту папку. Подпапка state сохраняется между запусками.
${russian.local("It cannot connect to any host.")}

--- schedule (3 Б)
{}`,
    );
    assert.equal(historyText([], russian), "Запусков еще не было.");
    const run = { id: "1", state: "overlapped", startedAt: monday, cause: "change", text: "", failedTests: ["a"] };
    assert.match(
      historyText([run as unknown as Parameters<typeof historyText>[0][0]], russian),
      /^пропущено: предыдущий запуск еще не завершился, .*2026.*, запущено изменением файла\nНепройденные тесты: a$/,
    );
  });

  it("translates a tool and an integration", () => {
    const permissions = { writes: "none", reads: "none", network: [] };
    const manifest = checkedManifest({
      ...{ name: "count", description: "Counts.", parameters: { type: "object", properties: {} } },
      ...{ runtime: "node", script: "main.mjs", permissions },
    });
    const tool = { name: "count", state: "pending", digest: "d", manifest, files: [] } as const;
    const lines = madeToolText(tool as unknown as Parameters<typeof madeToolText>[0], russian).split("\n");
    assert.equal(lines[0], "count: ожидает вашего утверждения (.toolcrib/tools/count)");
    assert.match(lines[1] ?? "", /^Выполняет main\.mjs с помощью node в песочнице, не дольше \d+ мс\.$/);
    assert.deepEqual(lines.slice(-2), ["Описание от агента, который его создал:", "> Counts."]);
    assert.deepEqual(
      lines.slice(2, -2).filter((line) => /[A-Z]/.test(line.replace(".toolcribignore", ""))),
      [],
    );

    const integration = {
      ...{ workspace: "w", name: "sync", state: "changed", digest: "d", files },
      manifest: { description: "Greets.", hosts: [], entry: "main.sh", packages: [], secrets: { KEY: "the api" } },
    } as unknown as Integration;
    assert.match(
      integrationReviewText(integration, russian),
      /^sync \(w\): изменено после утверждения\nGreets\.\nВыполняет main\.sh .*\n.*\nПолучает секрет KEY: the api\. Может отправлять его только на свои узлы\.\n/,
    );
    const given = { secrets: new Set<string>(), grant: { hosts: ["a.org"], packages: [], packageHosts: [] } };
    assert.deepEqual(givenClauses(integration, given as unknown as Parameters<typeof givenClauses>[1], russian), [
      `ее командам разрешено ${russian.local("talk to a.org")}`,
      "не заданы секреты: KEY",
    ]);
  });

  it("stays English for models", () =>
    assert.equal(standingText({ state: "unusable", problem: "x" }), "cannot be used: x"));
});
