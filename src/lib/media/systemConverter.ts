/**
 * HEIC through a program that the system has: its decoders for JavaScript are under licences that do not fit, and so
 * none is brought along.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";

/** Milliseconds after which a conversion is given up. */
const timeoutMs = 30_000;

interface Converter {
  readonly program: string;
  args(from: string, to: string): string[];
}

const plain = (from: string, to: string) => [from, to];

/** macOS brings `sips`; Linux distributions package libheif's own, under an older and a newer name. */
const known: readonly (Omit<Converter, "program"> & { readonly name: string })[] = [
  { name: "sips", args: (from, to) => ["-s", "format", "jpeg", from, "--out", to] },
  { name: "heif-dec", args: plain },
  { name: "heif-convert", args: plain },
];

function findConverter(): Converter | undefined {
  // A folder that is named relative to somewhere could be the workspace.
  const folders = (process.env.PATH ?? "").split(delimiter).filter(isAbsolute);
  for (const { name, args } of known) {
    const program = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
    if (program) return { program, args };
  }
  return undefined;
}

/** Whether there is such a program; they are few and named in the note that a model gets when there is none. */
export const canConvertHeic = (): boolean => findConverter() !== undefined;

/**
 * A HEIC image as JPEG, upright.
 * @returns undefined when the program could not make one of it.
 */
export async function heicToJpeg(bytes: Uint8Array, signal: AbortSignal): Promise<Uint8Array | undefined> {
  const converter = findConverter();
  if (!converter) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "toolcrib-heic-"));
  try {
    const from = join(folder, "image.heic");
    await writeFile(from, bytes, { mode: 0o600 });
    await run(converter, from, join(folder, "image.jpg"), signal);
    // Of a file with several pictures each gets a number.
    const [made] = (await readdir(folder)).filter((name) => name.endsWith(".jpg")).sort();
    return made === undefined ? undefined : await readFile(join(folder, made));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run({ program, args }: Converter, from: string, to: string, signal: AbortSignal): Promise<void> {
  const child = spawn(program, args(from, to), {
    stdio: "ignore",
    env: { PATH: process.env.PATH },
    timeout: timeoutMs,
    killSignal: "SIGKILL",
    windowsHide: true,
  });
  const stop = () => child.kill("SIGKILL");
  signal.addEventListener("abort", stop, { once: true });
  try {
    // What it left in the folder tells how it went.
    await once(child, "close").catch(() => {});
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
