/** A server for TypeScript runs no compiler that the folder brings along. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { ServerCode } from "../../../src/node/languageServers/serverCode";
import { realCrib } from "../../support/realCrib";
import { tempFolder } from "../../support/tempFolder";
import { loadsAtOnce, scriptedServer } from "./scriptedServer";

const require = createRequire(__filename);
const realServer = join(dirname(require.resolve("typescript-language-server/package.json")), "lib", "cli.mjs");
const telling = `${loadsAtOnce},
  initialize(params) { this.options = params.initializationOptions; return { capabilities: able }; },
  "textDocument/hover"() { return { contents: Buffer.from(JSON.stringify(this.options)).toString("hex") + "." }; }`;

/** What such a server told; literals are not, so that they come as one word. Other texts as they are. */
const toldIn = (text: string) => text.replace(/\b([0-9a-f]+)\./, (_, hex) => Buffer.from(hex, "hex").toString());

/** A server that tells how it was started, with what lies beside it. */
function installed(tree: Record<string, string>) {
  const [, script = ""] = scriptedServer(telling);
  const folder = tempFolder({ ...tree, "node_modules/typescript-language-server/lib/cli.cjs": script });
  return { folder, cli: join(folder, "node_modules/typescript-language-server/lib/cli.cjs") };
}

describe("a server for TypeScript in a folder with a compiler of its own", function () {
  this.timeout(60_000);
  const servers: ServerCode[] = [];
  afterEach(() => {
    for (const code of servers.splice(0)) code.stop();
  });

  async function opened(cli: string, path?: (root: string) => string) {
    let root = "";
    const options = () => (path === undefined ? {} : { options: { tsserver: { path: path(root) } } });
    const configured = { command: [process.execPath, cli, "--stdio"], extensions: [".ts"] };
    const code = new ServerCode({
      get servers() {
        return { typescript: { ...configured, ...options() } };
      },
      folders: () => [root],
    });
    servers.push(code);
    const at = await realCrib({ "a.ts": "export const one = 1;\n" }, { host: { code } });
    root = at.root;
    const lib = join(root, "node_modules", "typescript", "lib");
    mkdirSync(lib, { recursive: true });
    const mark = join(at.outside, "ran");
    writeFileSync(join(lib, "tsserver.js"), `require("node:fs").writeFileSync(${JSON.stringify(mark)}, "x");\n`);
    writeFileSync(join(lib, "..", "package.json"), '{ "name": "typescript", "version": "5.9.0" }\n');
    const { text } = await at.call("hover", { path: "a.ts", line: 1, name: "one" });
    return { text: toldIn(text), own: join(lib, "tsserver.js"), hasRun: () => existsSync(mark) };
  }

  it("runs the one beside its own program", async () => {
    const { text, hasRun } = await opened(realServer);
    assert.match(text, /const one: 1/);
    assert.equal(hasRun(), false);
    const { folder, cli } = installed({ "node_modules/typescript/lib/tsserver.js": "" });
    assert.ok((await opened(cli)).text.includes(join(folder, "node_modules/typescript/lib/tsserver.js")));
  });

  it("is not started where there is none, and says what to set", async () => {
    assert.match(
      (await opened(installed({}).cli)).text,
      /^The language server for typescript .* does not work: there is no TypeScript beside its program, so it would run the one that the workspace holds; the person can set options\.tsserver\.path to /,
    );
  });

  it("takes the one that a person names, if it is there", async () => {
    const { cli } = installed({});
    const { text, own } = await opened(cli, (root) => join(root, "node_modules/typescript/lib/tsserver.js"));
    assert.ok(text.includes(own), text);
    assert.match((await opened(cli, (root) => join(root, "none.js"))).text, /path \(.*none\.js\) does not exist/);
  });

  it("is started without one where it is another program", async () => {
    const { text } = await opened(join(tempFolder({ "other.cjs": scriptedServer(telling)[1] as string }), "other.cjs"));
    assert.match(text, /useSyntaxServer/);
    assert.doesNotMatch(text, /"path"/);
  });
});
