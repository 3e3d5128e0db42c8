import { declaredSettings, declaredTools } from "../src/core/manifest";
import { settingDefinitions, settingNames } from "../src/core/settings";
import { makeDialects } from "../src/dialects";
import { tools } from "../src/tools";

/** Settings that an untrusted workspace must not bring: all it can set at all. */
const restricted = settingNames
  .filter((name) => settingDefinitions[name].scope === "window")
  .map((name) => `toolcrib.${name}`);

/** The manifest with the tools and settings that the code declares. @param current text of package.json. */
export function generatedManifest(current: string): string {
  const manifest = JSON.parse(current);
  manifest.contributes.languageModelTools = declaredTools(Object.values(makeDialects(tools)));
  manifest.contributes.configuration = { title: "Toolcrib", properties: declaredSettings() };
  manifest.capabilities.untrustedWorkspaces.restrictedConfigurations = restricted;
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
