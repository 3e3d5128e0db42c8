/** Tools that agents made: what is there, what a person said to it, and how they come to be called (CT-2, CT-3). */

import type { FollowedCall } from "../../core/calls/beside/followedCall";
import type { AddedTool, AddedTools } from "../../core/tools/addedTools";
import { messageOf, ToolError } from "../../core/vocabulary/toolError";
import {
  type ApprovalState,
  type FolderFile,
  type FolderVerdict,
  recordedVerdict,
} from "../approvedFolders/approvedFolder";
import { RefreshedList } from "../approvedFolders/refreshedList";
import type { MadeToolManifest } from "./madeToolManifest";

/** The folder that holds one folder for each tool, below the first root. */
export const madeToolsFolder = ".toolcrib/tools";

/** A tool's folder, as it was read. */
export interface MadeTool {
  /** Name of the folder. */
  readonly name: string;
  readonly state: ApprovalState;
  /** Everything in the folder, by name; of one that cannot be used, what could be read. */
  readonly files: readonly FolderFile[];
  /** Names the bytes of all files, and no others. */
  readonly digest: string;
  /** Absent when it cannot be used. */
  readonly manifest?: MadeToolManifest;
  /** One clause on why it cannot be used. */
  readonly problem?: string;
  /** What the person said when they rejected it. */
  readonly comment?: string;
}

/** A tool that can be run once it is approved. */
export type UsableTool = MadeTool & { readonly manifest: MadeToolManifest };

/** Where tools lie, and where what was said to them is kept: apart from the workspace, so that none brings its approval. */
export interface MadeToolStore {
  /** All of them by name, read anew. Never rejects. */
  all(): Promise<readonly MadeTool[]>;
  /** One of them, read anew; undefined when there is no such folder. Never rejects. */
  find(name: string): Promise<MadeTool | undefined>;
  /** Remembers what a person said to these bytes of the tool; undefined: nothing any more. */
  decide(tool: MadeTool, verdict: FolderVerdict | undefined, comment?: string): Promise<void>;
  /** Where {@link prepare} puts a copy. */
  programFolder(digest: string): string;
  /** Makes sure that the copy there holds the tool's bytes. */
  prepare(tool: MadeTool): Promise<void>;
}

/** What the tools need of their host. */
export interface MadeToolPorts {
  readonly store: MadeToolStore;
  readonly added: AddedTools;
  /** Makes what a model calls of a tool. @param noticed called when the tool is not as it was by then. */
  make(tool: MadeTool, noticed: () => void): AddedTool;
  /** Puts on record what a person said. */
  note(event: string, detail: string): void;
}

const isTheirs = /[\\/]\.toolcrib[\\/]tools[\\/]/;

const sameTools = (some: readonly MadeTool[], others: readonly MadeTool[]): boolean =>
  some.length === others.length &&
  some.every(({ name, digest, state, problem, comment }, at) => {
    const other = others[at];
    return (
      name === other?.name &&
      digest === other.digest &&
      state === other.state &&
      problem === other.problem &&
      comment === other.comment
    );
  });

/** The tools that agents made in one window or process; keeps what models may call in step with them. */
export class MadeTools {
  readonly #removers: (() => void)[] = [];
  readonly #list: RefreshedList<MadeTool>;
  #found: readonly MadeTool[] = [];

  constructor(private readonly ports: MadeToolPorts) {
    this.#list = new RefreshedList({
      read: () => this.#read(),
      isSame: (some, others) => some === others,
      unread: (reason) => ports.note("tools unread", reason),
    });
  }

  /** As they were last read. */
  all(): readonly MadeTool[] {
    return this.#list.all();
  }

  /** Reads them anew, once for all who ask while they are being read. Never rejects. */
  refresh(): Promise<void> {
    return this.#list.refresh();
  }

  /** Reads them anew when a call has written where they lie. */
  async follow({ judged }: Pick<FollowedCall, "judged">): Promise<void> {
    const writes = judged?.plan.effects.some((effect) => effect.kind === "write" && isTheirs.test(effect.target.path));
    if (writes) await this.refresh();
  }

  /**
   * A person's word on what they were shown.
   * @throws ToolError `stale` when the tool is not any more what they were shown, `invalid_input` when it cannot be used.
   */
  async decide(shown: MadeTool, verdict: FolderVerdict | undefined, comment?: string): Promise<void> {
    const now = await this.ports.store.find(shown.name);
    if (now?.digest !== shown.digest)
      throw new ToolError("stale", `The tool "${shown.name}" was changed during the review: review it again.`);
    if (verdict === "approved" && !now.manifest)
      throw new ToolError("invalid_input", `The tool "${shown.name}" cannot be approved: ${now.problem}.`);
    await this.ports.store.decide(shown, verdict, comment);
    this.ports.note(`tool ${verdict ?? "approval withdrawn"}`, recordedVerdict(shown.name, shown.digest, comment));
    await this.refresh();
  }

  /** @param listener called whenever a tool came, went or changed. @returns ends the listening. */
  onChange(listener: () => void): () => void {
    return this.#list.onChange(listener);
  }

  async #read(): Promise<readonly MadeTool[]> {
    const found = await this.ports.store.all();
    if (sameTools(found, this.#found)) return this.all();
    this.#found = found;
    for (const remove of this.#removers.splice(0)) remove();
    return found.map((tool) => this.#offered(tool));
  }

  /** The same tool, once models may call it; unusable when they cannot. */
  #offered(tool: MadeTool): MadeTool {
    try {
      this.#removers.push(this.ports.added.add(this.ports.make(tool, () => void this.refresh())));
      return tool;
    } catch (error) {
      const { manifest, ...rest } = tool;
      return { ...rest, state: "unusable", problem: tool.problem ?? messageOf(error).replace(/\.$/, "") };
    }
  }
}
