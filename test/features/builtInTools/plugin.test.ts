/** What the extension's plugin hands to agents beside the hook. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../../../scripts/vscode/paths.mjs";
import { skillManifestIn } from "../../../src/features/skills/node/skillFrontMatter";

interface DeclaredTool {
  readonly name: string;
  readonly toolReferenceName: string;
}

describe("the plugin", () => {
  const folder = join(repository, "media", "plugin");
  const skills = join(folder, "skills");
  const textOf = (name: string) => readFileSync(join(skills, name, "SKILL.md"), "utf8");

  it("has skills that agents load, each in a folder of its name", () => {
    const { skills: place } = JSON.parse(readFileSync(join(folder, ".plugin", "plugin.json"), "utf8"));
    assert.equal(join(folder, place, "."), join(skills, "."));
    const names = readdirSync(skills);
    assert.deepEqual(names, ["denied-by-toolcrib"]);
    for (const name of names) {
      const bytes = readFileSync(join(skills, name, "SKILL.md"));
      assert.equal(skillManifestIn(name, [{ name: "SKILL.md", bytes }]).name, name);
    }
  });

  it("names our tools as models know them, and commands that there are", () => {
    const { contributes } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));
    const titles = JSON.parse(readFileSync(join(repository, "package.nls.json"), "utf8"));
    const tools = (contributes.languageModelTools as readonly DeclaredTool[]).flatMap((tool) => [
      ...[tool.name, tool.toolReferenceName],
      ...(tool.name.startsWith("toolcrib_") ? [tool.name.slice("toolcrib_".length)] : []),
    ]);
    const text = textOf("denied-by-toolcrib");
    const named = Array.from(text.matchAll(/`([^`]+)`/g), ([, name = ""]) => name);
    assert.deepEqual(
      named.filter((name) => !tools.includes(name)),
      [],
    );
    const commands = Array.from(text.matchAll(/\*Toolcrib: ([^*]+)\*/g), ([, title = ""]) => title);
    assert.deepEqual(
      commands.filter((title) => !Object.values(titles).includes(title)),
      [],
    );
    assert.deepEqual([named.length > 0, commands.length], [true, 2]);
  });
});
