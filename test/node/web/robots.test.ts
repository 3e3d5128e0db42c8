import assert from "node:assert/strict";
import * as fc from "fast-check";
import robotsParser from "robots-parser";
import type { WebRequest } from "../../../src/core/ports/web";
import { NodeWeb } from "../../../src/node/web/nodeWeb";
import { Robots } from "../../../src/node/web/robots";
import { isOpenTo, productToken } from "../../../src/node/web/robotsRules";
import { failsWith } from "../../support/toolFailure";
import { closeServers, hanging, type Route, redirectTo, serve } from "../../support/webServer";
import { allHere, pretendedReach, textOf, wanted } from "./client";

const advice = "ask the person to turn off toolcrib.web.respectRobots";

describe("robots.txt (toolcrib.web.respectRobots)", () => {
  afterEach(closeServers);

  async function start(robots: Route | undefined, time = { now: 1_000_000 }) {
    const server = await serve({ ...(robots !== undefined && { "/robots.txt": robots }), "*": "page" });
    const web = new NodeWeb({ now: () => time.now, lookUp: allHere });
    const origin = `http://a.example:${server.port}`;
    const fetch = (path: string, more: Partial<WebRequest> = {}) =>
      web.fetch(wanted(origin + path, { asksRobots: true, reach: pretendedReach, ...more }));
    const paths = () => server.requests.map(({ path }) => path);
    return { server, web, fetch, paths, host: `a.example:${server.port}` };
  }

  const closed = (body: string): Route => ({ headers: { "content-type": "text/plain" }, body });

  it("is kept to: what it closes is refused before it is asked for", async () => {
    const { fetch, paths, host } = await start(closed("User-agent: *\nDisallow: /private\n"));
    assert.equal(textOf(await fetch("/open")), "page");
    await failsWith(
      () => fetch("/private/page?q=1"),
      "denied",
      `robots.txt of ${host} disallows /private/page?q=1: use another page, or ${advice}.`,
    );
    assert.deepEqual(paths(), ["/robots.txt", "/open"]);
  });

  it("is asked for once an hour, by every origin for itself", async () => {
    const time = { now: 1_000_000 };
    const { fetch, paths } = await start(closed(""), time);
    for (const path of ["/a", "/b"]) await fetch(path);
    time.now += 60 * 60_000;
    await fetch("/c");
    assert.deepEqual(paths(), ["/robots.txt", "/a", "/b", "/robots.txt", "/c"]);
  });

  it("is asked for once by requests at the same time, and again when the one that asked was ended", async () => {
    const waiting: (() => void)[] = [];
    const { fetch, paths } = await start((_request, response) => void waiting.push(() => response.end()));
    const first = new AbortController();
    const ended = failsWith(() => fetch("/a", { signal: first.signal }), "cancelled", /was cancelled/);
    const others = ["/b", "/c", "/d"].map((path) => fetch(path));
    while (waiting.length < 1) await new Promise((resolve) => setImmediate(resolve));
    first.abort();
    await ended;
    while (waiting.length < 2) await new Promise((resolve) => setImmediate(resolve));
    waiting[1]?.();
    await Promise.all(others);
    assert.deepEqual(paths().sort(), ["/b", "/c", "/d", "/robots.txt", "/robots.txt"]);
  });

  it("is not asked for where the wish says so", async () => {
    const { fetch, paths } = await start(closed("User-agent: *\nDisallow: /"));
    await fetch("/a", { asksRobots: false });
    assert.deepEqual(paths(), ["/a"]);
  });

  it("speaks to the User-Agent that the requests have", async () => {
    const { fetch } = await start(closed("User-agent: toolcrib\nDisallow: /a\n\nUser-agent: other\nDisallow: /b\n"));
    await failsWith(() => fetch("/a"), "denied", /disallows \/a:/);
    await fetch("/b");
    await fetch("/a", { userAgent: "Other/2.0 (+https://other.example)" });
    await failsWith(() => fetch("/b", { userAgent: "Other/2.0" }), "denied", /disallows \/b:/);
  });

  it("that is not there opens everything", async () => {
    for (const status of [404, 403, 401, 429, 410]) {
      const { fetch } = await start({ status, body: "User-agent: *\nDisallow: /" });
      assert.equal(textOf(await fetch("/a")), "page", `${status}`);
    }
  });

  it("that cannot be read because of an error of the server closes everything, until it can be read", async () => {
    let status = 503;
    const { fetch, host, paths } = await start((_request, response) => void response.writeHead(status).end());
    await failsWith(
      () => fetch("/a"),
      "denied",
      `robots.txt of ${host} cannot be read because of a server error, so nothing may be fetched from the host: try again later, or ${advice}.`,
    );
    assert.deepEqual(paths(), ["/robots.txt"]);
    status = 404;
    assert.equal(textOf(await fetch("/a")), "page");
  });

  it("that does not come ends the request, and the failure names it", async () => {
    const { fetch, host, server } = await start(hanging("User"));
    await failsWith(
      () => fetch("/a", { timeoutMs: 300 }),
      "timeout",
      new RegExp(`^robots\\.txt of ${host} sent only 4 bytes within 0\\.3 seconds: `),
    );
    await server.close();
    await failsWith(
      () => fetch("/a"),
      "unreachable",
      `${host} refused the connection: check the port, and whether its server runs.`,
    );
  });

  it("is read up to 500 KiB, whole lines alone", async () => {
    const filler = "# filler\n".repeat(Math.ceil((500 * 1024) / 9));
    const cut = `${"#".repeat(500 * 1024 - 30)}\nUser-agent: *\nDisallow: /a-long-path-that-is-cut`;
    const long = await start(closed(`User-agent: *\nDisallow: /a\n${filler}Disallow: /b\n`));
    await failsWith(() => long.fetch("/a"), "denied", /disallows \/a/);
    await long.fetch("/b");
    const { fetch } = await start(closed(cut));
    await fetch("/a-long");
  });

  it("is followed to the same server alone, five times", async () => {
    const rules = closed("User-agent: *\nDisallow: /a\n");
    const hops =
      (count: number): Route =>
      (request, response) => {
        const at = Number(/\d+$/.exec(request.url ?? "")?.[0] ?? 0);
        if (at < count) response.writeHead(302, { location: `/robots.txt?${at + 1}` }).end();
        else response.end("User-agent: *\nDisallow: /a\n");
      };
    await failsWith(async () => (await start(hops(5))).fetch("/a"), "denied", /disallows \/a/);
    const far = await start(hops(6));
    assert.equal(textOf(await far.fetch("/a")), "page");
    const other = await serve({ "/robots.txt": rules });
    for (const place of [
      `${other.origin}/robots.txt`,
      `http://a.example:${other.port}/robots.txt`,
      "file:///etc/passwd",
    ]) {
      const { fetch } = await start(redirectTo(place));
      assert.equal(textOf(await fetch("/a")), "page", place);
    }
    assert.equal(other.connections, 0);
  });

  it("is followed from https to http and back for hosts of the open internet alone", async () => {
    const asked = async (isLocal: boolean, from: string, to: string) => {
      const places: string[] = [];
      const none = { status: 404, body: new Uint8Array(), isCutOff: false };
      await new Robots().check(new URL(from), "Toolcrib", isLocal, async ({ href }) => {
        places.push(href);
        return places.length === 1 ? { ...none, status: 301, location: to } : none;
      });
      return places.length;
    };
    assert.equal(await asked(false, "http://a.example/x", "https://a.example/robots.txt"), 2);
    assert.equal(await asked(true, "http://a.example/x", "https://a.example/robots.txt"), 1);
    assert.equal(await asked(false, "http://a.example/x", "http://a.example:22/robots.txt"), 1);
    assert.equal(await asked(false, "http://a.example:8080/x", "http://a.example/robots.txt"), 1);
    assert.equal(await asked(false, "http://a.example/x", "https://www.a.example/robots.txt"), 1);
  });

  it("comes from an address that is judged like any", async () => {
    const { server, web } = await start(closed(""));
    const reach = { ...pretendedReach, isPublic: () => false };
    const asked = web.fetch(wanted(`http://b.example:${server.port}/`, { asksRobots: true, reach }));
    await failsWith(
      () => asked,
      "denied",
      /^b\.example:\d+ resolves to 127\.0\.0\.1, which is not a public internet address/,
    );
    assert.equal(server.connections, 0);
  });
});

