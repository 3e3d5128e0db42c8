/** What an attacker tries in order to reach a person's machine or network through the web tools (HB-4, PO-8b, WF-6). */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { hostname } from "node:os";
import { lookUp } from "../../../src/node/web/dialableAddresses";
import { isPublicIp } from "../../../src/policy/network/addressKinds";
import { localNames, loopbackInIpv6, loopbackSpellings, strangeHosts } from "../../support/strangeHosts";
import { closeServers, redirectTo, serve, serveBytes } from "../../support/webServer";
import { resolver, setTrap, type Trap, webCrib } from "./support/webCrib";

const tools = [
  ["web_fetch", {}],
  ["download_file", { path: "got.bin" }],
] as const;

/** One of every kind, for what is tried many times over. */
const oneOfEachKind = (port: number) => [
  `http://127.0.0.1:${port}/`,
  `http://2130706433:${port}/`,
  `http://0x7f.1:${port}/`,
  `http://0:${port}/`,
  `http://[::1]:${port}/`,
  `http://[::ffff:7f00:1]:${port}/`,
  `http://localhost:${port}/`,
  `https://a.localhost:${port}/`,
  "http://10.0.0.1/",
  "http://192.168.1.1/",
  "http://169.254.169.254/latest/meta-data/",
  "http://[fd00:ec2::254]/",
  "http://metadata.google.internal/",
  "http://100.64.0.1/",
];

