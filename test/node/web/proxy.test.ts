import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import * as fc from "fast-check";
import type { WebRequest } from "../../../src/core/ports/web";
import type { AddressLookup } from "../../../src/node/web/dialableAddresses";
import { NodeWeb } from "../../../src/node/web/nodeWeb";
import { type ProxyChoice, proxyFor, proxyFromEnvironment } from "../../../src/node/web/proxy";
import { makeAuthority, type ServerCertificate } from "../../support/certificates";
import { failsWith } from "../../support/toolFailure";
import { closeServers, serve } from "../../support/webServer";
import { allHere, localReach, openReach, pretendedReach, textOf, wanted } from "./client";

const none: ProxyChoice = { noProxy: [], strictSsl: true };

/** Knows the proxy, and no name that it leads to. */
const proxyKnows: AddressLookup = async (host) => {
  if (host === "127.0.0.1") return [{ address: host, family: 4 }];
  throw Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" });
};

/** A proxy that leads every name to this machine, and writes down what it was asked for. */
class RealProxy {
  readonly asked: string[] = [];
  readonly authorizations: (string | undefined)[] = [];
  /** Refuses everything with this status. */
  refusal = 0;
  readonly #sockets = new Set<Socket>();
  #server!: Server;

  constructor(private readonly tls?: ServerCertificate) {}

