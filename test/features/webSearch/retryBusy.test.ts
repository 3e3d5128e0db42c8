/** Services that are busy, over real requests and with a clock that does not wait (WS-1). */
import assert from "node:assert/strict";
import type { WebAnswer } from "../../../src/core/ports/web";
import { ToolError } from "../../../src/core/vocabulary/toolError";
import { patientAnswer, realTime } from "../../../src/features/webSearch/retryBusy";
import { NodeWeb } from "../../../src/node/web/nodeWeb";
import { closeServers, type Route, serve } from "../../support/webServer";
import { inTurn, json } from "./support/searching";

const began = Date.UTC(2026, 10, 22, 12, 0, 0);

/** A clock that is put forward by waiting, and dice that show one number. */
function clock(dice: number) {
  const waits: number[] = [];
  let now = began;
  const time = {
    now: () => now,
    random: () => dice,
    async wait(milliseconds: number) {
      waits.push(milliseconds);
      now += milliseconds;
    },
  };
  return { time, waits, pass: (milliseconds: number) => (now += milliseconds) };
}

const busy = (status: number, after?: string): Route =>
  json({}, status, after === undefined ? {} : { "retry-after": after });

/** Asks a server that answers in turn; the clock says how long was waited. */
async function asked(answers: readonly Route[], { dice = 1, eachTakes = 0, within = 30_000 } = {}) {
  const server = await serve({ "/": inTurn(...answers) });
  const { time, waits, pass } = clock(dice);
  const lines: string[] = [];
  const timeouts: number[] = [];
  const signal = new AbortController().signal;
  const web = new NodeWeb();
  const send = async (timeoutMs: number): Promise<WebAnswer> => {
    timeouts.push(timeoutMs);
    pass(eachTakes);
    return web.fetch({
      ...{ url: `${server.origin}/`, method: "GET", timeoutMs: 10_000, maxBytes: 1000, cache: "none" },
      ...{ asksRobots: false, userAgent: "", agent: "tester", signal },
      reach: { isLocal: true, isPublic: () => false, isPrivate: () => true },
    });
  };
  const asking = {
    name: "Finder",
    deadline: began + within,
    signal,
    time,
    send,
    progress: (line: string) => lines.push(line),
  };
  const outcome = await patientAnswer(asking).then(
    ({ status }) => status,
    (error: unknown) => (error instanceof ToolError ? error.message : Promise.reject(error)),
  );
  return { outcome, waits, lines, timeouts, requests: server.requests.length };
}

describe("asking a search service that is busy (WS-1)", () => {
  afterEach(closeServers);

  it("takes the first answer that is not about being busy, and waits longer each time before", async () => {
    const { outcome, waits, lines, requests } = await asked([busy(429), busy(503), json({})]);
    assert.deepEqual([outcome, waits, requests], [200, [1000, 2000], 3]);
    assert.deepEqual(lines, ["Finder is busy (429): retrying in 1 s", "Finder is busy (503): retrying in 2 s"]);
  });

  it("waits between half of that and all of it", async () => {
    assert.deepEqual((await asked([busy(429), busy(429), json({})], { dice: 0 })).waits, [500, 1000]);
  });

  it("waits as long as the service wishes, in seconds or until a date", async () => {
    assert.deepEqual((await asked([busy(429, "7"), json({})])).waits, [7000]);
    assert.deepEqual((await asked([busy(503, new Date(began + 9000).toUTCString()), json({})])).waits, [9000]);
    assert.deepEqual((await asked([busy(503, new Date(began - 9000).toUTCString()), json({})])).waits, [0]);
    assert.deepEqual((await asked([busy(503, "soon"), json({})])).waits, [1000]);
  });

  it("asks three times at most", async () => {
    const { outcome, requests } = await asked([busy(429)]);
    assert.equal(
      outcome,
      "Finder is busy or its limit is reached (429, asked 3 times): search again later, or continue without it.",
    );
    assert.equal(requests, 3);
  });

  it("does not wait past the end of its time", async () => {
    const { outcome, waits, requests } = await asked([busy(429, "20")], { within: 30_000 });
    assert.equal(
      outcome,
      "Finder is busy or its limit is reached (429, asked 2 times): search again in 20 s, or continue without it.",
    );
    assert.deepEqual([waits, requests], [[20_000], 2]);
  });

  it("gives each request 15 s, and no more than what is left", async () => {
    const { timeouts } = await asked([busy(429, "0"), busy(429, "0"), json({})], { eachTakes: 14_000 });
    assert.deepEqual(timeouts, [15_000, 15_000, 2000]);
  });

  it("returns other failures as answers", async () => {
    for (const status of [400, 401, 403, 500, 502]) {
      const { outcome, requests } = await asked([busy(status, "1")]);
      assert.deepEqual([outcome, requests], [status, 1]);
    }
  });

  it("waits no longer once it is cancelled, nor begins to", async () => {
    const person = new AbortController();
    const waiting = realTime.wait(600_000, person.signal);
    person.abort();
    await assert.rejects(waiting, { code: "cancelled", message: "The search was cancelled." });
    await assert.rejects(realTime.wait(600_000, person.signal), { code: "cancelled" });
    await realTime.wait(1, new AbortController().signal);
  });
});
