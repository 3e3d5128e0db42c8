/** The form of a line of the audit log: JSON, chained by hashes to the line before it (D-18). */
import { createHash } from "node:crypto";

/** Before the first line of a file. */
export const chainStart = "0".repeat(64);

const ending = /^,"hash":"([0-9a-f]{64})"\}$/;
/** Bytes of what stands behind the hashed text. */
const endingBytes = ',"hash":""}'.length + chainStart.length;

const hashOf = (body: string | Uint8Array) => createHash("sha256").update(body).digest("hex");

/**
 * A line without its line feed, and its hash.
 * @param entry what it says; its values must survive JSON.
 * @param sequence counted from 1 in each file.
 * @param previous hash of the line before it.
 */
export function chainedLine(entry: object, time: number, sequence: number, previous: string) {
  const body = JSON.stringify({ sequence, time: new Date(time).toISOString(), ...entry, previous });
  const hash = hashOf(body);
  return { text: `${body.slice(0, -1)},"hash":"${hash}"}`, hash };
}

/** A line that holds, or what is wrong with it as a clause. */
export type CheckedLine =
  | { readonly ok: true; readonly hash: string; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly problem: string };

/** Checks one line, without its line feed, against its own hash and the line before it. */
export function checkLine(line: Buffer, sequence: number, previous: string): CheckedLine {
  const start = line.length - endingBytes;
  const hash = start > 0 ? ending.exec(line.toString("latin1", start))?.[1] : undefined;
  if (hash === undefined) return { ok: false, problem: "it is not a complete line of this log" };
  const body = Buffer.concat([line.subarray(0, start), Buffer.from("}")]);
  if (hashOf(body) !== hash) return { ok: false, problem: "its text was changed" };
  const value = JSON.parse(body.toString("utf8")) as Record<string, unknown>;
  if (value.previous !== previous || value.sequence !== sequence)
    return { ok: false, problem: "it does not follow the line before it: lines were removed, added or moved" };
  return { ok: true, hash, value };
}