describe("the web tools and strange addresses", function () {
  this.timeout(60_000);
  let trap: Trap;
  beforeEach(async () => {
    trap = await setTrap();
  });
  afterEach(() => {
    const { touched } = trap;
    return closeServers().then(() => assert.equal(touched, 0, "the trap was touched"));
  });

  for (const [tool, more] of tools)
    for (const scheme of ["http", "https"])
      it(`${tool} refuses every spelling under ${scheme} before anything is looked up`, async () => {
        const { lookUp, asked: lookedUp } = resolver();
        const { call, asked, records } = await webCrib({ web: { lookUp } });
        for (const host of strangeHosts) {
          const { isError, data, text } = await call(tool, { url: `${scheme}://${host}:${trap.port}/x`, ...more });
          assert.deepEqual([isError, data.error], [true, "denied"], host);
          assert.match(text, /^Denied by policy: /, host);
        }
        assert.deepEqual([lookedUp, asked], [[], []]);
        assert.equal(records.length, strangeHosts.length);
      });

  it("refuses them under every remembered and written allowance of hosts", async () => {
    const { lookUp, asked } = resolver();
    const allowed = [
      "*",
      "*.localhost",
      "localhost",
      "127.0.0.1",
      "[::1]",
      "::1",
      "10.0.0.1",
      `localhost:${trap.port}`,
    ];
    const { call } = await webCrib({ web: { lookUp }, settings: { "web.allowedHosts": allowed } });
    for (const host of [...loopbackSpellings, ...localNames, ...loopbackInIpv6]) {
      const { data } = await call("web_fetch", { url: `http://${host}:${trap.port}/` });
      assert.equal(data.error, "denied", host);
    }
    assert.deepEqual(asked, []);
  });

  for (const [tool, more] of tools)
    for (const status of [301, 302, 303, 307, 308])
      it(`${tool} follows no redirect by ${status} to any kind of them`, async () => {
        const targets = oneOfEachKind(trap.port);
        const server = await serve(
          Object.fromEntries(targets.map((target, at) => [`/${at}`, redirectTo(target, status)])),
        );
        const { call, asked, root } = await webCrib({ local: [server] });
        for (const [at, target] of targets.entries()) {
          const { isError, data, text } = await call(tool, { url: `${server.origin}/${at}`, ...more });
          assert.deepEqual([isError, data.error], [true, "denied"], `${target}: ${text}`);
          assert.doesNotMatch(text, /the secret of the machine/);
        }
        assert.deepEqual(asked, []);
        assert.deepEqual(readdirSync(root), []);
      });

  it("follows no redirect to any spelling", async () => {
    const routes = strangeHosts.map((host, at) => [`/${at}`, redirectTo(`http://${encodeURI(host)}:${trap.port}/`)]);
    const server = await serve(Object.fromEntries(routes));
    const { call } = await webCrib({ local: [server] });
    for (const [at, host] of strangeHosts.entries()) {
      const { isError, text } = await call("web_fetch", { url: `${server.origin}/${at}` });
      assert.equal(isError, true, host);
      assert.doesNotMatch(text, /the secret of the machine/, host);
    }
  });

  it("follows no redirect that is written for a lenient parser", async () => {
    const { port } = trap;
    const locations = [
      `//127.0.0.1:${port}/`,
      `\\\\127.0.0.1:${port}\\`,
      `/\\127.0.0.1:${port}/`,
      `http:\\\\127.0.0.1:${port}/`,
      `http:/127.0.0.1:${port}/`,
      `http:127.0.0.1:${port}/`,
      `http:///127.0.0.1:${port}/`,
      `  http://127.0.0.1:${port}/  `,
      `ht\ttp://127.0.0.1:${port}/`,
      `http://127.0.0.1\t:${port}/`,
      `http://example.org@127.0.0.1:${port}/`,
      `http://example.org%40127.0.0.1:${port}/`,
      `http://example.org\\@127.0.0.1:${port}/`,
      `http://127.0.0.1:${port}#@example.org/`,
      `http://%31%32%37.0.0.1:${port}/`,
      `http://127.0.0.1%2f@example.org:${port}/`,
      `http://127.0.0.1:${port}\u0000.example.org/`,
      `http://127.0.0.1:0${port}/`,
    ];
    for (const location of locations) {
      const server = await serveBytes(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`);
      const { call } = await webCrib({ local: [server], settings: { "web.respectRobots": false } });
      const { isError, text } = await call("web_fetch", { url: `${server.origin}/`, timeout: 2 });
      assert.equal(isError, true, JSON.stringify(location));
      assert.doesNotMatch(text, /the secret of the machine/, JSON.stringify(location));
      await server.close();
    }
  });

  for (const scheme of ["file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/", "data:text/plain,secret"])
    it(`follows no redirect to ${scheme}`, async () => {
      const server = await serve({ "/": redirectTo(scheme) });
      const { call, asked } = await webCrib({ local: [server] });
      const { isError, data, text } = await call("web_fetch", { url: `${server.origin}/` });
      assert.deepEqual([isError, data.error], [true, "denied"]);
      assert.match(text, new RegExp(`only http and https are supported, not ${scheme.split(":")[0]}:`));
      assert.deepEqual(asked, []);
    });

  it("follows no redirect into a script, a document of the browser or another protocol", async () => {
    const others = [
      "javascript:alert(1)",
      "view-source:http://x/",
      "blob:http://x/y",
      "about:blank",
      "ws://x/",
      "jar:x",
    ];
    const server = await serve(Object.fromEntries(others.map((to, at) => [`/${at}`, redirectTo(to)])));
    const { call } = await webCrib({ local: [server] });
    for (const [at, to] of others.entries()) {
      const { isError, data } = await call("web_fetch", { url: `${server.origin}/${at}` });
      assert.deepEqual([isError, data.error], [true, "denied"], to);
    }
  });

  it("refuses names that lead there, whoever allowed them", async () => {
    const inner = ["127.0.0.1", "::1", "10.0.0.1", "192.168.1.1", "169.254.169.254", "::ffff:127.0.0.1", "0.0.0.0"];
    const more = ["fe80::1", "fd00:ec2::254", "100.64.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "224.0.0.1"];
    const all = [...inner, ...more];
    const { lookUp, asked } = resolver(Object.fromEntries(all.map((address, at) => [`n${at}.example`, [address]])));
    const { call } = await webCrib({ web: { lookUp }, settings: { "web.allowedHosts": ["*.example"] } });
    for (const [at, address] of all.entries()) {
      const { isError, data, text } = await call("web_fetch", { url: `http://n${at}.example:${trap.port}/` });
      assert.deepEqual([isError, data.error], [true, "denied"], `${address}: ${text}`);
    }
    assert.equal(new Set(asked).size, all.length);
  });

  it("refuses a name of which any address leads there, in whichever place", async () => {
    const { lookUp } = resolver({
      "first.example": ["127.0.0.1", "93.184.216.34"],
      "last.example": ["93.184.216.34", "2606:4700::1111", "127.0.0.1"],
      "six.example": ["93.184.216.34", "::1"],
    });
    const { call } = await webCrib({ web: { lookUp }, settings: { "web.allowedHosts": ["*.example"] } });
    for (const name of ["first.example", "last.example", "six.example"]) {
      const { data, text } = await call("web_fetch", { url: `http://${name}:${trap.port}/` });
      assert.equal(data.error, "denied", `${name}: ${text}`);
    }
  });

  it("a redirect of a local server to a name that leads to the machine is refused when it is dialled", async () => {
    const server = await serve({ "/": redirectTo(`http://rebound.example:${trap.port}/`) });
    const { lookUp } = resolver({ "rebound.example": ["127.0.0.1"] });
    const { call, asked } = await webCrib({ web: { lookUp }, local: [server] });
    const { isError, data } = await call("web_fetch", { url: `${server.origin}/` });
    assert.deepEqual([isError, data.error], [true, "denied"]);
    assert.deepEqual(
      asked.map(({ plan }) => plan.title),
      [`Fetch http://rebound.example:${trap.port}/`],
    );
  });

  it("looks a name up once for a request, and a name that a person named may not lead to what serves nobody", async () => {
    const server = await serve({ "/": "<title>t</title><p>here" });
    const { lookUp, asked } = resolver({ "dev.example": [["127.0.0.1"], ["169.254.169.254"], ["127.0.0.1"]] });
    const { call } = await webCrib({
      web: { lookUp },
      local: [`dev.example:${server.port}`],
      settings: { "web.respectRobots": false },
    });
    const fetched = () => call("web_fetch", { url: `http://dev.example:${server.port}/`, refresh: true });
    const first = await fetched();
    assert.deepEqual([first.isError, asked.length], [false, 1], first.text);
    const second = await fetched();
    assert.deepEqual([second.isError, second.data.error, asked.length], [true, "denied", 2]);
    assert.deepEqual([(await fetched()).isError, asked.length, server.requests.length], [false, 3, 2]);
  });

  it("refuses the machine's own name where that leads into its network", async function () {
    const found = await lookUp(hostname()).catch(() => []);
    if (found.length === 0 || found.every(({ address }) => isPublicIp(address))) return this.skip();
    const { call } = await webCrib();
    const { isError, data } = await call("web_fetch", { url: `http://${hostname()}:${trap.port}/` });
    assert.deepEqual([isError, data.error], [true, "denied"]);
  });

  it("a port of the machine that is named opens no other port and no other name", async () => {
    const server = await serve({ "*": "<p>mine" });
    const { call } = await webCrib({ local: [server] });
    const denied = [
      `http://127.0.0.1:${trap.port}/`,
      `http://localhost:${server.port}/`,
      `http://127.0.0.2:${server.port}/`,
      `http://[::1]:${server.port}/`,
      `http://[::ffff:127.0.0.1]:${server.port}/`,
      `http://127.0.0.1.nip.io.localhost:${server.port}/`,
    ];
    for (const url of denied) assert.equal((await call("web_fetch", { url })).data.error, "denied", url);
    assert.equal(server.connections, 0);
    for (const url of [`http://127.1:${server.port}/`, `http://0x7f000001:${server.port}/x`])
      assert.equal((await call("web_fetch", { url })).isError, false, url);
  });

  it("asks for a robots.txt nowhere else than the page is, whatever it redirects to", async () => {
    const server = await serve({
      "/robots.txt": redirectTo(`http://127.0.0.1:${trap.port}/robots.txt`),
      "/": "<p>here",
    });
    const { call } = await webCrib({ local: [server] });
    await call("web_fetch", { url: `${server.origin}/` });
    assert.ok(server.requests.length > 0);
  });

  it("loads nothing that a page names", async () => {
    const at = `http://127.0.0.1:${trap.port}/`;
    const page = `<!doctype html><title>t</title><base href="${at}"><link rel=stylesheet href="${at}a.css">
<link rel=preload as=image href="${at}p"><meta http-equiv=refresh content="0;url=${at}"><script src="${at}s.js"></script>
<script>fetch("${at}")</script><img src="${at}i.png" srcset="${at}j.png 2x"><iframe src="${at}"></iframe>
<object data="${at}"></object><embed src="${at}"><video src="${at}" poster="${at}"></video><svg><image href="${at}"/></svg>
<style>@import "${at}"; body { background: url(${at}) }</style><form action="${at}"><input type=image src="${at}"></form>
<p>the text`;
    const server = await serve({ "/": page });
    const { call } = await webCrib({ local: [server] });
    for (const mode of ["full", "article", "raw"]) {
      const { isError, text } = await call("web_fetch", { url: `${server.origin}/`, mode });
      assert.equal(isError, false, text);
      assert.match(text, /the text/);
    }
  });
});