describe("what robots.txt says (RFC 9309)", () => {
  const isOpen = (path: string, ...lines: string[]) => isOpenTo(lines.join("\n"), "toolcrib", path);

  it("the longest rule about a path decides, and of two equal ones that which opens", () => {
    const rules = ["User-agent: *", "Disallow: /a", "Allow: /a/b", "Disallow: /a/b/c", "Allow: /a/b/c"];
    assert.deepEqual(
      ["/", "/a", "/ab", "/a/b", "/a/b/c"].map((path) => isOpen(path, ...rules)),
      [true, false, false, true, true],
    );
  });

  it("stars are any text, and a dollar at the end is the end", () => {
    const rules = ["user-agent:*", "disallow:/*.pdf$", "disallow:/x*y*z", "disallow:/$"];
    const verdicts = {
      "/a.pdf": false,
      "/a.pdf?": true,
      "/.pdf.pdf": false,
      "/xyz": false,
      "/xzy": true,
      "/x1y2z3": false,
      "/": false,
    };
    for (const [path, verdict] of Object.entries(verdicts)) assert.equal(isOpen(path, ...rules), verdict, path);
  });

  it("rules for a program by its name count alone, from all of its groups", () => {
    const rules = [
      "User-agent: *",
      "Disallow: /",
      "",
      "User-agent: ToolCrib/1.0",
      "User-agent: other",
      "Disallow: /a",
      "Sitemap: x",
      "",
      "User-agent: toolcrib",
      "Disallow: /b",
    ];
    assert.deepEqual(
      ["/a", "/b", "/c"].map((path) => isOpen(path, ...rules)),
      [false, false, true],
    );
    assert.equal(isOpen("/", "User-agent: *", "Disallow: /", "User-agent: toolcrib", "Disallow:"), true);
  });

  it("reads comments, marks, every line end and paths in other letters", () => {
    assert.equal(isOpenTo("\ufeffUser-agent: * # all\r\nDisallow: /a # this\rDisallow: /ü", "toolcrib", "/a"), false);
    assert.equal(isOpen("/%c3%bc", "User-agent: *", "Disallow: /ü"), false);
    assert.equal(isOpen("/%61", "User-agent: *", "Disallow: /a"), false);
    assert.equal(isOpen("/a%2Fb", "User-agent: *", "Disallow: /a/b"), true);
    assert.equal(isOpen("/robots.txt", "User-agent: *", "Disallow: /"), true);
    assert.equal(isOpen("/a", "Disallow: /", "no line at all", "<html>"), true);
  });

  it("tells the name of a program from its User-Agent", () => {
    assert.deepEqual(["Toolcrib", "Mozilla/5.0 (X)", "my-bot_x 1", "", "1"].map(productToken), [
      "toolcrib",
      "mozilla",
      "my-bot_x",
      "",
      "",
    ]);
  });

  it("means what robots-parser means by it", () => {
    const path = fc.string({ unit: fc.constantFrom("a", "b", "/", "?"), maxLength: 6 }).map((rest) => `/${rest}`);
    const pattern = fc.string({ unit: fc.constantFrom("a", "b", "/", "*", "$", "?"), maxLength: 6 });
    const line = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.tuple(fc.constantFrom("Allow", "Disallow"), pattern).map(([key, rest]) => `${key}: /${rest}`),
      },
      fc.constantFrom(
        // A group without any rule is none to the library.
        ...["*", "toolcrib", "other", "*\nUser-agent: toolcrib", "other\nUser-agent: *"].map(
          (agents) => `User-agent: ${agents}\nDisallow:`,
        ),
        "Disallow:",
        "# nothing",
        "Allow: *a",
      ),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), path, (lines, written) => {
        const { href, pathname, search } = new URL(`http://a.example${written}`);
        const text = lines.join("\n");
        const expected = robotsParser("http://a.example/robots.txt", text).isAllowed(href, "Toolcrib");
        assert.equal(isOpenTo(text, "toolcrib", pathname + search), expected ?? true);
      }),
      { numRuns: 3000 },
    );
  });

  it("takes no long time over a hostile one", function () {
    this.timeout(2000);
    const path = `/${"a".repeat(8000)}`;
    for (const rule of ["*a", "*", "a*b", `${"a".repeat(4000)}*b*`])
      isOpenTo(`User-agent: *\nDisallow: /${rule.repeat(Math.floor((500 * 1024) / rule.length))}`, "toolcrib", path);
    isOpenTo(`User-agent: *\n${"Disallow: /*b\n".repeat(35_000)}`, "toolcrib", path);
  });

  it("counts rules with a wildcard up to a number, and all others", () => {
    const rules = (count: number) => Array.from({ length: count }, () => "Disallow: /*b");
    assert.equal(isOpen("/a", "User-agent: *", ...rules(4999), "Disallow: /*a"), false);
    assert.equal(isOpen("/a", "User-agent: *", ...rules(5000), "Disallow: /*a"), true);
    assert.equal(isOpen("/a", "User-agent: *", ...rules(5000), "Disallow: /a"), false);
  });
});
