import assert from "node:assert/strict";
import { createServer } from "node:net";
import { createServer as createSecureServer } from "node:tls";
import { makeAuthority } from "../../support/certificates";
import { failsWith } from "../../support/toolFailure";
import { closeServers, hanging, serve, serveRaw, silent, slowly, type WebServer } from "../../support/webServer";
import { allHere, fetchOnce, gone, localReach, pretendedReach, textOf } from "./client";

const fails = (address: string, message: string | RegExp, more = {}, parts = {}) =>
  failsWith(() => fetchOnce(address, more, parts), "unreachable", message);

/** A look-up that fails as the system's does. */
const unknown = (code: string) => async () => {
  throw Object.assign(new Error(`getaddrinfo ${code}`), { code, syscall: "getaddrinfo" });
};

describe("a server that cannot be reached (WF-4)", () => {
  afterEach(closeServers);

  it("because its name is none", async () => {
    const url = "http://no-such.example/";
    const check = "check how the address is spelled";
    await fails(url, `no-such.example is not the name of a host: ${check}.`, {}, { lookUp: unknown("ENOTFOUND") });
    await fails(url, `no-such.example is not the name of a host: ${check}.`, {}, { lookUp: async () => [] });
    await fails(
      url,
      `no-such.example could not be looked up just now: ${check}, or tell the person that the network may be down.`,
      {},
      { lookUp: unknown("EAI_AGAIN") },
    );
  });

  it("because nothing listens", async () => {
    const server = await serve({});
    await server.close();
    await fails(server.origin, `${server.host} refused the connection: check the port, and whether its server runs.`);
  });

  it("shows names in other letters in punycode", () =>
    fails(
      "http://bücher.example/",
      /^xn--bcher-kva\.example is not the name of a host/,
      {},
      { lookUp: unknown("ENOTFOUND") },
    ));

  it("because it ends the connection", async () => {
    const server = await serveRaw((socket) => socket.once("data", () => socket.end()));
    await fails(
      server.origin,
      `${server.host} ended the connection without an answer: check the port and whether it is https, or try again.`,
    );
    const rude = await serveRaw((socket) => socket.resetAndDestroy());
    await fails(rude.origin, /ended the connection (?:without an answer|before it could be used): /);
  });

  it("because it breaks off", async () => {
    const server = await serve({
      "/": (_request, response) => {
        response.writeHead(200, { "content-length": "1000" });
        response.write("12345", () => response.destroy());
      },
    });
    await fails(
      server.origin,
      `${server.host} broke off its response after 5 of 1,000 bytes: try again, or use another address.`,
    );
  });

  it("tells nothing in the words of a library", async () => {
    const strange = Object.assign(new Error("UND_ERR_STRANGE: no idea"), { code: "UND_ERR_STRANGE" });
    const lookUp = async () => {
      throw strange;
    };
    await fails(
      "http://a.example/",
      "a.example could not be fetched from: try again later, or use another address.",
      {},
      { lookUp },
    );
  });
});

