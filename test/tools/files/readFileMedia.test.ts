import assert from "node:assert/strict";
import { join } from "node:path";
import { canConvertHeic } from "../../../src/lib/media/systemConverter";
import { sample } from "../../lib/media/samples";
import { realCrib } from "../../support/realCrib";
import type { Tree } from "../../support/tempFolder";

const ofFile = {
  text: "",
  offset: 0,
  count: 0,
  total: undefined,
  more: false,
  lineCut: false,
  cutLines: [],
  crlf: false,
  finalNewline: false,
};

describe("read_file of images, documents and notebooks", function () {
  this.timeout(60_000);

  const start = async (tree: Tree) => {
    const { call, root, host, session } = await realCrib(tree);
    const read = (path: string, more: object = {}) => call("read_file", { path, ...more });
    return {
      root,
      host,
      session,
      read,
      text: async (path: string, more: object = {}) => (await read(path, more)).text,
    };
  };

  it("RD-10 gives an image as a part, told by its content and not its name", async () => {
    const bytes = sample("plain.png");
    const { read, root } = await start({ "a.txt": bytes });
    const { parts, ...result } = await read("a.txt");
    assert.deepEqual(result, {
      text: "a.txt: PNG image, 64x48 pixels, 162 bytes.",
      isError: false,
      data: {
        ...ofFile,
        path: join(root, "a.txt"),
        size: 162,
        content: "image",
        mimeType: "image/png",
        width: 64,
        height: 48,
      },
    });
    assert.deepEqual(
      parts?.map((part) => ({ ...part, bytes: Buffer.from(part.bytes) })),
      [{ kind: "image", mimeType: "image/png", bytes }],
    );
  });

  it("RD-10 says what was done to an image", async () => {
    const { read } = await start({
      "a.avif": sample("orientation6.avif"),
      "b.jpg": sample("large.jpg"),
      "c.bmp": sample("plain.bmp"),
    });
    const seen = async (path: string) => {
      const { text, parts } = await read(path);
      return [text, parts?.[0]?.mimeType];
    };
    assert.deepEqual(await seen("a.avif"), [
      "a.avif: AVIF image, 64x48 pixels, 344 bytes. Shown turned upright, converted to JPEG.",
      "image/jpeg",
    ]);
    assert.deepEqual(await seen("b.jpg"), [
      "b.jpg: JPEG image, 2400x1800 pixels, 74488 bytes. Shown scaled to 1568x1176 pixels.",
      "image/jpeg",
    ]);
    assert.deepEqual(await seen("c.bmp"), [
      "c.bmp: BMP image, 64x48 pixels, 9270 bytes. Shown converted to PNG.",
      "image/png",
    ]);
  });

  it("RD-10 converts HEIC where the system can", async function () {
    if (!canConvertHeic()) this.skip();
    const { read } = await start({
      "a.heic": sample("plain.heic"),
      "half.heic": sample("plain.heic").subarray(0, 400),
    });
    const { text, parts } = await read("a.heic");
    assert.equal(text, "a.heic: HEIC image, 64x48 pixels, 768 bytes. Shown converted to JPEG.");
    assert.equal(parts?.[0]?.mimeType, "image/jpeg");
    assert.deepEqual([...(parts?.[0]?.bytes.subarray(0, 3) ?? [])], [0xff, 0xd8, 0xff]);
    const half = await read("half.heic");
    assert.equal(
      half.text,
      "half.heic (HEIC image, 400 bytes) cannot be decoded: it is damaged, cut off, or of an unusual kind.",
    );
    assert.equal(half.isError, true);
  });

  it("RD-10 says so where the system cannot", async () => {
    const { PATH } = process.env;
    process.env.PATH = "relative/bin";
    try {
      const { read } = await start({ "a.heic": sample("plain.heic") });
      const { text, isError, parts } = await read("a.heic");
      assert.equal(
        text,
        "Cannot display a.heic (HEIC image, 768 bytes): there is no decoder for this format here; ask the person for a copy as JPEG or PNG, or to install heif-convert.",
      );
      assert.deepEqual([isError, parts], [false, undefined]);
    } finally {
      process.env.PATH = PATH;
    }
  });

  it("RD-10 says why an image is not shown", async () => {
    const { read } = await start({
      "bomb.png": sample("bomb.png"),
      "half.png": sample("truncated.png"),
      "empty.png": "",
    });
    const seen = async (path: string) => {
      const { text, isError, parts } = await read(path);
      return [text, isError, parts];
    };
    assert.deepEqual(await seen("bomb.png"), [
      "Cannot display bomb.png (PNG image, 74 bytes): with 30000x30000 pixels it has more than the 67108864 that are decoded.",
      false,
      undefined,
    ]);
    assert.deepEqual(await seen("half.png"), [
      "half.png (PNG image, 81 bytes) cannot be decoded: it is damaged, cut off, or of an unusual kind.",
      true,
      undefined,
    ]);
    assert.deepEqual(await seen("empty.png"), ["File exists but is empty", false, undefined]);
  });

  it("C-10 an SVG is text", async () => {
    const { read } = await start({ "a.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>\n' });
    const { text, parts, data } = await read("a.svg");
    assert.deepEqual([text, parts], ['<svg xmlns="http://www.w3.org/2000/svg"/>\n', undefined]);
    assert.equal((data as { mimeType: string }).mimeType, "image/svg+xml");
  });

  it("C-10 gives the text of a PDF by pages", async () => {
    const { read, text } = await start({ "a.pdf": sample("text.pdf"), "scan.pdf": sample("scanned.pdf") });
    const { text: two, data } = await read("a.pdf", { pages: "24-99" });
    const body = `--- page 24 ---
Page 24 first line
second line of page 24

--- page 25 ---
Page 25 first line
second line of page 25`;
    assert.equal(two, `${body}\n[Showing pages 24-25 of 25.]`);
    const { text: ofData, pages, content } = data as { text: string; pages: object; content: string };
    assert.deepEqual([ofData, pages, content], [body, { from: 24, to: 25, total: 25 }, "pdf"]);
    assert.match(await text("a.pdf"), /\n\[Showing pages 1-20 of 25\. To continue, call again with pages "21-"\.\]$/);
    assert.equal(
      await text("scan.pdf"),
      "--- page 1 ---\n\n[There is no text on these pages: they may be scanned pictures. pdftoppm -r 100 -png FILE page writes each page to a picture, which read_file shows. Showing page 1 of 1.]",
    );
    assert.equal(
      await text("scan.pdf", { pages: "2" }),
      'pages "2" is past the end of scan.pdf, which has 1 page: use smaller page numbers.',
    );
    assert.equal(
      await text("a.pdf", { pages: "x" }),
      'pages "x" is not a page range: write it like "3", "1-5" or "7-", counted from 1.',
    );
  });

  it("C-10 in other dialects a PDF is a note, or a part with its bytes", async () => {
    const bytes = sample("text.pdf");
    const seen = async (dialect: "flyto" | "qwen", tool: string, parameter: string) => {
      const { call, root } = await realCrib({ "a.pdf": bytes }, { dialect });
      const { parts = [], data } = await call(tool, { [parameter]: join(root, "a.pdf") });
      const { content, mimeType, size } = data as Record<string, unknown>;
      assert.deepEqual([content, mimeType, size], ["pdf", "application/pdf", bytes.length]);
      return parts.map((part) => ({ ...part, bytes: Buffer.from(part.bytes) }));
    };
    assert.deepEqual(await seen("flyto", "Read", "file_path"), []);
    assert.deepEqual(await seen("qwen", "read_file", "path"), [{ kind: "file", mimeType: "application/pdf", bytes }]);
  });

  it("shows a notebook's cells, and its JSON when that is asked for", async () => {
    const json = JSON.stringify({
      cells: [
        { cell_type: "markdown", source: "# Title" },
        { cell_type: "code", source: "1+1", outputs: [] },
      ],
    });
    const { read, text } = await start({ "a.ipynb": json, "broken.ipynb": '{"cells": [' });
    const note =
      "[These are the cells of a notebook; edit_notebook changes them by their numbers. edit_file changes the stored JSON: read it with raw true first.]";
    const { text: cells, data } = await read("a.ipynb");
    assert.equal(cells, `--- cell 1 (markdown) ---\n# Title\n\n--- cell 2 (code, code) ---\n1+1\n${note}`);
    assert.equal((data as { content: string }).content, "notebook");
    assert.equal(
      await text("a.ipynb", { offset: 1, limit: 1 }),
      `# Title\n[Showing lines 2-2 of 5. To continue, call again with offset 2.]\n${note}`,
    );
    assert.equal(await text("a.ipynb", { raw: true }), json);
    assert.equal(await text("broken.ipynb"), '{"cells": [\n[It is not a valid notebook, so its stored text is shown.]');
  });

  it("shows the pictures among the cells that are shown, five at once, and one that is damaged as a sentence", async () => {
    const png = sample("plain.png");
    const outputs = [png.subarray(0, 80), ...Array<Buffer>(6).fill(png)].map((bytes) => ({
      output_type: "display_data",
      data: { "image/png": bytes.toString("base64") },
    }));
    const cells = [{ cell_type: "code", source: "plot()", outputs }];
    const { read } = await start({ "a.ipynb": JSON.stringify({ cells, metadata: {} }) });
    const { text: all, parts } = await read("a.ipynb");
    assert.equal(parts?.length, 4);
    assert.match(all, /\n\[Picture 1 of cell 1 \(PNG image, 80 bytes\) cannot be decoded: /);
    assert.match(all, /\n\[Picture 2 of cell 1: PNG image, 64x48 pixels, 162 bytes\.\]\n/);
    assert.match(all, /\n\[5 pictures are shown at once: for picture 6 call again with offset 13\.\]\n/);
    const rest = await read("a.ipynb", { offset: 13 });
    assert.equal(rest.parts?.length, 2);
    assert.match(rest.text, /^\[picture 6: .*\n.*\n\[picture 7: /);
    assert.equal((await read("a.ipynb", { limit: 2 })).parts, undefined);
  });

  it("says that a notebook has no cells, which is no empty file", async () => {
    const json = '{"cells":[],"metadata":{},"nbformat":4,"nbformat_minor":5}';
    const { text } = await start({ "a.ipynb": json, "empty.ipynb": "" });
    assert.equal(await text("a.ipynb"), "This notebook has no cells (58 bytes).");
    assert.equal(
      await text("empty.ipynb"),
      "File exists but is empty\n[It is not a valid notebook, so its stored text is shown.]",
    );
    const { call, root } = await realCrib({ "a.ipynb": json }, { dialect: "flyto" });
    const shown = await call("Read", { file_path: join(root, "a.ipynb") });
    assert.equal(shown.text, "This notebook has no cells (58 bytes).");
  });

  it("D-10 what was seen as a picture is known in that version", async () => {
    const { read, host, session } = await start({ "a.png": sample("plain.png") });
    const target = await host.files.resolve("a.png");
    const stat = await host.files.stat(target);
    assert.ok(stat);
    await read("a.png");
    assert.equal(session.knows(target.real, stat), "current");
  });
});
