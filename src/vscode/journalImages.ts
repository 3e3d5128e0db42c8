import { basename } from "node:path";
import * as vscode from "vscode";
import type { JournalStore } from "../core/journal";
import type { TurnChange } from "../review/turns";
import { type SingleFile, SingleFiles } from "./singleFiles";

/** Scheme of what files held before a change, as the journal has it. */
export const journalScheme = "toolcrib-journal";

/** What a file held before the first change of a turn; empty for one that was not there. */
export const imageUri = ({ id, index }: TurnChange["first"], path: string): vscode.Uri =>
  vscode.Uri.from({ scheme: journalScheme, path: `/${id}/${index}/${basename(path)}` });

/** Nothing, under a file's name: the side of a diff where the file is not there. */
export const nothingUri = (path: string): vscode.Uri =>
  vscode.Uri.from({ scheme: journalScheme, path: `/nothing/${basename(path)}` });

/** The journal's before-images, for the left side of a diff. */
export class JournalImages extends SingleFiles {
  constructor(private readonly store: Pick<JournalStore, "get">) {
    super();
  }

  protected async get(uri: vscode.Uri): Promise<SingleFile> {
    const [, id = "", index = ""] = uri.path.split("/");
    if (id === "nothing") return { bytes: new Uint8Array(), mtime: 0, readOnly: true };
    const entry = await this.store.get(id).catch(() => undefined);
    const change = entry?.changes[Number(index)];
    if (!entry || !change) throw vscode.FileSystemError.FileNotFound(uri);
    return { bytes: change.before ?? new Uint8Array(), mtime: entry.time, readOnly: true };
  }
}
