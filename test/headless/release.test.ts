/** What a release consists of: the package for npm serves a real client, and packing twice gives the same bytes. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { z } from "zod";
import { packNpmPackage } from "../../scripts/release/npmPackage.mjs";
import { reproducibly, withUsualPermissions } from "../../scripts/release/reproducible.mjs";
import { packageExtension } from "../../scripts/vscode/package.mjs";
import { repository } from "../../scripts/vscode/paths.mjs";
import { tempFolder } from "../support/tempFolder";

const parsed = (file: string) => JSON.parse(readFileSync(file, "utf8"));

/** One exact version, which the registry of MCP servers wants in place of ranges and "latest". */
const exactVersion = z.string().regex(/^\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/);

/** The rules of server.json as its schema of 2025-12-11 and the official registry have them, for what ours says. */
const serverRules = z.strictObject({
  $schema: z.literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
  // The registry lets whoever owns the GitHub organisation publish below io.github.
  name: z
    .string()
    .max(200)
    .regex(/^io\.github\.[A-Za-z0-9-]+\/[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: exactVersion.max(255),
  websiteUrl: z.url({ protocol: /^https$/ }),
  repository: z.strictObject({ url: z.url({ protocol: /^https$/ }), source: z.literal("github") }),
  packages: z
    .array(
      z.strictObject({
        registryType: z.literal("npm"),
        identifier: z.string().min(1),
        version: exactVersion.max(255),
        runtimeHint: z.literal("npx"),
        packageArguments: z.array(z.strictObject({ type: z.literal("positional"), value: z.string().min(1) })),
        transport: z.strictObject({ type: z.literal("stdio") }),
      }),
    )
    .min(1),
});

describe("server.json", () => {
  it("keeps the rules of the registry of MCP servers, and names this version of this package", () => {
    const { name, version, repository: source } = parsed("package.json");
    const server = serverRules.parse(parsed("server.json"));
    assert.equal(server.version, version);
    assert.equal(`${server.repository.url}.git`, source.url);
    assert.deepEqual(
      server.packages.map((entry) => [entry.identifier, entry.version]),
      [[name, version]],
    );
  });
});

describe("the package for npm", () => {
  it("holds all that its MCP server and its library need, in an empty folder", async () => {
    const folder = tempFolder();
    const tarball = await packNpmPackage(repository, folder);
    const unpacked = join(folder, "node_modules", "toolcrib");
    mkdirSync(unpacked, { recursive: true });
    execFileSync("tar", ["--extract", "--gzip", "--strip-components=1", "--file", tarball, "--directory", unpacked]);
    const manifest = parsed(join(unpacked, "package.json"));
    assert.deepEqual(
      [manifest.name, manifest.mcpName, Object.keys(manifest.dependencies), existsSync(join(folder, "npm"))],
      ["toolcrib", parsed("server.json").name, ["@vscode/ripgrep"], false],
    );
    writeFileSync(join(folder, "a.txt"), "one\n");
    const client = new Client({ name: "test", version: "0" });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [join(unpacked, manifest.bin.toolcrib), "mcp", "--root", folder, "--state", join(folder, "state")],
        cwd: folder,
      }),
    );
    try {
      assert.equal(client.getServerVersion()?.version, manifest.version);
      const result = await client.callTool({ name: "read_file", arguments: { path: "a.txt" } });
      assert.deepEqual(result.content, [{ type: "text", text: "one\n" }]);
    } finally {
      await client.close();
    }
    const script =
      'require("toolcrib/library").createTools({ root: "." }).then(({ tools }) => console.log(tools.length))';
    const count = execFileSync(process.execPath, ["-e", script], { cwd: folder, encoding: "utf8" });
    assert.ok(Number(count) > 40, `${count} tools`);
  });
});

describe("packing", () => {
  it("gives the same bytes at another time, in another time zone and under another mask", async () => {
    const folder = tempFolder();
    const manifest = { name: "small", publisher: "test", version: "1.0.0", engines: { vscode: "^1.106.0" } };
    const files = { "package.json": JSON.stringify(manifest), "b.txt": "b", "a.txt": "a" };
    const packedIn = async (name: string, zone: string, mode: number, time: number) => {
      const place = join(folder, name);
      mkdirSync(place);
      for (const [file, text] of Object.entries(files)) {
        writeFileSync(join(place, file), text, { mode });
        utimesSync(join(place, file), time, time);
      }
      const before = { TZ: process.env.TZ, mask: process.umask() };
      process.env.TZ = zone;
      try {
        return await reproducibly(async () => {
          withUsualPermissions(Object.keys(files).map((file) => join(place, file)));
          return readFileSync(await packageExtension(place, join(folder, `${name}.vsix`)));
        });
      } finally {
        assert.deepEqual([process.env.TZ, process.umask()], [zone, before.mask], "left as it was");
        if (before.TZ === undefined) delete process.env.TZ;
        else process.env.TZ = before.TZ;
      }
    };
    const first = await packedIn("first", "Asia/Kolkata", 0o600, 1_000_000_000);
    const second = await packedIn("second", "America/New_York", 0o664, 1_700_000_000);
    assert.ok(first.length > 500);
    assert.ok(first.equals(second), "the same bytes");
  });
});