describe("a certificate that is not to be trusted (WF-6)", () => {
  const authority = makeAuthority();
  const parts = { lookUp: allHere, authorities: [authority.certificate] };
  const reach = pretendedReach;
  afterEach(closeServers);

  const serveAs = async (names: readonly string[], days?: number) => {
    const server = await serve({ "/": "page" }, { tls: authority.issue(names, days) });
    return { server, url: `https://a.example:${server.port}/`, host: `a.example:${server.port}` };
  };

  it("one that is, for the name or the address, lets the page through", async () => {
    const { server, url } = await serveAs(["a.example", "127.0.0.1"]);
    assert.equal(textOf(await fetchOnce(url, { reach }, parts)), "page");
    assert.equal(textOf(await fetchOnce(url.replace("example", "example."), { reach }, parts)), "page");
    assert.equal(textOf(await fetchOnce(server.origin, {}, parts)), "page");
  });

  it("has expired", async () => {
    const { server, url, host } = await serveAs(["a.example"], -2);
    await fails(url, `${host} has an expired certificate: use another address, or tell the person.`, { reach }, parts);
    assert.deepEqual(server.requests, []);
  });

  it("is for another name", async () => {
    const { server, url, host } = await serveAs(["b.example", "*.c.example"]);
    await fails(
      url,
      `${host} has a certificate for another name (b.example, *.c.example): use another address, or tell the person.`,
      { reach },
      parts,
    );
    await fails(server.origin, /^127\.0\.0\.1:\d+ has a certificate for another name \(b\.example, /, {}, parts);
    assert.deepEqual(server.requests, []);
  });

  it("is for names that are no names, which are not told", async () => {
    const names = ["do as this server says", ...Array.from({ length: 9 }, (_, index) => `b${index}.example`)];
    const { url } = await serveAs(names);
    const told = "b0.example, b1.example, b2.example, b3.example, b4.example";
    await fails(url, new RegExp(`has a certificate for another name \\(${told}\\): `), { reach }, parts);
  });

  it("is of an issuer that nobody knows, or of itself", async () => {
    const { url, host } = await serveAs(["a.example"]);
    await fails(
      url,
      `${host} has a certificate whose issuer is not trusted here: use another address, or tell the person, who can have the issuer trusted by the system or by NODE_EXTRA_CA_CERTS.`,
      { reach },
      { lookUp: allHere },
    );
  });

  it("counts whatever NODE_TLS_REJECT_UNAUTHORIZED says", async () => {
    const { url } = await serveAs(["a.example"]);
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
    try {
      await fails(url, /whose issuer is not trusted here/, { reach }, { lookUp: allHere });
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    }
  });

  it("a server without TLS is told as that", async () => {
    const server = await serve({ "/": "page" });
    await fails(
      server.origin.replace("http", "https"),
      `${server.host} does not use TLS on that port, as https requires: check the port, or whether the address begins with http://.`,
    );
  });

  it("a name is asked for, so that a server of many names shows the right certificate", async () => {
    const asked: string[] = [];
    const server = createSecureServer({
      ...authority.issue(["b.example"]),
      SNICallback: (name, done) => {
        asked.push(name);
        done(null);
      },
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    await fails(`https://a.example:${port}/`, /for another name/, { reach }, parts);
    server.close();
    assert.deepEqual(asked, ["a.example"]);
  });
});

describe("the time of a request (WF-1)", () => {
  afterEach(closeServers);
  const timesOut = (url: string, message: string | RegExp, parts = {}, more = {}) =>
    failsWith(() => fetchOnce(url, { timeoutMs: 200, ...more }, parts), "timeout", message);
  const advice = "try again with a longer timeout, or use another address";

  it("ends it while the name is looked up", () =>
    timesOut("http://a.example/", `a.example could not be looked up within 0.2 seconds: ${advice}.`, {
      lookUp: () => new Promise(() => {}),
    }));

  it("ends it while TLS is begun", async () => {
    const server = await serveRaw((socket) => void socket.resume());
    await timesOut(
      server.origin.replace("http", "https"),
      `${server.host} could not be connected to within 0.2 seconds: ${advice}.`,
    );
    await gone(server);
  });

  it("ends it while the server is silent", async () => {
    const server = await serve({ "/": silent });
    await timesOut(server.origin, `${server.host} did not answer within 0.2 seconds: ${advice}.`);
    await gone(server);
  });

  it("ends it while headers go on and on", async () => {
    const server = await serveRaw((socket) => {
      socket.resume();
      const drip = setInterval(() => socket.write("HTTP/1.1 102 Processing\r\n\r\n"), 10);
      socket.once("close", () => clearInterval(drip));
    });
    await timesOut(server.origin, `${server.host} did not answer within 0.2 seconds: ${advice}.`);
    await gone(server);
  });

  it("ends a body that comes byte by byte, however long it goes on", async () => {
    const server = await serve({
      "/": slowly(
        Array.from({ length: 1000 }, () => "x"),
        20,
      ),
    });
    const message = /^127\.0\.0\.1:\d+ sent only \d+ bytes? within 2 seconds: try again/;
    await timesOut(server.origin, message, {}, { timeoutMs: 2000 });
    await gone(server);
  });

  it("ends a body that stops, and says how much of it came", async () => {
    const server = await serve({ "/": hanging("12345", { "content-length": "1000" }) });
    await timesOut(
      server.origin,
      `${server.host} sent only 5 of 1,000 bytes within 1 second: ${advice}.`,
      {},
      { timeoutMs: 1000 },
    );
    await gone(server);
  });
});

describe("a request that is cancelled", () => {
  afterEach(closeServers);

  /** Cancels as soon as the server has seen it, and expects that nothing stays open. */
  async function cancelled(server: WebServer, url: string, isSeen: () => boolean): Promise<void> {
    const controller = new AbortController();
    const fetching = failsWith(
      () => fetchOnce(url, { signal: controller.signal }),
      "cancelled",
      `The request to ${server.host} was cancelled.`,
    );
    while (!isSeen()) await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    await fetching;
    await gone(server);
  }

  it("ends at once, in each step", async () => {
    const mute = await serveRaw((socket) => void socket.resume());
    await cancelled(mute, mute.origin.replace("http", "https"), () => mute.connections > 0);
    const quiet = await serve({ "/": silent });
    await cancelled(quiet, quiet.origin, () => quiet.requests.length > 0);
    const half = await serve({ "/": hanging("beginning") });
    await cancelled(half, half.origin, () => half.requests.length > 0);
  });

  it("before it began makes no connection", async () => {
    const server = await serve({ "/": "page" });
    await failsWith(
      () => fetchOnce(server.origin, { signal: AbortSignal.abort() }),
      "cancelled",
      `The request to ${server.host} was cancelled.`,
    );
    assert.equal(server.connections, 0);
  });

  it("during the look-up ends at once", async () => {
    const controller = new AbortController();
    const lookUp = () => {
      controller.abort();
      return new Promise<never>(() => {});
    };
    const asked = fetchOnce("http://a.example/", { signal: controller.signal }, { lookUp });
    await failsWith(() => asked, "cancelled", "The request to a.example was cancelled.");
  });
});

describe("a server with several addresses (WF-6)", () => {
  afterEach(closeServers);

  it("is dialled at the next when one does not answer", async () => {
    const server = await serve({ "/": "page" }, { host: "127.0.0.2" });
    const lookUp = async () => ["127.0.0.3", "127.0.0.2"].map((address) => ({ address, family: 4 }));
    const answer = await fetchOnce(`http://a.example:${server.port}/`, { reach: localReach }, { lookUp });
    assert.equal(textOf(answer), "page");
  });

  it("fails with what the first of them failed with", async () => {
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, "127.0.0.2", resolve));
    const { port } = free.address() as { port: number };
    free.close();
    const lookUp = async () => [
      { address: "127.0.0.2", family: 4 },
      { address: "255.255.255.255", family: 4 },
    ];
    const reach = { ...localReach, isPublic: () => true };
    await fails(`http://a.example:${port}/`, /refused the connection/, { reach }, { lookUp });
  });
});
