/** The scripted model as an extension of the browser: VS Code offers models only to extensions beside them. */
import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { packageExtension } from "../../../scripts/vscode/package.mjs";
import { demoModel } from "../../../scripts/vscode/paths.mjs";

/** Records requests where `record.js` does, through the server, in the file that a setting names. */
const record = `
const vscode = require("vscode");
let written = Promise.resolve();
let lines = "";
exports.record = (request) => {
  lines += JSON.stringify(request) + "\\n";
  const bytes = new TextEncoder().encode(lines);
  const { authority } = vscode.extensions.getExtension("toolcrib.toolcrib-demo-model").extensionUri;
  const path = vscode.workspace.getConfiguration("toolcribTest").get("log");
  const at = (path) => vscode.Uri.from({ scheme: "vscode-remote", authority, path });
  // Whoever reads it meanwhile sees whole lines.
  written = written.then(async () => {
    await vscode.workspace.fs.writeFile(at(path + ".new"), bytes);
    await vscode.workspace.fs.rename(at(path + ".new"), at(path), { overwrite: true });
  });
  return written;
};`;

const inBrowser: Plugin = {
  name: "in-browser",
  setup(build) {
    build.onResolve({ filter: /^node:fs$/ }, () => ({ path: "files", namespace: "ours" }));
    build.onLoad({ filter: /^files$/, namespace: "ours" }, () => ({ contents: "exports.existsSync = () => false;" }));
    build.onLoad({ filter: /[\\/]record\.js$/ }, () => ({ contents: record }));
  },
};

/** Packs it below a folder. @returns absolute path of the .vsix. */
export async function browserModel(folder: string): Promise<string> {
  const made = join(folder, "model");
  await mkdir(made, { recursive: true });
  const { main, ...manifest } = JSON.parse(readFileSync(join(demoModel, "package.json"), "utf8"));
  await writeFile(join(made, "package.json"), JSON.stringify({ ...manifest, browser: main }));
  await build({
    entryPoints: [join(demoModel, "extension.js")],
    ...{ bundle: true, format: "cjs", platform: "browser", external: ["vscode"], plugins: [inBrowser] },
    ...{ outfile: join(made, main), logLevel: "warning" },
  });
  return packageExtension(made, join(folder, "model.vsix"));
}
