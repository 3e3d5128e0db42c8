import type { Locator, Page } from "playwright-core";
import { shownText } from "./shownText";

/** The editor area: what is open, diffs, and the actions in the title bar. */
export class Editors {
  private readonly area: Locator;

  constructor(page: Page) {
    this.area = page.locator(".part.editor");
  }

  /** The titles of the open tabs. */
  tabs(): Promise<string[]> {
    return this.area.locator(".tabs-container .tab .label-name").allInnerTexts();
  }

  /** Whether a diff editor is shown. */
  diffEditorVisible(): Promise<boolean> {
    return this.area.locator(".monaco-diff-editor").first().isVisible();
  }

  /** Waits for a diff editor and returns the text it shows on the left and on the right. */
  async diffText(): Promise<{ before: string; after: string }> {
    const diff = this.area.locator(".monaco-diff-editor").first();
    await diff.waitFor();
    return {
      before: await shownText(diff.locator(".editor.original .view-lines:not(.line-delete)")),
      after: await shownText(diff.locator(".editor.modified .view-lines:not(.line-delete)")),
    };
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
