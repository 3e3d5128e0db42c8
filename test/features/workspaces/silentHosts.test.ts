/** Hosts that take a connection and never answer: nothing hangs on them for long, and the failure names them (HB-4). */
import assert from "node:assert/strict";
import { createServer, type Server, type Socket } from "node:net";
import { needsBubblewrap } from "../../node/sandbox/support/world";
import { execPlace } from "./support/execRuns";

const fetching = (port: number) => `import urllib.request
urllib.request.urlopen("http://localhost:${port}/")
`;

describe("a host that accepts connections and never answers (HB-4)", function () {
  this.timeout(120_000);
  const taken: Socket[] = [];
  let server: Server;
  let port = 0;
  before(async function () {
    await needsBubblewrap(this);
    server = createServer((socket) => taken.push(socket.on("error", () => {}).resume()));
    await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
    ({ port } = server.address() as { port: number });
  });
  after(() => {
    for (const socket of taken) socket.destroy();
    server?.close();
  });

  const place = () =>
    execPlace(
      { "p/package.json": '{ "name": "p", "private": true }', "p/fetch.py": fetching(port) },
      { settings: { "toolcrib.web.allowLocal": [`localhost:${port}`] } },
    );
  const naming = (text: string, seconds: number) => {
    const found =
      /^\[localhost:(\d+) accepted the connection but sent nothing for (\d+) s\. The sandbox allows this host: check its name and port, try again later, or tell the person\.\]$/m.exec(
        text,
      );
    assert.equal(found?.[1], String(port), text);
    assert.ok(Math.abs(Number(found?.[2]) - seconds) <= 3, text);
  };

  it("is named when the command is stopped by its time limit", async () => {
    const { run } = await place();
    const { data, text } = await run({ file: "p/fetch.py", timeout_ms: 8000 });
    assert.equal(data.endedBy, "timeout");
    naming(text, 8);
  });

  it("as an encrypted registry makes npm fail soon, and is named", async () => {
    const { run } = await place();
    const begun = Date.now();
    const command = `npm install greeting --registry https://localhost:${port}/ --noproxy nothing --fetch-retries 0`;
    const { data, text } = await run({ command: `NO_PROXY= no_proxy= ${command}`, cwd: "p" });
    const seconds = (Date.now() - begun) / 1000;
    assert.equal(data.exitCode, 1, text);
    assert.ok(seconds < 40, `${seconds} s`);
    naming(text, 20);
  });

  it("is named beside a port of this machine where nothing listens", async () => {
    const free = await new Promise<number>((resolve) => {
      const passing = createServer().listen(0, "localhost", () => {
        const { port: found } = passing.address() as { port: number };
        passing.close(() => resolve(found));
      });
    });
    const { run } = await execPlace(
      { "fetch.py": fetching(free) },
      { settings: { "toolcrib.web.allowLocal": [`localhost:${free}`] } },
    );
    const { data, text } = await run({ file: "fetch.py" });
    assert.equal(data.exitCode, 1);
    assert.ok(
      text.includes(
        `\n[localhost:${free} could not be reached (ECONNREFUSED). The sandbox allows this host: check its name and port, try again later, or tell the person.]`,
      ),
      text,
    );
  });
});
