import { declaredSchemas, declaredSettings, declaredTools } from "../src/core/manifest";
import { settingDefinitions, settingNames } from "../src/core/settings";
import { makeDialects } from "../src/dialects";
import { tools } from "../src/tools";
import { agentFiles, declaredAgents } from "./agentFiles";
import { dialectsDoc } from "./dialectsDoc";

/** Settings that an untrusted workspace must not bring: all it can set at all. */
const restricted = settingNames
  .filter((name) => settingDefinitions[name].scope === "window")
  .map((name) => `toolcrib.${name}`);

/** The manifest with the tools, agents and settings that the code declares. @param current text of package.json. */
function generatedManifest(current: string): string {
  const manifest = JSON.parse(current);
  manifest.contributes.languageModelTools = declaredTools(Object.values(makeDialects(tools)));
  manifest.contributes.chatAgents = declaredAgents();
  manifest.contributes.configuration = { title: "Toolcrib", properties: declaredSettings() };
  manifest.contributes.jsonValidation = declaredSchemas().map(({ fileMatch, file }) => ({
    fileMatch,
    url: `./${file}`,
  }));
  manifest.capabilities.untrustedWorkspaces.restrictedConfigurations = restricted;
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Every generated file with its text. @param current text of package.json. */
export const generatedFiles = (current: string): ReadonlyMap<string, string> =>
  new Map([
    ["package.json", generatedManifest(current)],
    ...agentFiles(),
    ["docs/dialects.md", dialectsDoc()],
    ...declaredSchemas().map(({ file, schema }) => [file, `${JSON.stringify(schema, null, 2)}\n`] as const),
  ]);
