/** The part of `node:crypto` that modules for every host use, for a browser: its own hashes can only be waited for. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** @throws Error for another algorithm or encoding than what is used. */
export function createHash(algorithm: string) {
  if (algorithm !== "sha256") throw new Error(`There is no hash ${algorithm} in a browser.`);
  const hash = sha256.create();
  const made = {
    update(data: string | Uint8Array) {
      hash.update(typeof data === "string" ? utf8ToBytes(data) : data);
      return made;
    },
    digest(encoding: string): string {
      if (encoding !== "hex") throw new Error(`A hash cannot be given as ${encoding} in a browser.`);
      return bytesToHex(hash.digest());
    },
  };
  return made;
}
