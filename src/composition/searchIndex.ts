import { join } from "node:path";
import { SearchIndex } from "../node/search/indexing/searchIndex";
import { closedFilesName } from "../policy/files/closedFilesReader";

/** The indexes of one host, kept beside its other state. */
export const searchIndex = (ripgrep: string, stateFolder: string, isOn: () => boolean): SearchIndex =>
  new SearchIndex({ ripgrep, isOn, folder: join(stateFolder, "searchIndex"), closing: closedFilesName });
