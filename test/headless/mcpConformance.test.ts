/**
 * The protocol's own conformance checks, as far as they concern this server: the others call test tools, read test resources
 * and prompts, or ask for completions and logging, which this server does not offer.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type HttpBridge, openHttpBridge } from "./support/httpBridge";

const checker = join(__dirname, "..", "..", "node_modules/@modelcontextprotocol/conformance/dist/index.js");

/** One line of the checker's report. */
interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

/** Runs one scenario. @returns its checks, in the order they were made. */
async function checksOf(scenario: string, url: string): Promise<Check[]> {
  const folder = mkdtempSync(join(tmpdir(), "crib-conformance-"));
  const child = spawn(process.execPath, [checker, "server", "--url", url, "--scenario", scenario, "-o", folder], {
    cwd: folder,
    stdio: "ignore",
  });
  await new Promise((resolve) => child.once("close", resolve));
  const [report] = readdirSync(folder).map((name) => join(folder, name, "checks.json"));
  assert.ok(report !== undefined && existsSync(report), `no report of ${scenario}`);
  return JSON.parse(readFileSync(report, "utf8")) as Check[];
}

describe("toolcrib mcp passes the public conformance check", () => {
  let bridge: HttpBridge;
  before(async () => {
    bridge = await openHttpBridge();
  });
  after(() => bridge.close());

  for (const scenario of ["server-initialize", "ping", "tools-list"])
    it(scenario, async () => {
      const checks = await checksOf(scenario, bridge.url);
      assert.deepEqual(
        checks.map(({ id, status }) => [id, status]),
        [[scenario, "SUCCESS"]],
        JSON.stringify(checks),
      );
    });
});
