import { declaredSchemas, declaredSettings, declaredTools } from "../src/composition/packageManifest";
import { settingDefinitions, settingNames } from "../src/core/settings/settings";
import { makeDialects } from "../src/dialects";
import { agentFiles, declaredAgents } from "./agentFiles";
import { tools } from "./describedTools";
import { dialectsDoc } from "./dialectsDoc";
import { l10nBundle } from "./l10nBundle";
import { ManifestTexts } from "./manifestTexts";

/** Settings that an untrusted workspace must not bring: all it can set at all. */
const restricted = settingNames
  .filter((name) => settingDefinitions[name].scope === "window")
  .map((name) => `toolcrib.${name}`);

/** The manifest with the tools, agents and settings that the code declares. @param current text of package.json. @param texts takes what people read. */
function generatedManifest(current: string, texts: ManifestTexts): string {
  const manifest = JSON.parse(current);
  manifest.contributes.configuration = declaredSettings().map(({ name, title, properties }, order) => ({
    id: `toolcrib.${name}`,
    order,
    title: texts.key(`setting.section.${name}`, title),
    properties: Object.fromEntries(
      Object.entries(properties).map(([setting, schema]) => [
        setting,
        texts.schema(setting.replace(/^toolcrib\./, "setting."), schema),
      ]),
    ),
  }));
  // What a model reads of a tool stays where it is: it is not translated.
  manifest.contributes.languageModelTools = declaredTools(Object.values(makeDialects(tools))).map((tool) => ({
    ...tool,
    displayName: texts.key(`tool.${tool.name}`, tool.displayName),
    userDescription: texts.key(`tool.${tool.name}.description`, tool.userDescription),
  }));
  manifest.contributes.chatAgents = declaredAgents();
  manifest.contributes.jsonValidation = declaredSchemas().map(({ fileMatch, file }) => ({
    fileMatch,
    url: `./${file}`,
  }));
  manifest.capabilities.untrustedWorkspaces.restrictedConfigurations = restricted;
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Every generated file with its text. @param read gives the text of package.json or package.nls.json as they are now. */
export function generatedFiles(read: (file: string) => string): ReadonlyMap<string, string> {
  const texts = new ManifestTexts();
  return new Map([
    ["package.json", generatedManifest(read("package.json"), texts)],
    ["package.nls.json", texts.file(read("package.nls.json"))],
    ["l10n/bundle.l10n.json", l10nBundle()],
    ...agentFiles(),
    ["docs/dialects.md", dialectsDoc()],
    ...declaredSchemas().map(({ file, schema }) => [file, `${JSON.stringify(schema, null, 2)}\n`] as const),
  ]);
}
