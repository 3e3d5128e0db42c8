/** Required before the tests: puts the ripgrep of the installed VS Code server on PATH, for them and what they start. */
import { delimiter } from "node:path";
import { installedServer } from "../vscode/serverInstall.mjs";

const server = installedServer();
// First, so that every machine tests the same ripgrep whatever else it has.
if (server) process.env.PATH = `${server.ripgrepFolder}${delimiter}${process.env.PATH ?? ""}`;
