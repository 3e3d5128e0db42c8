import { join } from "node:path";
import * as vscode from "vscode";
import type { Settings } from "../../core/settings/settings";
import { findRipgrep } from "../../node/search/ripgrep/ripgrep";

/** Where VS Code keeps its ripgrep; the place moved in 1.122, and desktop builds unpack it beside their archive. */
const ripgrepPlaces = (): string[] => {
  const platform = `${process.platform}-${process.arch}`;
  const inModules = [join("@vscode", "ripgrep-universal", "bin", platform), join("@vscode", "ripgrep", "bin")];
  return ["node_modules", "node_modules.asar.unpacked"].flatMap((modules) =>
    inModules.map((place) => join(vscode.env.appRoot, modules, place)),
  );
};

/** The ripgrep that a window searches with: the configured one, else the one VS Code brings, else one on PATH. */
export const ripgrepOfWindow = (settings: Settings): string | undefined =>
  findRipgrep(ripgrepPlaces(), settings["search.ripgrepPath"]);
