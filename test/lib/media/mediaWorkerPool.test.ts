import assert from "node:assert/strict";
import { PhotonImage } from "@silvia-odwyer/photon-node";
import { contentOf } from "../../../src/lib/media/contentType";
import { MediaWorkerPool } from "../../../src/lib/media/mediaWorkerPool";
import { failsWith } from "../../support/toolFailure";
import { sample, samples } from "./samples";

const room = new MediaWorkerPool();
const never = new AbortController().signal;
const image = (name: string, bytes = sample(name)) =>
  room.image({ bytes, mimeType: contentOf(bytes)?.mimeType ?? "" }, name, never);
const pdf = (name: string, from: number, to: number, characters = 1000) =>
  room.pdf({ bytes: sample(name), from, to, characters }, name, never);

/** The colours of the four fields, told by eye: row by row. */
function fields(bytes: Uint8Array): string {
  const decoded = PhotonImage.new_from_byteslice(bytes);
  const [width, height, pixels] = [decoded.get_width(), decoded.get_height(), decoded.get_raw_pixels()];
  const colour = (x: number, y: number) => {
    const at = (Math.floor(height * y) * width + Math.floor(width * x)) * 4;
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
    return `${red > 128 ? "r" : ""}${green > 128 ? "g" : ""}${blue > 128 ? "b" : ""}`;
  };
  return [colour(0.25, 0.25), colour(0.75, 0.25), colour(0.25, 0.75), colour(0.75, 0.75)].join(" ");
}
const redGreenBlueYellow = "r g b rg";

describe("MediaRoom.image (RD-10)", function () {
  this.timeout(60_000);

  it("gives small upright images of the kinds that models take as they are", async () => {
    for (const name of [
      "plain.png",
      "plain.jpg",
      "plain.gif",
      "plain.webp",
      "animated.gif",
      "cmyk.jpg",
      "grey16.png",
    ]) {
      const bytes = sample(name);
      const { prepared, ...facts } = await image(name);
      const [width, height] = name === "grey16.png" ? [16, 16] : [64, 48];
      assert.deepEqual(facts, { width, height, turned: false, most: 67_108_864 }, name);
      assert.deepEqual(prepared && Buffer.from(prepared.bytes), bytes, name);
      assert.equal(prepared?.mimeType, contentOf(bytes)?.mimeType, name);
    }
  });

  it("converts the other kinds: photographs to JPEG, BMP without loss", async () => {
    for (const [name, mimeType] of [
      ["plain.avif", "image/jpeg"],
      ["plain.tiff", "image/jpeg"],
      ["plain.bmp", "image/png"],
    ] as const) {
      const { prepared } = await image(name);
      assert.ok(prepared);
      assert.deepEqual([prepared.mimeType, prepared.width, prepared.height], [mimeType, 64, 48], name);
      assert.equal(contentOf(prepared.bytes)?.mimeType, mimeType, name);
      assert.equal(fields(prepared.bytes), redGreenBlueYellow, name);
    }
  });

  it("turns every orientation of every format upright", async () => {
    const files = samples(/^orientation[2-8]/);
    assert.equal(files.length, 17);
    for (const name of files) {
      const { prepared, ...facts } = await image(name);
      assert.deepEqual(facts, { width: 64, height: 48, turned: true, most: 67_108_864 }, name);
      assert.ok(prepared);
      assert.deepEqual([prepared.width, prepared.height], [64, 48], name);
      assert.equal(fields(prepared.bytes), redGreenBlueYellow, name);
    }
  });

  it("scales large images down, their sides in proportion", async () => {
    for (const [name, width, height, mimeType] of [
      ["large.jpg", 2400, 1800, "image/jpeg"],
      ["large.png", 4000, 3000, "image/png"],
      ["large.gif", 2000, 1500, "image/png"],
    ] as const) {
      const { prepared, ...facts } = await image(name);
      assert.deepEqual([facts.width, facts.height], [width, height], name);
      assert.ok(prepared);
      assert.deepEqual([prepared.width, prepared.height, prepared.mimeType], [1568, 1176, mimeType], name);
      assert.equal(fields(prepared.bytes), redGreenBlueYellow, name);
    }
  });

  it("keeps what shines through", async () => {
    const { prepared } = await image("transparent.png");
    assert.ok(prepared);
    const pixels = PhotonImage.new_from_byteslice(prepared.bytes).get_raw_pixels();
    assert.deepEqual([prepared.width, pixels[3], pixels.at(-1)], [1568, 255, 0]);
  });

  it("does not decode what claims more pixels than there is room for", async () =>
    assert.deepEqual(await image("bomb.png"), { width: 30_000, height: 30_000, turned: false, most: 67_108_864 }));

  it("refuses what is damaged, cut off at any place, or no image at all", async () => {
    const message = "x cannot be decoded: it is damaged, cut off, or of an unusual kind.";
    const damaged = (bytes: Uint8Array, mimeType: string) =>
      failsWith(() => room.image({ bytes, mimeType }, "x", never), "unreadable", message);
    await damaged(sample("truncated.png"), "image/png");
    await damaged(new Uint8Array(), "image/png");
    await damaged(Buffer.from("no image"), "image/gif");
    for (const name of ["plain.webp", "plain.avif", "plain.tiff", "plain.bmp"]) {
      const bytes = sample(name);
      await damaged(bytes.subarray(0, 20), contentOf(bytes)?.mimeType ?? "");
    }
  });
});

