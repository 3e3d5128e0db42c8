/** Where things are: every path below is derived from this file's own place, so the repository can be moved. */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root folder. */
export const repository = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** The ignored folder that holds everything downloaded for running and testing: it may be deleted at any time. */
export const downloads = join(repository, ".vscode-test");

/** The sample project that ships with the extension; `npm start` and the workbench tests open a copy of it. */
export const demoWorkspace = join(repository, "samples", "corner-shop");

/** The scripted model of the tests, an extension of its own that is never packaged with ours. */
export const demoModel = join(repository, "test", "demo-model");
