import * as vscode from "vscode";
import { type WholeChange, wholeText } from "../../../core/vocabulary/changes/wholeChange";
import { type SingleFile, SingleFiles } from "../../../vscode/ui/singleFiles";
import type { ChangePlace } from "../changeChain";
import type { JournalStore } from "../journal";

/** Scheme of what files held before a change, as the journal has it. */
export const journalScheme = "toolcrib-journal";
/** In an address: what a change left in its file, not what was there before. */
const left = "left";
/** In the place of an entry's id. */
const nothing = "nothing";

/** @param path absolute; the address has it too, so that editors show the file's own name and folder. */
const address = (authority: string, path: string, query = ""): vscode.Uri =>
  vscode.Uri.file(path).with({ scheme: journalScheme, authority, query });

/** What a change left in its file; empty for one that was deleted. */
export const leftUri = ({ id, index }: ChangePlace, path: string): vscode.Uri => address(id, path, `${index}&${left}`);

/** What a file held before the first change of a turn; empty for one that was not there. */
export const imageUri = ({ id, index }: ChangePlace, path: string): vscode.Uri => address(id, path, `${index}`);

/** Nothing, under a file's name: the side of a diff where the file is not there. */
export const nothingUri = (path: string): vscode.Uri => address(nothing, path);

/** The journal's before-images, for the left side of a diff. */
export class JournalImages extends SingleFiles {
  constructor(private readonly store: Pick<JournalStore, "get">) {
    super();
  }

  protected async get(uri: vscode.Uri): Promise<SingleFile> {
    const { authority: id, query } = uri;
    const [index, side] = query.split("&");
    if (id === nothing) return { bytes: new Uint8Array(), mtime: 0, readOnly: true };
    const entry = await this.store.get(id).catch(() => undefined);
    const change = entry?.changes[Number(index)];
    if (!entry || !change) throw vscode.FileSystemError.FileNotFound(uri);
    const bytes = change.whole ? factsOf(change.whole, side) : side === left ? change.after : change.before;
    return { bytes: bytes ?? new Uint8Array(), mtime: entry.time, readOnly: true };
  }
}

/** Of what was moved as it is nobody keeps bytes that could be shown here. */
function factsOf({ before, after }: WholeChange, side: string | undefined): Uint8Array | undefined {
  const facts = side === left ? after : before;
  return facts && new TextEncoder().encode(`(${wholeText(facts, vscode.l10n)})\n`);
}