describe("MediaRoom.pdf (C-10)", function () {
  this.timeout(60_000);
  const page = (number: number) => ({
    page: number,
    text: `Page ${number} first line\nsecond line of page ${number}`,
  });

  it("gives the text of the pages asked for, and how many there are", async () => {
    assert.deepEqual(await pdf("text.pdf", 2, 3), { total: 25, pages: [page(2), page(3)], cut: false });
    assert.deepEqual(await pdf("text.pdf", 25, 40), { total: 25, pages: [page(25)], cut: false });
    assert.deepEqual(await pdf("text.pdf", 26, 40), { total: 25, pages: [], cut: false });
  });

  it("gives as many whole pages as fit, and of one that does not fit what fits", async () => {
    assert.deepEqual((await pdf("text.pdf", 1, 9, 85)).pages, [page(1), page(2)]);
    assert.deepEqual(await pdf("text.pdf", 1, 9, 6), { total: 25, pages: [{ page: 1, text: "Page 1" }], cut: true });
  });

  it("knows documents without text, those with a password, and those that anybody may read", async () => {
    assert.deepEqual(await pdf("scanned.pdf", 1, 9), { total: 1, pages: [{ page: 1, text: "" }], cut: false });
    assert.deepEqual((await pdf("locked.pdf", 1, 9)).pages, [{ page: 1, text: "may be read" }]);
    await failsWith(
      () => pdf("encrypted.pdf", 1, 9),
      "unreadable",
      "encrypted.pdf is locked with a password: ask the person for a copy without one.",
    );
    await failsWith(
      () => pdf("truncated.pdf", 1, 9),
      "unreadable",
      "truncated.pdf cannot be decoded: it is damaged, cut off, or of an unusual kind.",
    );
  });
});

describe("MediaRoom", () => {
  const job = { bytes: sample("large.png"), mimeType: "image/png" };

  it("gives up what takes too long", () =>
    failsWith(
      () => new MediaWorkerPool(1).image(job, "x", never),
      "timeout",
      "x was not decoded within 0.001 seconds, so it was given up: work without it, or ask the person for a simpler copy.",
    ));

  it("stops when the call is cancelled, before it began or while it works", async () => {
    const early = AbortSignal.abort();
    await failsWith(() => room.image(job, "x", early), "cancelled", "Reading x was cancelled.");
    const late = new AbortController();
    const working = room.image(job, "x", late.signal);
    setTimeout(() => late.abort(), 20);
    await failsWith(() => working, "cancelled", "Reading x was cancelled.");
  });

  it("what waits for its turn is cancelled at once", async () => {
    const slow = new MediaWorkerPool();
    const first = slow.image(job, "x", never);
    const stop = new AbortController();
    const order: string[] = [];
    const second = slow.image(job, "y", stop.signal).catch((error: Error) => order.push(error.message));
    stop.abort();
    await Promise.all([first.then(() => order.push("x is done")), second]);
    assert.deepEqual(order, ["Reading y was cancelled.", "x is done"]);
  });

  it("a job that failed does not keep the next from its turn", async () => {
    const bad = room.image({ bytes: new Uint8Array(), mimeType: "image/png" }, "x", never);
    const good = room.image({ bytes: sample("plain.png"), mimeType: "image/png" }, "y", never);
    const [first, second] = await Promise.allSettled([bad, good]);
    assert.deepEqual([first.status, second.status], ["rejected", "fulfilled"]);
  });
});
