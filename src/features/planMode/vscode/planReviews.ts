import * as vscode from "vscode";
import type { Answer } from "../../../core/calls/approvals/answer";
import type { PlanMode } from "../../../core/session/planMode";
import { plainMarkdown, revealed, withoutPictures } from "../../../core/text/markdown";
import type { PresentEffect } from "../../../core/vocabulary/effect";
import { showInformation } from "../../../vscode/ui/notifications";
import type { WaitingSource, WaitingThing } from "../../needsYou/waitingThings";
import { askForText, type TextQuestions } from "../../review/vscode/askForText";
import { whileWaiting } from "../../review/vscode/waitingEditors";

/** Scheme of plans as they are rendered. */
const scheme = "toolcrib-plan";
/** Context key: paths of the documents of the plan that waits; absent when none does. */
const waitingKey = "toolcrib.waitingPlans";
/** VS Code's own preview of Markdown. */
const previewEditor = "vscode.markdown.preview.editor";

/** A plan that was put before the person. */
export type AskedPlan = Pick<WaitingPlan, "id" | "effect">;

/** A plan that waits for its answer. */
interface WaitingPlan {
  /** For buttons that stay when it has been answered. */
  readonly id: string;
  readonly effect: PresentEffect;
  /** Who asked. */
  readonly agent: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** What the person may change. */
  readonly source: vscode.Uri;
  /** The same as it is rendered. */
  readonly preview: vscode.Uri;
  answer(approval: Answer): void;
  /** Aborted once it is answered. */
  readonly ended: AbortSignal;
}

const kept = { approved: false, by: "person" } as const satisfies Answer;

/** The name of the file that a plan seems to be in. */
const fileName = (title: string) => `${revealed(title).replace(/[\\/:?#%]/g, "-")}.md`;

/** The plan whose preview a tab shows. */
export const planOf = ({ input }: vscode.Tab): vscode.Uri | undefined =>
  input instanceof vscode.TabInputCustom && input.uri.scheme === scheme ? input.uri : undefined;

/** Puts one plan at a time before the person, as a Markdown preview with the answers in its title (section 17). */
export class PlanReviews implements WaitingSource, vscode.Disposable {
  readonly #asked = new vscode.EventEmitter<AskedPlan>();
  /** A plan was put before the person. */
  readonly onDidAsk = this.#asked.event;
  readonly #changed = new vscode.EventEmitter<void>();
  /** A plan waits, or no longer. */
  readonly onDidChange = this.#changed.event;
  readonly #rendered = new vscode.EventEmitter<vscode.Uri>();
  readonly #subscriptions: vscode.Disposable[];
  #waiting: WaitingPlan | undefined;
  #count = 0;

  constructor(
    private readonly texts: TextQuestions,
    mode: PlanMode,
  ) {
    const endListening = mode.onChange(() => {
      if (!mode.isOn) this.#waiting?.answer(kept);
    });
    this.#subscriptions = [
      this.#asked,
      this.#changed,
      this.#rendered,
      { dispose: endListening },
      vscode.workspace.registerTextDocumentContentProvider(scheme, {
        onDidChange: this.#rendered.event,
        provideTextDocumentContent: (uri) => this.#render(uri),
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#onEdited(document.uri)),
    ];
  }

  /** True while a plan waits for its answer. */
  get isWaiting(): boolean {
    return this.#waiting !== undefined;
  }

  /** Shows a plan and waits for the answer; one that waits already gives way to it. */
  async ask(effect: PresentEffect, agent: string, signal: AbortSignal): Promise<Answer> {
    if (signal.aborted) return kept;
    this.#waiting?.answer({ approved: false, by: "nobody", feedback: "another plan took its place" });
    const name = fileName(effect.title);
    const source = this.texts.proposals.add(name, Buffer.from(effect.text));
    const id = `plan ${++this.#count}`;
    const preview = vscode.Uri.from({ scheme, path: `/${id}/${name}` });
    let answer: (approval: Answer) => void = () => {};
    const answered = new Promise<Answer>((resolve) => {
      answer = resolve;
    });
    const ended = new AbortController();
    const since = Date.now();
    const plan: WaitingPlan = { id, effect, agent, since, source, preview, answer, ended: ended.signal };
    const leave = () => answer(kept);
    signal.addEventListener("abort", leave, { once: true });
    this.#setWaiting(plan);
    this.#asked.fire(plan);
    try {
      await this.show();
      const hint = vscode.l10n.t(
        'The plan "{0}" is waiting for you: approve it (✓) or send it back above its preview.',
        revealed(effect.title),
      );
      return await whileWaiting(hint, answered, leave);
    } finally {
      signal.removeEventListener("abort", leave);
      ended.abort();
      if (this.#waiting === plan) this.#setWaiting(undefined);
      await this.#close(plan);
    }
  }

  #setWaiting(plan: WaitingPlan | undefined): void {
    this.#waiting = plan;
    void vscode.commands.executeCommand("setContext", waitingKey, plan && [plan.source.path, plan.preview.path]);
    this.#changed.fire();
  }

  async #close({ source, preview }: WaitingPlan): Promise<void> {
    const tabs = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter((tab) => planOf(tab)?.toString() === preview.toString());
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
    await this.texts.proposals.drop([source]);
  }

