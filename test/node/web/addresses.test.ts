import assert from "node:assert/strict";
import * as fc from "fast-check";
import { connectFirst, plainTo, whenReady } from "../../../src/node/web/connection";
import { type AddressLookup, addressesOf, StrangeAddress } from "../../../src/node/web/dialableAddresses";
import { exchange } from "../../../src/node/web/exchange";
import { NodeWeb } from "../../../src/node/web/nodeWeb";
import { isPrivateIp, isPublicIp } from "../../../src/policy/network/addressKinds";
import { makeAuthority } from "../../support/certificates";
import { failsWith } from "../../support/toolFailure";
import { closeServers, serve, type WebServer } from "../../support/webServer";
import { fetchOnce, gone, openReach, pretendedReach, textOf, wanted } from "./client";

const to =
  (...addresses: string[]): AddressLookup =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

const denial = (host: string, address: string) =>
  `${host} resolves to ${address}, which is not a public internet address, so nothing was sent: use another address, or ask the person to name the server with its port in toolcrib.web.allowLocal if it is one of theirs.`;

describe("the address that a name leads to (WF-6, PO-8b)", () => {
  let server: WebServer;
  beforeEach(async () => {
    server = await serve({ "/": "page" });
  });
  afterEach(closeServers);

  it("is refused, and not connected to, when it is not on the open internet", async () => {
    const strange = [
      "127.0.0.1",
      "10.0.0.1",
      "169.254.169.254",
      "192.168.0.1",
      "0.0.0.0",
      "100.64.0.1",
      "224.0.0.1",
      "::1",
      "::ffff:127.0.0.1",
      "64:ff9b::7f00:1",
      "fe80::1",
      "fd00::1",
      "::",
    ];
    for (const address of strange)
      await failsWith(
        () => fetchOnce(`http://a.example:${server.port}/`, { reach: openReach }, { lookUp: to(address) }),
        "denied",
        denial(`a.example:${server.port}`, address),
      );
    assert.equal(server.connections, 0);
  });

  it("is refused when only one of several is strange", async () => {
    for (const addresses of [
      ["127.0.0.1", "93.184.215.14"],
      ["93.184.215.14", "127.0.0.1"],
      ["2606:2800::1", "127.0.0.1"],
    ])
      await failsWith(
        () => fetchOnce(`http://a.example:${server.port}/`, { reach: openReach }, { lookUp: to(...addresses) }),
        "denied",
        denial(`a.example:${server.port}`, "127.0.0.1"),
      );
    assert.equal(server.connections, 0);
  });

  it("is refused in an address as in the answer to a name, in every spelling that a parser of addresses knows", async () => {
    const { port } = server;
    const hosts = [
      "127.0.0.1",
      "127.1",
      "2130706433",
      "0x7f.1",
      "0177.0.0.1",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "[::ffff:7f00:1]",
      "localhost",
    ];
    for (const host of hosts)
      await failsWith(
        () => fetchOnce(`http://${host}:${port}/`, { reach: openReach }),
        "denied",
        /resolves to (?:127\.0\.0\.1|::1|::ffff:7f00:1|::ffff:127\.0\.0\.1), which is not a public internet address/,
      );
    assert.equal(server.connections, 0);
  });

  it("is looked up once for a request, and the one that was judged is dialled", async () => {
    const answers = [["127.0.0.1"], ["127.0.0.2"]];
    let lookUps = 0;
    const lookUp: AddressLookup = (host) => to(...(answers[lookUps++] ?? []))(host);
    const url = `http://a.example:${server.port}/`;
    const web = new NodeWeb({ lookUp });
    assert.equal(textOf(await web.fetch(wanted(url, { reach: pretendedReach }))), "page");
    assert.deepEqual([lookUps, server.connections], [1, 1]);
    await failsWith(
      () => web.fetch(wanted(url, { reach: pretendedReach })),
      "denied",
      denial(`a.example:${server.port}`, "127.0.0.2"),
    );
    assert.deepEqual([lookUps, server.connections], [2, 1]);
  });

  it("is judged for a server that a person named too: metadata services are no one's", async () => {
    for (const address of ["169.254.169.254", "fe80::1", "224.0.0.1"])
      await failsWith(
        () => fetchOnce(`http://a.example:${server.port}/`, {}, { lookUp: to(address) }),
        "denied",
        denial(`a.example:${server.port}`, address),
      );
  });

  it("is dialled with IPv6 as well", async () => {
    const six = await serve({ "/": "six" }, { host: "::1" });
    assert.equal(textOf(await fetchOnce(six.origin)), "six");
    const answer = await fetchOnce(`http://a.example:${six.port}/`, {}, { lookUp: to("0:0:0:0:0:0:0:1") });
    assert.equal(textOf(answer), "six");
    const mapped = await fetchOnce(`http://a.example:${server.port}/`, {}, { lookUp: to("::ffff:7f00:1") });
    assert.equal(textOf(mapped), "page");
  });

  it("decides for TLS too: the certificate of a private server is never asked for", async () => {
    const authority = makeAuthority();
    const secure = await serve({ "/": "page" }, { tls: authority.issue(["a.example"]) });
    const parts = { lookUp: to("127.0.0.1"), authorities: [authority.certificate] };
    await failsWith(
      () => fetchOnce(`https://a.example:${secure.port}/`, { reach: openReach }, parts),
      "denied",
      denial(`a.example:${secure.port}`, "127.0.0.1"),
    );
    assert.equal(secure.connections, 0);
  });

  it("is public whenever a connection is tried, whatever a name leads to", async () => {
    const address = fc.oneof(fc.ipV4(), fc.ipV6());
    await fc.assert(
      fc.asyncProperty(fc.array(address, { minLength: 1, maxLength: 4 }), async (found) => {
        const outcome = await addressesOf("a.example", openReach, to(...found)).catch(() => undefined);
        assert.equal(outcome !== undefined, found.every(isPublicIp));
        assert.ok(outcome === undefined || !found.some(isPrivateIp));
      }),
    );
  });
});

