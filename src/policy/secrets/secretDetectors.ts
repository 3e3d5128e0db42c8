/** Kinds of secrets with their levels: those that are known by their form, and a guess by the name. */
import { isRandom, type SecretShape, secretShapes } from "../../core/text/secretShapes";
import type { Level } from "../../core/vocabulary/level";

/** One kind of secret. */
export interface SecretDetector extends SecretShape {
  readonly level: Extract<Level, "CONFIDENTIAL" | "RESTRICTED">;
}

/** In the order in which they are asked; of two that find the same place the first counts. */
export const secretDetectors: readonly SecretDetector[] = [
  ...secretShapes.map((shape) => ({ ...shape, level: "RESTRICTED" as const })),
  {
    // A guess by the name, which is why it counts for less.
    name: "value named like a secret",
    level: "CONFIDENTIAL",
    pattern:
      /(?:passw(?:or)?d|passphrase|secret|token|credential|api[-_]?key|access[-_]?key|private[-_]?key)\w{0,20}(?:["']\s{0,4}:|\s{0,4}=|:)\s{0,4}(?:["'`]([\w+/=.~!@#$%^&*-]{16,256})["'`]|(?<=\w=)([\w+/.~-]{16,256}={0,2})(?=[\s&;]|$))/gi,
    accepts: isRandom,
  },
];
