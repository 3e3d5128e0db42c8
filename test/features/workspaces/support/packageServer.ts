/** A server of packages on this machine: one for npm, one for pip, and the way on to the registry that is configured here. */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Tree, tempFolder } from "../../../support/tempFolder";

/** What is served, by its path. */
type Served = ReadonlyMap<string, { readonly type: string; readonly body: string | Uint8Array }>;

/** A server that is running. */
export interface PackageServer {
  readonly port: number;
  /** With a slash at its end. */
  readonly url: string;
  readonly server: Server;
}

/** A package for npm: its tarball as `npm pack` makes it. */
function packed(manifest: { readonly name: string; readonly version: string }, files: Tree): Buffer {
  const folder = tempFolder({ "package.json": JSON.stringify(manifest), ...files });
  execFileSync("npm", ["pack", "--offline", "--silent", "--ignore-scripts"], { cwd: folder, stdio: "ignore" });
  const name = readdirSync(folder).find((one) => one.endsWith(".tgz")) as string;
  return readFileSync(join(folder, name));
}

/** A wheel is a zip file with three entries about itself. */
function wheel(name: string, files: Readonly<Record<string, string>>): Buffer {
  const info = `${name}-1.0.0.dist-info`;
  const entries = {
    ...files,
    [`${info}/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: 1.0.0\n`,
    [`${info}/WHEEL`]: "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    [`${info}/RECORD`]: "",
  };
  const folder = tempFolder({ "entries.json": JSON.stringify(entries) });
  const zip =
    "import json,zipfile\nwith zipfile.ZipFile('a.whl','w') as z:\n for n,t in json.load(open('entries.json')).items(): z.writestr(n,t)";
  execFileSync("python3", ["-c", zip], { cwd: folder });
  return readFileSync(join(folder, "a.whl"));
}

function npmPackage(
  url: string,
  manifest: { name: string; version: string },
  files: Tree,
): [string, Served extends ReadonlyMap<string, infer V> ? V : never][] {
  const tarball = packed(manifest, files);
  const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
  const file = `${manifest.name}-${manifest.version}.tgz`;
  const dist = { tarball: `${url}tarballs/${file}`, integrity };
  const versions = { [manifest.version]: { ...manifest, dist } };
  const document = { name: manifest.name, "dist-tags": { latest: manifest.version }, versions };
  return [
    [`/${manifest.name}`, { type: "application/json", body: JSON.stringify(document) }],
    [`/tarballs/${file}`, { type: "application/octet-stream", body: tarball }],
  ];
}

async function serve(answer: (path: string) => Promise<{ type: string; body: string | Uint8Array } | undefined>) {
  const server = createServer(async ({ url = "/" }, response) => {
    const found = await answer(decodeURIComponent(url.split("?")[0] as string)).catch(() => undefined);
    response
      .writeHead(found ? 200 : 404, { "content-type": found?.type ?? "text/plain" })
      .end(found?.body ?? "not found");
  });
  await once(server.listen(0, "localhost"), "listening");
  const { port } = server.address() as AddressInfo;
  return { server, port, url: `http://localhost:${port}/` };
}

/**
 * Serves for npm `greeting`, which says hello, and `nosy`, whose install script writes in its own folder and tries to write at
 * a path; for pip `greeting` below `simple/`.
 * @param outside the path.
 */
export async function startPackageServer(outside: string): Promise<PackageServer> {
  let served: Served = new Map();
  const running = await serve(async (path) => served.get(path));
  const { url } = running;
  const script = `const{writeFileSync:w}=require("fs");w("ran","x");try{w(${JSON.stringify(outside)},"x")}catch(e){w("refused",e.code)}`;
  const nosy = { name: "nosy", version: "1.0.0", scripts: { install: "node install.js" } };
  served = new Map([
    ...npmPackage(url, { name: "greeting", version: "1.2.3" }, { "index.js": 'module.exports = "hello from npm";\n' }),
    ...npmPackage(url, nosy, { "install.js": script }),
    [
      "/simple/greeting/",
      { type: "text/html", body: '<a href="/wheels/greeting-1.0.0-py3-none-any.whl">greeting</a>' },
    ],
    [
      "/wheels/greeting-1.0.0-py3-none-any.whl",
      { type: "application/zip", body: wheel("greeting", { "greeting.py": 'text = "hello from pip"\n' }) },
    ],
  ]);
  return running;
}

/** The registry that this machine's npm is configured for, when it answers. */
async function realRegistry(): Promise<string | undefined> {
  const url = spawnSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).stdout.trim();
  const answer = await fetch(new URL("left-pad", url), { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
  return answer?.ok ? url : undefined;
}

/**
 * A server of this machine that passes every request on to the real registry, so that a sandbox may reach it wherever that
 * is; undefined when no registry answers.
 */
export async function startMirror(): Promise<PackageServer | undefined> {
  const registry = await realRegistry();
  if (registry === undefined) return undefined;
  const running: PackageServer = await serve(async (path) => {
    const answer = await fetch(new URL(path.slice(1), registry));
    const type = answer.headers.get("content-type") ?? "";
    if (!answer.ok) return undefined;
    if (!type.includes("json")) return { type, body: new Uint8Array(await answer.arrayBuffer()) };
    return { type, body: (await answer.text()).replaceAll(registry, running.url) };
  });
  return running;
}
