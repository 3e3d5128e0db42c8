/** Makes the same bytes of the same files, wherever and whenever they are packed. */
import { chmodSync } from "node:fs";

/** The time of every packed file, in seconds since 1970, unless `SOURCE_DATE_EPOCH` says otherwise: 2026-01-01. */
const packedAt = 1_767_225_600;

/** When something is said to have been packed. */
export const packedDate = () => new Date(Number(process.env.SOURCE_DATE_EPOCH ?? packedAt) * 1000);

/**
 * Does some packing without this machine's clock, time zone or default permissions showing in what comes of it.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function reproducibly(work) {
  const { SOURCE_DATE_EPOCH: epoch, TZ: zone } = process.env;
  const mask = process.umask(0o022);
  // Times in a zip are local times.
  Object.assign(process.env, { SOURCE_DATE_EPOCH: epoch ?? String(packedAt), TZ: "UTC" });
  try {
    return await work();
  } finally {
    process.umask(mask);
    restore("SOURCE_DATE_EPOCH", epoch);
    restore("TZ", zone);
  }
}

/**
 * Gives files the permissions that a checkout under the usual mask has.
 * @param {readonly string[]} files
 */
export function withUsualPermissions(files) {
  for (const file of files) chmodSync(file, 0o644);
}

/** @param {string} name @param {string | undefined} value */
function restore(name, value) {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}
