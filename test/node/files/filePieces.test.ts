import assert from "node:assert/strict";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { piecesOfFile } from "../../../src/node/files/filePieces";
import { tempFolder } from "../../support/tempFolder";

const never = new AbortController().signal;
const content = Buffer.from(Array.from({ length: 1_300_000 }, (_, at) => (at * 31) % 251));

describe("piecesOfFile", () => {
  const opened = async <T>(use: (file: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T> => {
    const file = await open(join(tempFolder({ a: content }), "a"));
    try {
      return await use(file);
    } finally {
      await file.close();
    }
  };

  it("gives the content from a byte on, whatever size is expected", () =>
    opened(async (file) => {
      for (const from of [0, 1, 524_288, 1_299_999, 1_300_000, 2_000_000])
        for (const size of [0, 524_288, 1_300_000]) {
          const got: Buffer[] = [];
          for await (const piece of piecesOfFile(file, from, size === 0 ? 50_000 + from : size, never))
            got.push(Buffer.from(piece));
          assert.ok(Buffer.concat(got).equals(content.subarray(from)), `${from} ${size}`);
        }
    }));

  it("uses two buffers and no more", () =>
    opened(async (file) => {
      const buffers = new Set<ArrayBufferLike>();
      for await (const piece of piecesOfFile(file, 0, content.length, never)) buffers.add(piece.buffer);
      assert.equal(buffers.size, 2);
    }));

  it("stops when it is cancelled, and leaves no read behind", () =>
    opened(async (file) => {
      const stop = new AbortController();
      const seen: number[] = [];
      await assert.rejects(async () => {
        for await (const piece of piecesOfFile(file, 0, content.length, stop.signal)) {
          seen.push(piece.length);
          stop.abort();
        }
      }, /abort/i);
      assert.deepEqual(seen, [524_288]);
    }));

  it("may be left at any time", () =>
    opened(async (file) => {
      for await (const _ of piecesOfFile(file, 0, content.length, never)) break;
      assert.equal((await file.read(Buffer.alloc(1), 0, 1, 0)).bytesRead, 1);
    }));
});
