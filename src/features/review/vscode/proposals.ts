import { posix } from "node:path";
import * as vscode from "vscode";
import { type SingleFile, SingleFiles } from "../../../vscode/ui/singleFiles";
import { tabContent } from "../../../vscode/ui/tabContent";

/** Scheme of proposed contents and of texts that a person is asked for. */
export const proposalScheme = "toolcrib-proposal";

/** Names the content that stands for a file that is not there. */
const nothing = "nothing";

/** Stands where a proposal was that nobody keeps, as in an editor that a reloaded window shows again. */
const goneText = `${vscode.l10n.t("This proposal was answered or dismissed. It is no longer available.")}\n`;

const readOnlyText = (text: string): Held => ({ bytes: Buffer.from(text), mtime: 0, readOnly: true });

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

  /** @param kept contents of earlier windows by the authority of their address. */
  constructor(private readonly kept: (authority: string) => Uint8Array | undefined = () => undefined) {
    super();
  }

  /** Holds a content under a new address. @param path of the file's address or just a name; it is coloured and named by it. */
  add(path: string, bytes: Uint8Array, readOnly = false): vscode.Uri {
    const uri = proposalUri(crypto.randomUUID(), path);
    this.#held.set(uri.toString(), { bytes, mtime: Date.now(), readOnly });
    return uri;
  }

  /** What a content is now, unsaved changes of the person included; undefined once it was dropped. */
  async current(uri: vscode.Uri): Promise<Uint8Array | undefined> {
    const held = this.#held.get(uri.toString());
    if (!held || held.dropped) return undefined;
    if (held.readOnly) return held.bytes;
    const document = vscode.workspace.textDocuments.find(
      (open) => open.uri.toString() === uri.toString() && open.isDirty,
    );
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
    if (held) return held;
    if (uri.authority === nothing) return readOnlyText("");
    const bytes = this.kept(uri.authority);
    return bytes ? { bytes, mtime: 0, readOnly: true } : readOnlyText(goneText);
  }
}

/** The address of a proposed content. @param path of the file's address or just a name. */
export const proposalUri = (authority: string, path: string): vscode.Uri =>
  vscode.Uri.from({ scheme: proposalScheme, authority, path: posix.resolve("/", path) });

/** The left side of the diff of a file that is to be created. */
export const emptyUri = (path: string): vscode.Uri => proposalUri(nothing, path);

/** The proposal a tab shows, alone or as the right side of a diff. */
export function proposalOf(tab: vscode.Tab): vscode.Uri | undefined {
  const uri = tabContent(tab)?.uri;
  return uri?.scheme === proposalScheme ? uri : undefined;
}
