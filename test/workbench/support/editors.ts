import type { Locator, Page } from "playwright-core";
import { shownText } from "./shownText";
import { waitFor } from "./waitFor";

/** The editor area: what is open, diffs, and the actions in the title bar. */
export class Editors {
  private readonly area: Locator;

  constructor(page: Page) {
    this.area = page.locator(".part.editor");
  }

  /** The open tabs, as a screen reader says them: the title, for a diff also the file, then perhaps ", preview". */
  async tabs(): Promise<string[]> {
    // What is drawn is in pieces, a file's ending in one of its own.
    const tabs = await this.area.locator(".tabs-container .tab").all();
    return Promise.all(tabs.map(async (tab) => (await tab.getAttribute("aria-label")) ?? ""));
  }

  /** Whether a diff editor is shown. */
  diffEditorVisible(): Promise<boolean> {
    return this.area.locator(".monaco-diff-editor").first().isVisible();
  }

  /** Waits until a diff editor has drawn its text, and returns what it shows on the left and on the right. */
  diffText(): Promise<{ before: string; after: string }> {
    const diff = this.area.locator(".monaco-diff-editor").first();
    let last = "";
    return waitFor("the text of a diff editor", async () => {
      const before = await shownText(diff.locator(".editor.original .view-lines:not(.line-delete)"));
      const after = await shownText(diff.locator(".editor.modified .view-lines:not(.line-delete)"));
      // The two sides are drawn one after the other: only what stands still is complete.
      const shown = `${before}\n${after}`;
      const complete = shown.trim() !== "" && shown === last;
      last = shown;
      await diff.page().waitForTimeout(300);
      return complete ? { before, after } : undefined;
    });
  }

  /** Presses an action in the title bar of the active editor by its title. */
  async clickEditorAction(title: string): Promise<void> {
    await this.area.locator(".editor-actions, .title-actions").getByRole("button", { name: title }).first().click();
  }

  /** The text the active editor shows, as far as it is scrolled into view. */
  async visibleText(): Promise<string> {
    return shownText(this.area.locator(".editor-instance .view-lines").last());
  }
}
