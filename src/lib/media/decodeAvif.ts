/** AVIF to pixels, with the decoder of the AV1 project as WebAssembly. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Pixels } from "./orientation";

const wasmName = "avif_dec.wasm";

/** Beside the bundle, or where npm put it. */
function wasmPath(): string {
  const shipped = join(__dirname, wasmName);
  return existsSync(shipped) ? shipped : require.resolve("@jsquash/avif/codec/dec/avif_dec.wasm");
}

/** @throws Error for bytes that are no AVIF image. */
export async function decodeAvif(bytes: Buffer): Promise<Pixels> {
  const { default: decoder } = await import("@jsquash/avif/codec/dec/avif_dec.js");
  const { decode } = await decoder({ noInitialRun: true, wasmBinary: readFileSync(wasmPath()) });
  const pixels = decode(bytes, 8);
  if (!pixels) throw new Error("It is not an AVIF image that can be decoded.");
  const { data, width, height } = pixels;
  return { data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength), width, height };
}