  /** See WaitingSource. */
  waiting(): readonly WaitingThing[] {
    if (!this.#waiting) return [];
    const { id, effect, agent, since } = this.#waiting;
    const acts = {
      open: () => this.show(true),
      accept: () => this.approve(id),
      reject: () => this.keepPlanning(id),
      rejectWithComment: () => this.sendBack(id),
    };
    return [{ ...{ id, kind: "plan", agent, since, acts }, label: effect.title, facts: [] }];
  }

  /** See WaitingSource. */
  onWaitingChange(listener: () => void): () => void {
    const listening = this.onDidChange(listener);
    return () => listening.dispose();
  }

  /** Opens the preview. @param focus whether it takes the focus from what the person types in. */
  async show(focus = false): Promise<void> {
    if (!this.#waiting) return;
    const options = { preview: false, preserveFocus: !focus };
    await vscode.commands.executeCommand("vscode.openWith", this.#waiting.preview, previewEditor, options);
  }

  /** Opens the plan's text beside the preview, which follows it. */
  async edit(): Promise<void> {
    if (!this.#waiting) return;
    const options = { viewColumn: vscode.ViewColumn.Beside, preview: false };
    await vscode.window.showTextDocument(this.#waiting.source, options);
  }

  /** The plan that an answer is for. @param id given by a button of one plan alone. */
  #waitingFor(id: unknown): WaitingPlan | undefined {
    if (this.#waiting && (typeof id !== "string" || id === this.#waiting.id)) return this.#waiting;
    void showInformation(vscode.l10n.t("Toolcrib: this plan has already been answered."));
    return undefined;
  }

  /** Says yes to the plan as it stands. */
  async approve(id?: unknown): Promise<void> {
    const plan = this.#waitingFor(id);
    if (!plan) return;
    const presented = await this.#textOf(plan);
    const edited = presented !== plan.effect.text;
    plan.answer({ approved: true, by: "person", ...(edited && { presented }) });
  }

  /** Asks for comments and sends the plan back with them; without comments it goes on waiting. */
  async sendBack(id?: unknown): Promise<void> {
    const plan = this.#waitingFor(id);
    if (!plan) return;
    const comments = await askForText(
      this.texts,
      vscode.l10n.t("Comments on the plan"),
      vscode.l10n.t("Write what should change in the plan."),
      plan.ended,
    );
    if (comments?.trim()) plan.answer({ ...kept, feedback: comments });
  }

  /** Says that the plan is not good enough yet. */
  keepPlanning(id?: unknown): void {
    this.#waitingFor(id)?.answer(kept);
  }

  async #textOf({ source, effect }: WaitingPlan): Promise<string> {
    const bytes = await this.texts.proposals.current(source);
    return bytes ? Buffer.from(bytes).toString("utf8") : effect.text;
  }

  #onEdited(uri: vscode.Uri): void {
    const plan = this.#waiting;
    if (plan?.source.toString() === uri.toString()) this.#rendered.fire(plan.preview);
  }

  async #render(uri: vscode.Uri): Promise<string> {
    const plan = this.#waiting;
    return plan?.preview.path === uri.path
      ? withoutPictures(await this.#textOf(plan))
      : vscode.l10n.t("This plan has been answered.");
  }

  dispose(): void {
    this.#waiting?.answer(kept);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

/** Shows a plan in a chat of our own, with the same answers as its preview. */
export function planInChat(stream: vscode.ChatResponseStream, { id, effect: { title, text } }: AskedPlan): void {
  const heading = text.startsWith("#") ? "" : `### ${plainMarkdown(title)}\n\n`;
  stream.markdown(`\n\n${heading}${withoutPictures(text)}\n\n`);
  for (const [command, label] of [
    ["approve", vscode.l10n.t("Approve Plan")],
    ["sendBack", vscode.l10n.t("Send Back with Comments…")],
    ["keepPlanning", vscode.l10n.t("Keep Planning")],
  ] as const)
    stream.button({ command: `toolcrib.plan.${command}`, title: label, arguments: [id] });
}
