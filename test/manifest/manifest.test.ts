/** package.json says what the code says. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { generatedFiles } from "../../scripts/generatedManifest";

const text = readFileSync("package.json", "utf8");
const { contributes, version } = JSON.parse(text);
const tools = contributes.languageModelTools as Record<string, string & string[]>[];

describe("the manifest", () => {
  it("and its schemas are fresh: run npm run manifest after changing a tool or a setting", () => {
    for (const [file, wanted] of generatedFiles(text)) assert.equal(readFileSync(file, "utf8"), wanted, file);
  });

  it("names tools as VS Code wants them, each once, and leaves room for others (DIA-5)", () => {
    const names = tools.map(({ name }) => name as string);
    for (const name of names) assert.match(name, /^(?!copilot_|vscode_)[\w-]+$/);
    assert.equal(new Set(names).size, names.length);
    const references = tools.map(({ toolReferenceName }) => toolReferenceName as string);
    assert.equal(new Set(references).size, references.length);
    assert.ok(names.length < 128);
  });

  it("offers one dialect at a time", () => {
    for (const { name, when } of tools) {
      const prefix = /^(toolcrib|triggerfish|nanobot|flyto|qwen)_/.exec(name as string)?.[1];
      assert.equal(when, `config.toolcrib.dialect == '${prefix === "toolcrib" ? "standard" : prefix}'`, name as string);
    }
  });

  it("gives the custom agent exactly our tools", () => {
    const [{ path }] = contributes.chatAgents;
    const listed = /^tools: \[(.*)\]$/m.exec(readFileSync(path, "utf8"))?.[1]?.match(/\w+/g);
    assert.deepEqual(
      listed,
      tools.map(({ toolReferenceName }) => toolReferenceName),
    );
  });

  it("describes every setting, and keeps from workspaces what could loosen the policy", () => {
    const settings = Object.entries(contributes.configuration.properties as Record<string, Record<string, unknown>>);
    for (const [name, { markdownDescription, scope }] of settings) {
      assert.ok((markdownDescription as string).length > 20, name);
      assert.ok(scope === "machine" || scope === "window", name);
    }
    const machine = settings.filter(([, { scope }]) => scope === "machine").map(([name]) => name);
    assert.deepEqual(machine, [
      "toolcrib.readOutsideRoots",
      "toolcrib.additionalRoots",
      "toolcrib.requireRead",
      "toolcrib.commands.allow",
      "toolcrib.web.allowedHosts",
      "toolcrib.web.allowLocal",
      "toolcrib.shell",
      "toolcrib.sandbox",
      "toolcrib.limits.cpuSeconds",
      "toolcrib.limits.fileMegabytes",
      "toolcrib.limits.processes",
      "toolcrib.limits.memoryMegabytes",
      "toolcrib.limits.commandTimeoutMs",
      "toolcrib.classification.rules",
      "toolcrib.classification.outflow",
      "toolcrib.classification.ceiling",
      "toolcrib.classification.redactSecrets",
      "toolcrib.policy",
      "toolcrib.managedPolicy",
      "toolcrib.hooks.before",
      "toolcrib.hooks.after",
      "toolcrib.audit.strict",
      "toolcrib.search.ripgrepPath",
    ]);
  });

  it("has a line in the changelog", () =>
    assert.match(readFileSync("CHANGELOG.md", "utf8"), new RegExp(`## \\[(Unreleased|${version})\\]`)));
});
