/** What the filter of system calls lets through, by running its program as the kernel does (D-15). */
import assert from "node:assert/strict";
import { systemCallFilter } from "../../../../src/node/sandbox/bubblewrap/systemCallFilter";

interface SystemCall {
  readonly processor: number;
  readonly number: number;
  readonly argument?: number;
}

/** The kernel's machine for such programs, as far as ours use it. */
function answerTo({ processor, number, argument = 0 }: SystemCall, program: Buffer): string {
  const words = new Map([
    [0, number],
    [4, processor],
    [16, argument],
  ]);
  let accumulator = 0;
  for (let at = 0; at * 8 < program.length; at++) {
    const code = program.readUInt16LE(at * 8);
    const [ifTrue, ifFalse] = [program.readUInt8(at * 8 + 2), program.readUInt8(at * 8 + 3)];
    const value = program.readUInt32LE(at * 8 + 4);
    if (code === 0x06) return value === 0x7fff0000 ? "allowed" : `error ${value - 0x50000}`;
    if (code === 0x20) accumulator = words.get(value) as number;
    else if (code === 0x15) at += accumulator === value ? ifTrue : ifFalse;
    else if (code === 0x35) at += accumulator >= value ? ifTrue : ifFalse;
    else throw new Error(`unknown instruction ${code}`);
  }
  throw new Error("it ends without an answer");
}

const [x64, ia32, arm64] = [0xc000003e, 0x40000003, 0xc00000b7];
const filterOf = (...wish: Parameters<typeof systemCallFilter>) => systemCallFilter(...wish) as Buffer;

describe("the filter of system calls (D-15)", () => {
  const held = filterOf("held", "x64");
  const reading = filterOf("reading", "x64");
  const ask = (filter: Buffer, number: number, argument?: number, processor = x64) =>
    answerTo({ processor, number, ...(argument !== undefined && { argument }) }, filter);

  it("keeps every command from the keyrings, by whatever numbers they are called", () => {
    for (const filter of [held, reading]) {
      for (const number of [248, 249, 250]) assert.equal(ask(filter, number), "error 38");
      for (const number of [286, 287, 288]) assert.equal(ask(filter, number, 0, ia32), "error 38");
      // The second numbers of the same calls.
      assert.equal(ask(filter, 0x40000000 + 250), "error 38");
    }
    for (const number of [217, 218, 219]) assert.equal(ask(filterOf("held", "arm64"), number, 0, arm64), "error 38");
  });

  it("lets commands have sockets of their own machine and network, and those that only read none of the machine", () => {
    for (const family of [1, 2, 10, 16]) assert.equal(ask(held, 41, family), "allowed");
    for (const family of [2, 10, 16]) assert.equal(ask(reading, 41, family), "allowed");
    assert.equal(ask(reading, 41, 1), "error 97");
    assert.equal(ask(reading, 359, 1, ia32), "error 97");
    // Virtual machines, Bluetooth, the kernel's ciphers, raw packets.
    for (const family of [40, 31, 38, 17]) assert.equal(ask(held, 41, family), "error 97");
  });

  it("keeps those that only read from calls that make sockets without being seen to", () => {
    assert.deepEqual([ask(reading, 425), ask(held, 425)], ["error 38", "allowed"]);
    assert.deepEqual([ask(reading, 102, 1, ia32), ask(held, 102, 1, ia32)], ["error 38", "allowed"]);
  });

  it("lets everything else through, and nothing of a processor that it does not know", () => {
    for (const number of [0, 1, 2, 42, 56, 59, 257, 424, 426, 0x3fffffff]) {
      assert.equal(ask(held, number), "allowed");
      assert.equal(ask(reading, number), "allowed");
    }
    assert.equal(ask(held, 0, 0, arm64), "error 38");
  });

  it("is none for a machine whose numbers are not known", () => {
    assert.equal(systemCallFilter("held", "riscv64"), undefined);
  });
});
