import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { OutputStream, OutputView } from "../../../src/core/ports/outputLog";
import { OutputLogs } from "../../../src/node/commands/outputLogs";
import { encodeRuns } from "../../../src/node/commands/outputRuns";
import { tempFolder } from "../../support/tempFolder";

type Written = readonly (readonly [OutputStream, Buffer])[];

async function written(logs: OutputLogs, pieces: Written, agent = "a", close = true): Promise<string> {
  const log = await logs.open(agent, "command");
  for (const [stream, chunk] of pieces) await log.append(stream, chunk);
  if (close) await log.close();
  return log.id;
}

const read = async (
  logs: OutputLogs,
  id: string,
  view: OutputView = "both",
  from = 0,
  most = 1_000_000,
  agent = "a",
) => {
  const range = await logs.read(agent, id, view, from, most);
  return (
    range && {
      total: range.total,
      pieces: range.pieces.map(({ stream, bytes }) => [stream, Buffer.from(bytes).toString("latin1")]),
    }
  );
};

const out = (text: string) => ["stdout", Buffer.from(text)] as const;
const err = (text: string) => ["stderr", Buffer.from(text)] as const;

describe("OutputLogs (C-33): what was printed", () => {
  it("comes back in the order of arrival, or one stream alone", async () => {
    const logs = new OutputLogs(tempFolder());
    const id = await written(logs, [out("one "), out("two\n"), err("bad\n"), out("three")]);
    assert.deepEqual(await read(logs, id), {
      total: 17,
      pieces: [
        ["stdout", "one two\n"],
        ["stderr", "bad\n"],
        ["stdout", "three"],
      ],
    });
    assert.deepEqual(await read(logs, id, "stdout", 4, 6), {
      total: 13,
      pieces: [
        ["stdout", "two\n"],
        ["stdout", "th"],
      ],
    });
    assert.deepEqual(await read(logs, id, "stderr", 3), { total: 4, pieces: [["stderr", "\n"]] });
    assert.deepEqual(await read(logs, id, "both", 99), { total: 17, pieces: [] });
  });

  it("is the same bytes for any pieces, views and ranges, while it is written and afterwards", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom<OutputStream>("stdout", "stderr"), fc.uint8Array({ maxLength: 300 }))),
        fc.constantFrom<OutputView>("both", "stdout", "stderr"),
        fc.nat(2000),
        fc.nat(2000),
        fc.boolean(),
        async (pieces, view, from, most, close) => {
          const logs = new OutputLogs(tempFolder());
          const chunks = pieces.map(([stream, bytes]) => [stream, Buffer.from(bytes)] as const);
          const id = await written(logs, chunks, "a", close);
          const whole = Buffer.concat(
            chunks.filter(([stream]) => view === "both" || stream === view).map(([, b]) => b),
          );
          const range = await logs.read("a", id, view, from, most);
          assert.equal(range?.total, whole.length);
          const got = Buffer.concat(range.pieces.map(({ bytes }) => bytes));
          assert.deepEqual(got, Buffer.from(whole.subarray(from, from + most)));
        },
      ),
      { numRuns: 60 },
    ));

  it("keeps megabytes whole, and asks a fast writer to wait", async () => {
    const logs = new OutputLogs(tempFolder());
    const log = await logs.open("a", "command");
    let waits = 0;
    for (let at = 0; at < 400; at++) {
      const wait = log.append(at % 3 === 0 ? "stderr" : "stdout", Buffer.alloc(65_536, at % 256));
      if (wait) waits++;
      await wait;
    }
    await log.close();
    assert.ok(waits > 0);
    const middle = await logs.read("a", log.id, "both", 200 * 65_536 - 1, 2);
    assert.equal(middle?.total, 400 * 65_536);
    assert.deepEqual(Buffer.concat(middle.pieces.map(({ bytes }) => bytes)), Buffer.from([199, 200]));
  });

  it("numbers of a run have seven bits a byte, the stream in the lowest", () =>
    assert.deepEqual(
      [
        ...encodeRuns([
          { stream: "stdout", length: 63 },
          { stream: "stderr", length: 64 },
          { stream: "stdout", length: 5_000_000_000 },
        ]),
      ],
      [126, 129, 1, 128, 200, 175, 160, 37],
    ));
});