  async start(): Promise<this> {
    const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => this.#forward(incoming, outgoing);
    this.#server = this.tls ? createSecureServer(this.tls, forward) : createServer(forward);
    this.#server.on("connect", (incoming: IncomingMessage, client: Duplex) => this.#tunnel(incoming, client));
    this.#server.on("connection", (socket: Socket) => this.#sockets.add(socket));
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return this;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get address(): string {
    return `${this.tls ? "https" : "http"}://127.0.0.1:${this.port}`;
  }

  /** How many connections to it and beyond it are open. */
  get open(): number {
    return [...this.#sockets].filter((socket) => !socket.destroyed).length;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #note({ method, url, headers }: IncomingMessage): void {
    this.asked.push(`${method} ${url} ${headers.host}`);
    this.authorizations.push(headers["proxy-authorization"]);
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    this.#note(incoming);
    if (this.refusal !== 0) return void outgoing.writeHead(this.refusal).end();
    const { port, pathname } = new URL(incoming.url ?? "");
    const onward = request({ host: "127.0.0.1", port, path: pathname, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.end();
  }

  #tunnel(incoming: IncomingMessage, client: Duplex): void {
    this.#note(incoming);
    if (this.refusal !== 0) return void client.end(`HTTP/1.1 ${this.refusal} No\r\ncontent-length: 0\r\n\r\n`);
    const onward = connect(Number(incoming.url?.split(":").at(-1)), "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      client.pipe(onward).pipe(client);
    });
    for (const end of [onward, client]) end.on("error", () => {});
    this.#sockets.add(onward);
  }
}

describe("requests through a proxy", () => {
  const authority = makeAuthority();
  const authorities = [authority.certificate];
  const proxies: RealProxy[] = [];
  afterEach(async () => {
    for (const proxy of proxies.splice(0)) proxy.close();
    await closeServers();
  });

  const startProxy = async (tls?: ServerCertificate) => {
    const proxy = await new RealProxy(tls).start();
    proxies.push(proxy);
    return proxy;
  };
  const through =
    (address: string, more: Partial<ProxyChoice> = {}) =>
    () => ({ ...none, http: address, https: address, ...more });
  const page = async (url: string, proxy: () => ProxyChoice, more: Partial<WebRequest> = {}) => {
    const web = new NodeWeb({ proxy, lookUp: allHere, authorities });
    return textOf(await web.fetch(wanted(url, { reach: pretendedReach, ...more })));
  };

  it("go with the whole address for http", async () => {
    const proxy = await startProxy();
    const server = await serve({ "/a": "page" });
    assert.equal(await page(`http://a.example:${server.port}/a`, through(proxy.address)), "page");
    assert.deepEqual(proxy.asked, [`GET http://a.example:${server.port}/a a.example:${server.port}`]);
    assert.equal(server.requests.length, 1);
  });

  it("go through a tunnel for https, whose certificate is checked as ever", async () => {
    const proxy = await startProxy();
    const server = await serve({ "/a": "secret page" }, { tls: authority.issue(["a.example"]) });
    assert.equal(await page(`https://a.example:${server.port}/a`, through(proxy.address)), "secret page");
    assert.deepEqual(proxy.asked, [`CONNECT a.example:${server.port} a.example:${server.port}`]);
    await failsWith(
      () => page(`https://b.example:${server.port}/a`, through(proxy.address, { strictSsl: false })),
      "unreachable",
      /^b\.example:\d+ has a certificate for another name \(a\.example\): /,
    );
  });

  it("go to a proxy that speaks TLS, whose certificate is checked unless a setting says otherwise", async () => {
    const proxy = await startProxy(authority.issue(["127.0.0.1"]));
    const plain = await serve({ "/a": "page" });
    const secure = await serve({ "/a": "page" }, { tls: authority.issue(["a.example"]) });
    assert.equal(await page(`http://a.example:${plain.port}/a`, through(proxy.address)), "page");
    assert.equal(await page(`https://a.example:${secure.port}/a`, through(proxy.address)), "page");
    const strange = await startProxy(makeAuthority("Other").issue(["127.0.0.1"]));
    await failsWith(
      () => page(`http://a.example:${plain.port}/a`, through(strange.address)),
      "unreachable",
      `The proxy ${strange.address} has a certificate whose issuer is not trusted here, so a.example:${plain.port} was not reached: ask the person to check the proxy in http.proxy or HTTPS_PROXY.`,
    );
    assert.equal(
      await page(`http://a.example:${plain.port}/a`, through(strange.address, { strictSsl: false })),
      "page",
    );
  });

  it("carry the proxy's user name to the proxy alone", async () => {
    const proxy = await startProxy();
    const plain = await serve({ "/a": "page" });
    const secure = await serve({ "/a": "page" }, { tls: authority.issue(["a.example"]) });
    const address = proxy.address.replace("//", "//user:p%40ss@");
    await page(`http://a.example:${plain.port}/a`, through(address));
    await page(`https://a.example:${secure.port}/a`, through(address));
    await page(`https://a.example:${secure.port}/a`, through(address, { authorization: "Bearer x" }));
    const basic = `Basic ${Buffer.from("user:p@ss").toString("base64")}`;
    assert.deepEqual(proxy.authorizations, [basic, basic, "Bearer x"]);
    assert.doesNotMatch(JSON.stringify(secure.requests), /proxy-authorization/i);
  });

  it("are refused before the proxy hears of them when the name leads to a private address", async () => {
    const proxy = await startProxy();
    for (const scheme of ["http", "https"])
      await failsWith(
        () => page(`${scheme}://a.example/`, through(proxy.address), { reach: openReach }),
        "denied",
        /^a\.example resolves to 127\.0\.0\.1, which is not a public internet address/,
      );
    assert.deepEqual(proxy.asked, []);
  });

  it("go on to it with a name that only the proxy knows", async () => {
    const proxy = await startProxy();
    const server = await serve({ "/a": "page" });
    const web = new NodeWeb({ proxy: through(proxy.address), lookUp: proxyKnows });
    assert.equal(textOf(await web.fetch(wanted(`http://a.example:${server.port}/a`, { reach: openReach }))), "page");
  });

  it("go past it to a person's own servers and to hosts that need none", async () => {
    const proxy = await startProxy();
    const server = await serve({ "/a": "page" });
    await page(`${server.origin}/a`, through(proxy.address), { reach: localReach });
    await page(`http://a.example:${server.port}/a`, through(proxy.address, { noProxy: [".example"] }));
    assert.deepEqual(proxy.asked, []);
    assert.equal(server.requests.length, 2);
  });

  it("go to it for a server that a person named and that is on the open internet, or known to the proxy alone (WS-1)", async () => {
    const proxy = await startProxy();
    const server = await serve({ "/a": "page" });
    const url = `http://a.example:${server.port}/a`;
    const reach = { ...pretendedReach, isLocal: true };
    assert.equal(await page(url, through(proxy.address), { reach }), "page");
    const web = new NodeWeb({ proxy: through(proxy.address), lookUp: proxyKnows });
    assert.equal(textOf(await web.fetch(wanted(url, { reach: localReach }))), "page");
    assert.equal(proxy.asked.length, 2);
  });

  it("say what a proxy did instead", async () => {
    const proxy = await startProxy();
    const wants = `The proxy ${proxy.address} wants a user name and password: ask the person to add them to the proxy in http.proxy or HTTPS_PROXY.`;
    for (const scheme of ["http", "https"]) {
      proxy.refusal = 407;
      await failsWith(() => page(`${scheme}://a.example/`, through(proxy.address)), "unreachable", wants);
    }
    proxy.refusal = 403;
    await failsWith(
      () => page("https://a.example/", through(proxy.address.replace("//", "//user:secret@"))),
      "unreachable",
      `The proxy ${proxy.address} did not connect to a.example (status 403): use another address, or ask the person to check the proxy in http.proxy or HTTPS_PROXY.`,
    );
    const { address } = proxy;
    proxy.close();
    await failsWith(
      () => page("https://a.example/", through(address)),
      "unreachable",
      `The proxy ${address} refused the connection, so a.example was not reached: ask the person to check the proxy in http.proxy or HTTPS_PROXY.`,
    );
    await failsWith(
      () => page("https://a.example/", through("socks5://user:secret@127.0.0.1:1080")),
      "unavailable",
      "a.example cannot be reached, because the proxy that is set (socks5://127.0.0.1:1080) is not one of http or https: ask the person to change http.proxy or HTTPS_PROXY.",
    );
  });
});

describe("a request through a proxy that has ended", () => {
  const authority = makeAuthority();
  afterEach(closeServers);

  for (const isSecure of [false, true])
    it(`leaves no connection to a proxy ${isSecure ? "with" : "without"} TLS, whether it failed or not`, async () => {
      const proxy = await new RealProxy(isSecure ? authority.issue(["127.0.0.1"]) : undefined).start();
      const { port } = await serve({ "/": "page" }, { tls: authority.issue(["a.example"]) });
      const parts = { lookUp: allHere, authorities: [authority.certificate] };
      const web = new NodeWeb({ ...parts, proxy: () => ({ ...none, https: proxy.address }) });
      const fetch = (host: string) => web.fetch(wanted(`https://${host}:${port}/`, { reach: pretendedReach }));
      assert.equal(textOf(await fetch("a.example")), "page");
      await failsWith(() => fetch("b.example"), "unreachable", /for another name/);
      while (proxy.open > 0) await new Promise((resolve) => setTimeout(resolve, 5));
      proxy.close();
    });
});

describe("which proxy is for an address", () => {
  const shown = (url: string, choice: Partial<ProxyChoice>) =>
    proxyFor(new URL(url), { ...none, http: "http://plain:1", https: "http://secure:2", ...choice })?.shown;

  it("is that of its scheme", () => {
    assert.equal(shown("http://a.example/", {}), "http://plain:1");
    assert.equal(shown("https://a.example/", {}), "http://secure:2");
    assert.equal(shown("https://a.example/", { https: undefined }), undefined);
    assert.equal(shown("https://a.example/", { https: " " }), undefined);
    assert.equal(proxyFor(new URL("http://a.example/"), undefined), undefined);
  });

  it("is read with and without a scheme, user name and port", () => {
    const read = (https: string) => proxyFor(new URL("https://a.example/"), { ...none, https });
    assert.deepEqual(read("proxy.example:3128"), {
      ...{ isSecure: false, host: "proxy.example", port: 3128, shown: "http://proxy.example:3128", isChecked: true },
    });
    assert.deepEqual(read("https://u@[::1]/"), {
      ...{ isSecure: true, host: "::1", port: 443, shown: "https://[::1]", isChecked: true },
      authorization: "Basic dTo=",
    });
    assert.equal(read("http://a%b%41:c@d")?.authorization, `Basic ${Buffer.from("a%bA:c").toString("base64")}`);
    const latin1 = Buffer.from("a:\xff\xe9", "latin1");
    assert.equal(read("http://a:%ff%E9@d")?.authorization, `Basic ${latin1.toString("base64")}`);
    assert.equal(read("http://a:é@d")?.authorization, `Basic ${Buffer.from("a:é").toString("base64")}`);
    assert.throws(() => read("http://%%%"), { message: "http://%%% is not a usable proxy" });
  });

  it("is none for hosts that are left out", () => {
    const meant: [string, string][] = [
      ["*", "https://a.example/"],
      ["example", "https://a.example/"],
      [".example", "https://a.example/"],
      ["*.example", "https://a.example/"],
      ["A.Example", "https://a.example/"],
      ["a.example", "https://a.example./"],
      ["a.example:443", "https://a.example/"],
      ["93.184.215.0/24", "https://93.184.215.14/"],
      ["93.184.215.14", "https://93.184.215.14/"],
      ["2001:db8::/32", "https://[2001:db8::1]/"],
      ["2001:db8::1", "https://[2001:db8::1]/"],
      ["[2001:db8::1]:443", "https://[2001:db8::1]/"],
    ];
    for (const [entry, url] of meant) assert.equal(shown(url, { noProxy: ["other", entry] }), undefined, entry);
    const others: [string, string][] = [
      ["", "https://a.example/"],
      [".", "https://a.example/"],
      ["ample", "https://a.example/"],
      ["a.example:8443", "https://a.example/"],
      ["184.215.14", "https://93.184.215.14/"],
      ["93.184.216.0/24", "https://93.184.215.14/"],
      ["93.184.215.0/999", "https://93.184.215.14/"],
      ["2001:db8::/32", "https://93.184.215.14/"],
      ["x/8", "https://x/"],
    ];
    for (const [entry, url] of others) assert.equal(shown(url, { noProxy: [entry] }), "http://secure:2", entry);
  });

  it("never fails on a list of any entries", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.ipV6(), fc.ipV4Extended())), fc.webUrl(), (noProxy, url) => {
        shown(url, { noProxy });
      }),
    );
  });

  it("is read from the environment as curl reads it", () => {
    const read = (environment: NodeJS.ProcessEnv) => proxyFromEnvironment(environment);
    assert.deepEqual(read({}), { ...none, http: undefined, https: undefined });
    assert.deepEqual(
      read({
        http_proxy: "a:1",
        HTTP_PROXY: "b:1",
        HTTPS_PROXY: "c:1",
        all_proxy: "d:1",
        no_proxy: "x, y  z,",
        NO_PROXY: "w",
      }),
      { http: "a:1", https: "c:1", noProxy: ["x", "y", "z"], strictSsl: true },
    );
    assert.deepEqual(read({ ALL_PROXY: "d:1", https_proxy: "" }), { ...none, http: "d:1", https: "d:1" });
  });
});
