import * as vscode from "vscode";
import type { AgentExecutor } from "../../../core/calls/crib";
import type { Transcripts } from "../transcripts";
import { transcriptText } from "../transcriptText";

const scheme = "toolcrib-transcript";

/** Milliseconds between two drawings of a transcript that grows. */
const redrawn = 500;

/** What agents did as Markdown documents, which are made when somebody looks and follow the agents while they work. */
export class TranscriptDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #registration: vscode.Disposable;
  readonly #endListening: () => void;
  readonly #due = new Map<string, NodeJS.Timeout>();

  constructor(
    private readonly agents: AgentExecutor,
    private readonly transcripts: Transcripts,
  ) {
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
    this.#endListening = transcripts.onChange((id) => this.#redrawSoon(id));
  }

  provideTextDocumentContent({ query: id }: vscode.Uri): string {
    const agent = this.agents.find(id);
    return agent
      ? transcriptText({ agent, ...this.transcripts.of(id) })
      : vscode.l10n.t("This agent is no longer known.");
  }

  /** Opens an agent's transcript as a preview. */
  async show(id: string): Promise<void> {
    await vscode.commands.executeCommand("markdown.showPreview", uriOf(id));
  }

  #redrawSoon(id: string): void {
    const isOpen = vscode.workspace.textDocuments.some(({ uri }) => uri.scheme === scheme && uri.query === id);
    if (!isOpen || this.#due.has(id)) return;
    const redraw = () => {
      this.#due.delete(id);
      this.#changed.fire(uriOf(id));
    };
    this.#due.set(id, setTimeout(redraw, redrawn));
  }

  dispose(): void {
    for (const timer of this.#due.values()) clearTimeout(timer);
    this.#endListening();
    this.#registration.dispose();
    this.#changed.dispose();
  }
}

const uriOf = (id: string) => vscode.Uri.from({ scheme, path: `/${id}.md`, query: id });
