/** A published extension may use the stable API alone, and the test server would not refuse another. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const manifest = JSON.parse(readFileSync("package.json", "utf8"));

/** Contribution points that a published extension may use. */
const stablePoints = [
  ...["chatAgents", "chatParticipants", "chatPlugins", "commands", "configuration", "jsonValidation", "keybindings"],
  ...["languageModelChatProviders"],
  ...["languageModelTools", "mcpServerDefinitionProviders", "menus", "views", "viewsContainers", "viewsWelcome"],
  "walkthroughs",
];

describe("the stable API of VS Code", () => {
  it("is what the manifest keeps to", () => {
    assert.equal(manifest.enabledApiProposals, undefined);
    assert.deepEqual(Object.keys(manifest.contributes).sort(), stablePoints);
    assert.deepEqual(Object.keys(manifest.contributes.menus).sort(), [
      "commandPalette",
      "editor/context",
      "editor/title",
      "editor/title/context",
      "explorer/context",
      "view/item/context",
      "view/title",
    ]);
  });

  it("is typed by exactly the lowest version that the manifest allows", () => {
    assert.equal(`^${manifest.devDependencies["@types/vscode"]}`, manifest.engines.vscode);
    const installed = JSON.parse(readFileSync("node_modules/@types/vscode/package.json", "utf8")).version;
    assert.equal(installed, manifest.devDependencies["@types/vscode"]);
  });

  it("is all that the code compiles against", () => {
    const { config } = ts.readConfigFile("tsconfig.json", ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ".");
    const program = ts.createProgram(["src/extension.ts", "src/window.ts", "src/build.d.ts"], options);
    const problems = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
    assert.deepEqual(problems, []);
    // The longest work of any test: beside everything else it took over five minutes on a slow machine.
  }).timeout(900_000);

  it("is not gone around by switching the checker off", () => {
    const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
    const evasive = files.filter((file) =>
      /\bas any\b|@ts-(ignore|expect-error|nocheck)/.test(readFileSync(join("src", file), "utf8")),
    );
    assert.deepEqual(evasive, []);
    assert.ok(files.length > 50);
  });
});
