import * as vscode from "vscode";
import type { JudgedCall } from "../../../core/calls/call";
import type { FilePort } from "../../../core/ports/files";
import { sameBytes } from "../../../core/text/changedBytes";
import { fileUri } from "../../../vscode/files/fileUri";
import {
  bytesKept,
  bytesOfWrite,
  keptBytes,
  type UnansweredFile,
  type UnansweredProposal,
  type UnansweredStore,
} from "../unanswered";
import type { PendingReview, Reviewed } from "./pendingReview";
import { emptyUri, proposalUri } from "./proposals";

/**
 * Milliseconds after which a proposal that was left without an answer is forgotten. A window that closes ends its questions
 * just like a person who stops an answer, but it is gone before these are over.
 */
const timeoutMs = 10_000;

/** Milliseconds between looks at whether an earlier window is gone by now, and how many there are. */
const recheck = 5000;
const rechecks = 12;

function fileOf({ kind, title, effect, old, proposal }: Reviewed): UnansweredFile {
  const { target, after } = effect;
  return { kind, title, target, ...(old && { old }), address: proposal.authority, after: keptBytes(after) };
}

function unansweredOf({ plan, decision, context }: JudgedCall, { files }: PendingReview): UnansweredProposal {
  const places = files.map(({ effect }) => effect);
  const writes = plan.effects.flatMap((effect) => {
    if (effect.kind !== "write") return [];
    const { target, before, after, encoding, mode } = effect;
    const file = after === undefined ? null : places.indexOf(effect);
    const facts = { ...(encoding !== undefined && { encoding }), ...(mode !== undefined && { mode }) };
    return [{ path: target.path, before: keptBytes(before), file, ...facts }];
  });
  const { agent } = context.caller;
  const facts = { id: crypto.randomUUID(), title: plan.title, agent, reason: decision.reason, time: Date.now() };
  return { ...facts, files: files.map(fileOf), writes };
}

/** Proposals that an earlier window was closed over, and those of this one for a window to come (D-16). */
export class UnansweredProposals implements vscode.Disposable {
  readonly #own = new Map<PendingReview, { readonly id: string; readonly kept: Promise<void> }>();
  readonly #contents = new Map<string, Uint8Array>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #left: readonly UnansweredProposal[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly store: UnansweredStore,
    private readonly files: Pick<FilePort, "resolve" | "stat" | "read">,
  ) {}

  /** Those that were left, the newest first. */
  get left(): readonly UnansweredProposal[] {
    return this.#left;
  }

  /** A proposed content that was kept, by the authority of its address. */
  contentOf = (authority: string): Uint8Array | undefined => this.#contents.get(authority);

  /** Reads what earlier windows left; those whose process still runs are looked at again later. */
  async load(looks = rechecks): Promise<void> {
    const all = await this.store.list();
    const own = new Set([...this.#own.values()].map(({ id }) => id));
    const others = all.filter(({ proposal }) => !own.has(proposal.id));
    for (const { proposal } of others)
      for (const file of proposal.files) this.#contents.set(file.address, bytesKept(file.after) ?? new Uint8Array());
    const left: UnansweredProposal[] = [];
    for (const { proposal, isAsked } of others) {
      if (isAsked) continue;
      if (await this.#isWritten(proposal)) await this.store.remove(proposal.id);
      else left.push(proposal);
    }
    this.#left = left;
    this.#changed.fire();
    if (looks > 0 && others.some(({ isAsked }) => isAsked))
      this.#timer = setTimeout(() => void this.load(looks - 1), recheck).unref();
  }

  /** A window may have gone between the person's yes and the moment it was put down. */
  async #isWritten(proposal: UnansweredProposal): Promise<boolean> {
    for (const write of proposal.writes) {
      const now = await this.#read(write.path).catch(() => null);
      if (now === null || !sameBytes(now, bytesOfWrite(proposal, write))) return false;
    }
    return true;
  }

  async #read(path: string): Promise<Uint8Array | undefined> {
    const target = await this.files.resolve(path);
    return (await this.files.stat(target)) && this.files.read(target);
  }

  /** Keeps a call's proposal from now on. Never throws: one that cannot be kept is asked about all the same. */
  begin(call: JudgedCall, review: PendingReview): void {
    const proposal = unansweredOf(call, review);
    this.#own.set(review, { id: proposal.id, kept: this.store.put(proposal).catch(() => {}) });
  }

  /** @param isAnswered by a person; else it may be the window that goes. */
  end(review: PendingReview, isAnswered: boolean): void {
    const own = this.#own.get(review);
    if (!own) return;
    const forget = async () => {
      await own.kept;
      await this.store.remove(own.id).catch(() => {});
      this.#own.delete(review);
    };
    if (isAnswered) void forget();
    else setTimeout(() => void forget(), timeoutMs).unref();
  }

  /** Forgets one that was left. */
  async dismiss({ id, files }: UnansweredProposal): Promise<void> {
    await this.store.remove(id);
    this.#left = this.#left.filter((proposal) => proposal.id !== id);
    for (const { address } of files) this.#contents.delete(address);
    this.#changed.fire();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#changed.dispose();
  }
}

/** The two sides of a file's diff. */
export const sidesOf = ({ target, old, address }: UnansweredFile): readonly [before: vscode.Uri, after: vscode.Uri] => {
  const { path } = fileUri(target);
  return [old ? fileUri(old) : emptyUri(path), proposalUri(address, path)];
};