describe("OutputLogs: whose they are, and how much is kept", () => {
  it("ids count on for each agent and kind, in later processes too, and no agent reads another's", async () => {
    const folder = tempFolder();
    const logs = new OutputLogs(folder);
    assert.deepEqual([await written(logs, [out("1")]), await written(logs, [out("2")])], ["command_1", "command_2"]);
    assert.equal((await logs.open("a", "bg_task")).id, "bg_task_1");
    assert.equal(await written(logs, [out("b's")], "b"), "command_1");
    const later = new OutputLogs(folder);
    assert.equal(await written(later, [out("3")]), "command_3");
    // A process that was there before does not know of it, and finds the number taken.
    assert.equal(await written(logs, [out("4")]), "command_4");
    assert.deepEqual((await read(later, "command_1"))?.pieces, [["stdout", "1"]]);
    assert.deepEqual((await read(later, "command_1", "both", 0, 9, "b"))?.pieces, [["stdout", "b's"]]);
    assert.equal(await read(later, "command_2", "both", 0, 9, "b"), undefined);
    for (const id of ["", "command_", "../command_1", "command_1/../command_1", "x".repeat(30)])
      assert.equal(await read(later, id), undefined, id);
  });

  it("the oldest goes when an agent has no more room; of what grows beyond all of it the beginning stays", async () => {
    const folder = tempFolder();
    const logs = new OutputLogs(folder, { agentBytes: 1000, allBytes: 10_000, agentLogs: 100 });
    for (let at = 1; at <= 4; at++) await written(logs, [out("x".repeat(300))]);
    assert.equal(await read(logs, "command_1"), undefined);
    assert.equal((await read(logs, "command_2"))?.total, 300);
    const log = await logs.open("a", "command");
    log.append("stdout", Buffer.alloc(900, 97));
    await logs.read("a", log.id, "both", 0, 1);
    log.append("stdout", Buffer.alloc(900, 98));
    await logs.read("a", log.id, "both", 0, 1);
    log.append("stdout", Buffer.from("c"));
    await log.close();
    assert.deepEqual([log.missing, (await read(logs, log.id))?.total], [901, 900]);
    assert.equal(await read(logs, "command_4"), undefined);
  });

  it("all agents together have a bound, and a number of logs has one", async () => {
    const folder = tempFolder();
    const all = new OutputLogs(folder, { agentBytes: 1000, allBytes: 1500, agentLogs: 100 });
    for (const agent of ["a", "b", "c"]) await written(all, [out("x".repeat(600))], agent);
    assert.equal(await read(all, "command_1"), undefined);
    assert.equal((await read(all, "command_1", "both", 0, 9, "b"))?.total, 600);
    const few = new OutputLogs(tempFolder(), { agentBytes: 1e6, allBytes: 1e6, agentLogs: 3 });
    for (let at = 1; at <= 5; at++) await written(few, [out("x")]);
    assert.deepEqual(await Promise.all([1, 2, 3, 5].map(async (at) => (await read(few, `command_${at}`))?.total)), [
      undefined,
      undefined,
      1,
      1,
    ]);
  });

  it("only the owner can read them", async () => {
    const folder = tempFolder();
    await written(new OutputLogs(folder), [out("x")]);
    const [agent = ""] = readdirSync(folder);
    assert.equal(statSync(join(folder, agent)).mode & 0o77, 0);
    for (const name of readdirSync(join(folder, agent)))
      assert.equal(statSync(join(folder, agent, name)).mode & 0o77, 0);
  });

  it("where nothing can be kept, nothing fails", async () => {
    const folder = join(tempFolder({ file: "" }), "file");
    const logs = new OutputLogs(folder);
    const log = await logs.open("a", "command");
    log.append("stdout", Buffer.from("lost"));
    await log.close();
    assert.deepEqual([log.missing, await read(logs, log.id)], [4, undefined]);
  });
});