describe("a connection", () => {
  afterEach(closeServers);

  it("that leads elsewhere than to the address that was judged is refused", async () => {
    const server = await serve({ "/": "page" });
    const elsewhere = () => plainTo(server.port)("127.0.0.1");
    await assert.rejects(connectFirst(["127.0.0.2"], elsewhere), new StrangeAddress("127.0.0.1"));
    await gone(server);
    (await connectFirst(["127.0.0.1"], elsewhere)).destroy();
  });

  it("is begun no more once the request has ended", async () => {
    const { port } = await serve({ "/": "page" });
    const controller = new AbortController();
    const begun: string[] = [];
    const begin = (address: string) => {
      begun.push(address);
      controller.abort();
      return plainTo(port)(address);
    };
    for (const expected of [1, 1]) {
      await assert.rejects(connectFirst(["127.0.0.1", "127.0.0.2"], begin, controller.signal));
      assert.equal(begun.length, expected);
    }
  });

  it("is closed when its request cannot even be begun", async () => {
    const server = await serve({ "/": "page" });
    const socket = await connectFirst(["127.0.0.1"], plainTo(server.port));
    const { signal } = new AbortController();
    const headers = { "x-line": "a\nb" };
    const message = { url: new URL(server.origin), method: "GET", headers, isForProxy: false } as const;
    await assert.rejects(exchange(socket, message, signal, async () => "taken"));
    assert.equal(socket.destroyed, true);
    assert.deepEqual(server.requests, []);
  });

  it("is left when its server says nothing more", async () => {
    const server = await serve({ "/": "page" });
    const socket = await whenReady(plainTo(server.port)("127.0.0.1"));
    assert.equal(socket.listenerCount("timeout"), 0);
    socket.destroy();
    socket.emit("error", new Error("late"));
  });
});
