/** Several requests of one search: bounded in time, and over when they are cancelled (WS-1). */
import assert from "node:assert/strict";
import type { PlannedHost } from "../../../src/core/tools/tool";
import { realTime } from "../../../src/features/webSearch/retryBusy";
import { plannedRequests, searchResults } from "../../../src/features/webSearch/searchRequest";
import { searxng } from "../../../src/features/webSearch/services/searxng";
import { NodeWeb } from "../../../src/node/web/nodeWeb";
import { isPrivateIp, isPublicIp } from "../../../src/policy/network/addressKinds";
import { closeServers, type Route, serve } from "../../support/webServer";
import { pages, searxngAnswer } from "./support/answers";
import { inTurn, json } from "./support/searching";

/** Searches a server for 50 results, with an effect of each request made as if it had been judged. */
async function start(answers: readonly Route[]) {
  const server = await serve({ "/search": inTurn(...answers) });
  const service = searxng(server.origin);
  const requests = plannedRequests(service, "sea otters", 50);
  const web = new NodeWeb();
  const person = new AbortController();
  const reach = { isLocal: true, isPublic: isPublicIp, isPrivate: isPrivateIp };
  const fetch: PlannedHost["fetch"] = ({ url, method }, wish) =>
    web.fetch({ ...wish, url, method, reach, userAgent: "", agent: "tester", signal: person.signal });
  const context = { host: { fetch } as PlannedHost, signal: person.signal, progress: () => {} };
  const search = (time = realTime) => searchResults(service, requests, 50, context, time);
  return { server, requests, person, search };
}

const tenEach = [
  json(searxngAnswer(pages(10))),
  json(searxngAnswer(pages(10, 10))),
  json(searxngAnswer(pages(10, 20))),
];

describe("the requests of a web search (WS-1)", () => {
  afterEach(closeServers);

  it("are planned before any is made, each for the service that a person has set up", async () => {
    const { requests, server } = await start(tenEach);
    assert.deepEqual(
      requests.map(({ effect }) => effect),
      [1, 2, 3, 4, 5].map((page) => ({
        kind: "fetch",
        url: `${server.origin}/search?q=sea%20otters&format=json&pageno=${page}`,
        method: "GET",
        search: "searxng",
      })),
    );
    assert.equal(server.connections, 0);
  });

  it("end when their time is over, with what is there", async () => {
    const { search, server } = await start(tenEach);
    const time = { ...realTime, now: () => (server.requests.length < 2 ? 0 : 30_000) };
    const { results, trouble } = await search(time);
    assert.deepEqual([results.length, trouble, server.requests.length], [20, undefined, 2]);
  });

  it("are an error when they are cancelled, though some results are there", async () => {
    const { search, person } = await start([tenEach[0] as Route, () => person.abort()]);
    await assert.rejects(search(), { code: "cancelled" });
  });

  it("are an error when an answer is larger than is taken", async () => {
    const { search } = await start([json({ results: [], filler: "a".repeat(5 * 1024 * 1024) })]);
    await assert.rejects(search(), { code: "too_large" });
  });
});
