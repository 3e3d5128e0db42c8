/** Images and documents through the bundled program, as it is shipped: without node_modules. */
import assert from "node:assert/strict";
import { copyFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { sample } from "../lib/media/samples";
import { tempFolder } from "../support/tempFolder";
import { program } from "./support/program";

/** A copy of what is shipped, where there is nothing else. */
function shipped(): string {
  const folder = tempFolder();
  for (const name of readdirSync(dirname(program)))
    if (/^(headless|commandLine|mediaWorker)\.js$|\.wasm$/.test(name))
      copyFileSync(join(dirname(program), name), join(folder, name));
  return join(folder, "headless.js");
}

describe("read_file over MCP (RD-10, C-10)", function () {
  this.timeout(60_000);
  let client: Client;

  before(async () => {
    const names = ["plain.png", "orientation6.avif", "text.pdf", "truncated.pdf"];
    const root = tempFolder(Object.fromEntries(names.map((name) => [name, sample(name)])));
    client = new Client({ name: "test", version: "0" });
    const args = [shipped(), "mcp", "--root", root, "--state", tempFolder()];
    await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  });
  after(() => client.close());

  const read = async (path: string) =>
    (await client.callTool({ name: "read_file", arguments: { path } })).content as Record<string, string>[];

  it("gives an image as image content", async () =>
    assert.deepEqual(await read("plain.png"), [
      { type: "text", text: "plain.png: PNG image, 64x48 pixels, 162 bytes." },
      { type: "image", mimeType: "image/png", data: sample("plain.png").toString("base64") },
    ]));

  it("decodes what has to be converted", async () => {
    const [text, image] = await read("orientation6.avif");
    assert.equal(
      text?.text,
      "orientation6.avif: AVIF image, 64x48 pixels, 344 bytes. Shown turned upright, converted to JPEG.",
    );
    assert.equal(image?.mimeType, "image/jpeg");
  });

  it("gives the text of a PDF, and lets none of the library's own words into the protocol", async () => {
    const [text] = await read("text.pdf");
    assert.match(text?.text ?? "", /^--- page 1 ---\nPage 1 first line\nsecond line of page 1\n/);
    const [damaged] = await read("truncated.pdf");
    assert.equal(
      damaged?.text,
      "truncated.pdf (PDF document, 300 bytes) cannot be decoded: it is damaged, cut off, or of an unusual kind.",
    );
  });
});
