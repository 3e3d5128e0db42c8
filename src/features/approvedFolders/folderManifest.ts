/** Manifests of folders that agents make: each names its folder, and what is wrong is told in terms of its file. Pure. */
import { messageOf } from "../../core/vocabulary/toolError";

/**
 * Reads the manifest of a folder.
 * @param folder its name.
 * @param file name of the manifest in it.
 * @param read throws an Error with one clause on the first thing that is wrong.
 * @throws Error with one clause that names the file.
 */
export function folderManifest<T extends { readonly name: string }>(folder: string, file: string, read: () => T): T {
  const manifest = inFile(file, read);
  if (manifest.name !== folder)
    throw new Error(`its ${file} has the name "${manifest.name}", but its folder is "${folder}"`);
  return manifest;
}

function inFile<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`in its ${file} ${messageOf(error)}`);
  }
}
