/** What killed processes left among the person's files, removed at the next start. */
import { removeLeftStandIns } from "../../sandbox/places/maskedFolders";
import { removeLeftWrites } from "./writeLocks";

/**
 * Removes stand-ins for protected names, and files that took no other's place. Never rejects.
 * @param roots real paths of the folders that are worked in.
 * @param names that commands must not create there.
 */
export async function removeLeftovers(roots: readonly string[], names: readonly string[]): Promise<void> {
  await Promise.all([removeLeftStandIns(roots, names), removeLeftWrites()]);
}
