import assert from "node:assert/strict";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { piecesOfFile } from "../../../../src/node/files/reading/filePieces";
import { tempFolder } from "../../../support/tempFolder";

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

  it("uses two buffers and no more, once it has given the first piece", () =>
    opened(async (file) => {
      const buffers: ArrayBufferLike[] = [];
      for await (const piece of piecesOfFile(file, 0, content.length, never)) buffers.push(piece.buffer);
      assert.equal(buffers.length, 4);
      assert.equal(new Set(buffers.slice(1)).size, 2);
    }));

  /** A file that nobody wrote: each byte tells its place. */
  const endless = (size: number, waitMs: number) => ({
    async read(buffer: Buffer, _: number, length: number, at: number) {
      await delay(waitMs);
      const bytesRead = Math.max(0, Math.min(length, size - at));
      for (let index = 0; index < bytesRead; index += 4096) buffer.writeUInt32LE(at + index, index);
      return { bytesRead, buffer };
    },
  });

  const lengthsOf = async (size: number, waitMs = 0): Promise<number[]> => {
    const lengths: number[] = [];
    let at = 0;
    const file = endless(size, waitMs) as unknown as Awaited<ReturnType<typeof open>>;
    for await (const piece of piecesOfFile(file, 0, size, never)) {
      const view = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
      for (let index = 0; index < piece.length; index += 4096) assert.equal(view.readUInt32LE(index), at + index);
      lengths.push(piece.length);
      at += piece.length;
    }
    assert.equal(at, size);
    return lengths;
  };

  it("gives larger pieces of a long file, once it has given many", async () => {
    const size = 64 * 1024 * 1024;
    const lengths = await lengthsOf(size);
    assert.deepEqual([...new Set(lengths.slice(0, 32))], [131_072, 524_288]);
    assert.equal(Math.max(...lengths), 4 * 1024 * 1024);
    assert.ok(lengths.length < 60, `${lengths.length} pieces`);
  });

  it("gives small ones of a slow file, as whoever cancels waits for the end of one", async () => {
    const lengths = await lengthsOf(20 * 1024 * 1024, 25);
    assert.deepEqual([...new Set(lengths.slice(0, -1))], [131_072, 524_288]);
  });

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
      assert.deepEqual(seen, [131_072]);
    }));

  it("may be left at any time", () =>
    opened(async (file) => {
      for await (const _ of piecesOfFile(file, 0, content.length, never)) break;
      assert.equal((await file.read(Buffer.alloc(1), 0, 1, 0)).bytesRead, 1);
    }));
});
