import { posix } from "node:path";
import * as vscode from "vscode";
import { type SingleFile, SingleFiles } from "./singleFiles";

/** Scheme of proposed contents and of texts that a person is asked for. */
export const proposalScheme = "toolcrib-proposal";

/** Milliseconds in which a dropped content still takes what VS Code saves by itself, as it may have begun to. */
const saving = 10_000;

interface Held extends SingleFile {
  bytes: Uint8Array;
  mtime: number;
  /** Nobody needs it any more. */
  dropped?: true;
}

/**
 * Contents that exist only while they are decided on. Writable, so that a person can change the right side of a diff;
 * VS Code saves it back here.
 */
export class Proposals extends SingleFiles {
  readonly #held = new Map<string, Held>();
  #count = 0;

  /** Holds a content under a new address. @param path of the file's address or just a name; it is coloured and named by it. */
  add(path: string, bytes: Uint8Array, readOnly = false): vscode.Uri {
    const uri = vscode.Uri.from({
      scheme: proposalScheme,
      authority: String(++this.#count),
      path: posix.resolve("/", path),
    });
    this.#held.set(uri.toString(), { bytes, mtime: Date.now(), readOnly });
    return uri;
  }

  /** What a content is now, unsaved changes of the person included; undefined once it was dropped. */
  async current(uri: vscode.Uri): Promise<Uint8Array | undefined> {
    const document = vscode.workspace.textDocuments.find(
      (open) => open.uri.toString() === uri.toString() && open.isDirty,
    );
    const held = this.#held.get(uri.toString());
    if (!held || held.dropped) return undefined;
    return document ? vscode.workspace.encode(document.getText(), { encoding: document.encoding }) : held.bytes;
  }

  /** Forgets contents and closes the editors that show them; nothing is asked, because nothing would be lost. */
  async drop(uris: readonly vscode.Uri[]): Promise<void> {
    const keys = new Set(uris.map((uri) => uri.toString()));
    const dirty = vscode.workspace.textDocuments.filter(({ uri, isDirty }) => isDirty && keys.has(uri.toString()));
    for (const document of dirty) await document.save();
    const tabs = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter((tab) => keys.has(proposalOf(tab)?.toString() ?? ""));
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
    for (const key of keys) this.#forget(key);
  }

  /** Auto save may be under way; were its file gone, VS Code would tell the person that their text could not be saved. */
  #forget(key: string): void {
    const held = this.#held.get(key);
    if (held) held.dropped = true;
    setTimeout(() => this.#held.delete(key), saving).unref();
  }

  override writeFile(uri: vscode.Uri, bytes: Uint8Array): void {
    const held = this.get(uri);
    if (held.readOnly) throw vscode.FileSystemError.NoPermissions(uri);
    held.bytes = bytes;
    held.mtime = Date.now();
    this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  protected get(uri: vscode.Uri): Held {
    const held = this.#held.get(uri.toString());
    if (!held) throw vscode.FileSystemError.FileNotFound(uri);
    return held;
  }
}

/** The proposal a tab shows, alone or as the right side of a diff. */
export function proposalOf({ input }: vscode.Tab): vscode.Uri | undefined {
  const uri =
    input instanceof vscode.TabInputTextDiff
      ? input.modified
      : input instanceof vscode.TabInputText
        ? input.uri
        : undefined;
  return uri?.scheme === proposalScheme ? uri : undefined;
}
