/** Whether commands can run on a layer here, found out once for each state folder by trying. */
import { lstat, mkdir, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { clause } from "../../../core/text/clauses/clause";
import { isInside } from "../../../core/vocabulary/paths";
import { askProgram } from "../../processes/askProgram";
import { whyNotCopied } from "./foreignEntries";
import {
  type LayerPrograms,
  layerEnvironment,
  layerPrograms,
  layersIn,
  layersInMemory,
  makeLayerFolders,
  mergedOf,
  mounted,
  mounting,
  removeLayers,
  upperOf,
} from "./layerFolders";
import { mountPoints } from "./mountTable";

/** What there is to make layers with and where they lie, or why there is nothing, as one clause. */
export type LayerProbe = { readonly programs: LayerPrograms; readonly place: string } | { readonly reason: string };

const timeoutMs = 10_000;

const isThere = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** A folder of this user's alone. @throws Error where it is somebody else's, or cannot be made. */
export async function ownPlace(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = await lstat(folder);
  if (uid !== process.getuid?.() || (mode & 0o077) !== 0) throw new Error(`${folder} is open to other users`);
  return realpath(folder);
}

/**
 * Tries it with a folder of its own: a file that is removed and one that is made must show in the layer alone, and of a folder
 * that is made again nothing that was in it.
 * @param layers in which layers are to lie.
 */
export async function probeIn(programs: LayerPrograms, layers: string): Promise<LayerProbe> {
  const place = await ownPlace(layers);
  const around = await makeLayerFolders(place, []);
  try {
    const root = join(around.folder, "root");
    await mkdir(join(root, "folder"), { recursive: true });
    const folders = await makeLayerFolders(around.folder, [root]);
    await writeFile(join(root, "old"), "");
    await writeFile(join(root, "folder", "old"), "");
    const text = `cd "$0" && rm old && : >new && rm -r folder && mkdir folder && ! [ -e folder/old ]`;
    const look = ["/bin/sh", "-c", text, mergedOf(folders, 0)];
    const [program = "", ...args] = mounted(mounting(programs, folders), look);
    const answer = await askProgram({
      program,
      args,
      cwd: "/",
      env: layerEnvironment,
      timeoutMs,
    });
    const inLayer = answer?.exitCode === 0 && (await isThere(join(upperOf(folders, 0), "new")));
    if (inLayer && (await isThere(join(root, "old"))) && !(await isThere(join(root, "new"))))
      return { programs, place };
    const said = answer?.stderr.trim().split("\n").at(-1);
    return {
      reason: said
        ? clause`this system does not let ordinary users mount overlays (${said})`
        : clause`this system does not let ordinary users mount overlays`,
    };
  } finally {
    await removeLayers(around.folder);
  }
}

const known = new Map<string, Promise<LayerProbe>>();

/** The answer is kept for the life of the process. Never rejects. @param state the state folder, where layers lie. */
export function probeLayer(state: string): Promise<LayerProbe> {
  const found = known.get(state) ?? probe(state);
  known.set(state, found);
  return found;
}

/** Why these roots cannot be changed apart from each other, as one clause. */
export function whyNested(roots: readonly string[]): string | undefined {
  const outer = roots.find((root) => roots.some((other) => other !== root && isInside(root, other)));
  return outer === undefined ? undefined : clause`the workspace folder ${outer} contains another one`;
}

/** Why there can be no layer over these roots (real paths), as one clause; undefined when there can. */
export async function whyNoLayerOver(roots: readonly string[], state: string): Promise<string | undefined> {
  const probe = await probeLayer(state);
  if ("reason" in probe) return probe.reason;
  const nested = whyNested(roots);
  if (nested !== undefined) return nested;
  const mount = mountPoints().find((path) => roots.some((root) => path !== root && isInside(root, path)));
  // Without rights a copy of the folders around it would bare what it covers, so the system makes no overlay there.
  return mount === undefined
    ? whyNotCopied(roots)
    : clause`another file system is mounted in the workspace folder, at ${mount}`;
}

async function probe(state: string): Promise<LayerProbe> {
  if (process.platform !== "linux") return { reason: clause`layers are not made on ${process.platform}` };
  const programs = layerPrograms();
  if (!programs) return { reason: clause`the programs unshare and mount (util-linux) are not installed` };
  const tried = (layers: string) =>
    probeIn(programs, layers).catch((error: Error) => ({
      reason: clause`no layer could be made (${error.message})`,
    }));
  const own = await tried(layersIn(state));
  if (!("reason" in own)) return own;
  const inMemory = await tried(layersInMemory);
  return "reason" in inMemory ? own : inMemory;
}
