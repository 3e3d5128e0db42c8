import * as vscode from "vscode";
import { tabContent } from "../../../vscode/ui/tabContent";
import type { WaitingThing, WaitingThings } from "../waitingThings";

/** Context key: addresses of the documents that show all of something that waits; they have ✓ and ✗ in their title. */
const documentsKey = "toolcrib.waitingDocuments";
/** Context key: the editor in front has several files, and shows all of something that waits. */
const severalKey = "toolcrib.waitingInFront";

/** What VS Code puts behind the title of an editor for several files. */
const fileCount = / \([^()]*\)$/;

/** Where a tab's content is, or its title where it has several files. */
function placesOf(tab: vscode.Tab): { readonly document?: string; readonly title?: string } {
  const content = tabContent(tab);
  // A tab of several files tells nothing but its title.
  return content ? { document: content.uri.toString() } : { title: tab.label.replace(fileCount, "") };
}

/** Tells what waits from the editor in front, so that it is answered there. */
export class WaitingInFront implements vscode.Disposable {
  readonly #subscriptions: vscode.Disposable;
  #documents = "";
  #isSeveral = false;

  constructor(private readonly waiting: WaitingThings) {
    const look = () => this.#look();
    this.#subscriptions = vscode.Disposable.from(
      { dispose: waiting.onChange(look) },
      vscode.window.tabGroups.onDidChangeTabs(look),
      vscode.window.tabGroups.onDidChangeTabGroups(look),
    );
    look();
  }

  #look(): void {
    const documents = this.waiting.all().flatMap(({ shownIn = [] }) => shownIn);
    const { document, title } = this.#front();
    const isSeveral = document === undefined && title !== undefined && this.waiting.shownIn(title) !== undefined;
    // Both keys are set anew only where they differ: each of the two is a message to the window.
    if (documents.join("\n") !== this.#documents) {
      this.#documents = documents.join("\n");
      void vscode.commands.executeCommand("setContext", documentsKey, documents);
    }
    if (isSeveral === this.#isSeveral) return;
    this.#isSeveral = isSeveral;
    void vscode.commands.executeCommand("setContext", severalKey, isSeveral);
  }

  #front() {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    return tab ? placesOf(tab) : {};
  }

  /** What the editor in front shows all of. */
  thing(): WaitingThing | undefined {
    const { document, title } = this.#front();
    const place = document ?? title;
    return place === undefined ? undefined : this.waiting.shownIn(place);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}
