import type { Locator, Page } from "playwright-core";
import { shownText } from "./shownText";

/** Modal dialogs and notification toasts. */
export class Dialogs {
  private readonly modal: Locator;
  private readonly toasts: Locator;

  constructor(page: Page) {
    this.modal = page.locator(".monaco-dialog-box");
    this.toasts = page.locator(".notifications-toasts .notification-list-item");
  }

  /** Waits for a modal dialog and returns its text. */
  async modalText(): Promise<string> {
    await this.modal.waitFor();
    return shownText(this.modal);
  }

  /** Answers a modal dialog with one of its buttons. */
  async answerModal(button: string): Promise<void> {
    await this.modal.getByRole("button", { name: button, exact: true }).click();
    await this.modal.waitFor({ state: "hidden" });
  }

  /** Waits for a notification that contains this text and returns all of its text. */
  async notification(containing: string): Promise<string> {
    const toast = this.toasts.filter({ hasText: containing }).first();
    await toast.waitFor();
    return shownText(toast);
  }

  /** Presses a button of the notification that contains this text. */
  async answerNotification(containing: string, button: string): Promise<void> {
    await this.toasts
      .filter({ hasText: containing })
      .first()
      .getByRole("button", { name: button, exact: true })
      .click();
  }
}
