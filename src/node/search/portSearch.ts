/** Finding files and lines through the file port: where there is no disk, or ripgrep must not look around (D-11). */
import type { FilePort } from "../../core/ports/files";
import { ReadSearch } from "./readSearch";
import { TextSearch } from "./textSearch";
import { WalkedFiles } from "./walkedFiles";

/** Folders are walked by fast-glob, and ripgrep is given the text of what is there. */
export class PortSearch extends ReadSearch {
  /** @param ripgrep a program; without one there is no searching of text. */
  constructor(files: FilePort, ripgrep: string | undefined, source: WalkedFiles = new WalkedFiles(files)) {
    super(files, source, (query) => new TextSearch(files, ripgrep, query));
  }
}
