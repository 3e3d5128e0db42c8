import type { RunContext } from "../../core/tools/tool";
import type { ResolvedPath } from "../../core/vocabulary/effect";

/** Whether searches pass a file over: its first bytes hold a NUL, without a mark that says UTF-16. */
export async function isBinary(file: ResolvedPath, { host, signal }: RunContext): Promise<boolean> {
  for await (const bytes of host.stream(file, signal)) return !isUtf16(bytes) && bytes.includes(0);
  return false;
}

const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
