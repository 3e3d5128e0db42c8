/** What a person makes of an integration (EX-7). */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { UsableIntegration } from "../../../src/features/integrations/integrations";
import { scheduleTextOf, toolNameOf, toolTextOf } from "../../../src/features/integrations/integrationUses";
import { exportIntegration } from "../../../src/features/integrations/node/exportIntegration";
import { readManifest } from "../../../src/features/madeTools/madeToolManifest";
import { readScheduleDefinition } from "../../../src/features/schedules/scheduleDefinition";
import { snapshot, tempFolder } from "../../support/tempFolder";

const bytes = (text: string) => new TextEncoder().encode(text);

const integration: UsableIntegration = {
  ...{ name: "notion-sync", folder: "/base/chat+shop-1", workspace: "chat+shop-1", state: "approved", digest: "d" },
  files: [
    { name: "main.py", bytes: bytes("print(1)\n") },
    { name: "lib/deep/help.py", bytes: bytes("pass\n") },
  ],
  manifest: {
    ...{ name: "notion-sync", description: "Brings tasks over.", runtime: "python", entry: "main.py" },
    ...{ test: "true", hosts: ["api.example.com"], packages: [], secrets: {} },
  },
};

describe("what a person makes of an integration (EX-7)", () => {
  it("is a schedule that runs it, with its hosts", () => {
    const text = scheduleTextOf(integration, "chat", { cron: "0 7 * * *", timezone: "UTC" });
    assert.deepEqual(readScheduleDefinition(bytes(text)), {
      ...{ agent: "chat", command: "python3 main.py", files: "integrations/notion-sync", catch_up: "skip" },
      ...{ cron: "0 7 * * *", timezone: "UTC", network: ["api.example.com"], timeout_ms: 600_000 },
    });
  });

  it("is a tool that runs it and nothing else", () => {
    const manifest = readManifest(bytes(toolTextOf(integration)));
    assert.equal(manifest.name, "notion_sync");
    assert.deepEqual(manifest.integration, { workspace: "chat+shop-1", name: "notion-sync" });
    assert.deepEqual([manifest.script, manifest.runtime], [undefined, undefined]);
    assert.equal(toolNameOf({ name: "3-things" }), "run_3_things");
  });

  it("is a copy of its files elsewhere, never over what is there", async () => {
    const chosen = tempFolder();
    const folder = await exportIntegration(integration, chosen);
    assert.equal(folder, join(chosen, "notion-sync"));
    assert.equal(readFileSync(join(folder, "lib/deep/help.py"), "utf8"), "pass\n");
    const before = snapshot(chosen);
    await assert.rejects(exportIntegration(integration, chosen), /EEXIST/);
    assert.deepEqual(snapshot(chosen), before);
    const other = tempFolder();
    mkdirSync(join(other, "notion-sync"));
    await assert.rejects(exportIntegration(integration, other), /EEXIST/);
  });
});
