import type { Locator, Page } from "playwright-core";
import { shownText } from "./shownText";
import { waitFor } from "./waitFor";

/** Milliseconds in which a notification is shown by itself; a toast goes after ten seconds. */
const toastTimeoutMs = 8000;
/** The same once all are shown. */
const listTimeoutMs = 2000;

/** Modal dialogs and notifications. */
export class Dialogs {
  private readonly modal: Locator;
  private readonly notifications: Locator;
  private readonly bell: Locator;
  private readonly list: Locator;

  constructor(page: Page) {
    this.modal = page.locator(".monaco-dialog-box");
    this.notifications = page
      .locator(".notifications-toasts, .notifications-center.visible")
      .locator(".notification-list-item");
    this.bell = page.locator('[id="status.notifications"]');
    this.list = page.locator(".notifications-center.visible");
  }

  /** A notification, as a toast or, once that has gone, among those behind the bell. */
  private async shown(containing: string): Promise<Locator> {
    const notification = this.notifications.filter({ hasText: containing }).first();
    const comes = (timeout: number) =>
      notification.waitFor({ timeout }).then(
        () => true,
        () => false,
      );
    if (!(await comes(toastTimeoutMs)))
      await waitFor(`the notification "${containing}"`, async () => {
        // What takes the focus meanwhile, as an editor that opens, closes the list again.
        if (!(await this.list.isVisible())) await this.bell.click();
        return comes(listTimeoutMs);
      });
    return notification;
  }

  /** Waits for a modal dialog and returns its text. */
  async modalText(): Promise<string> {
    await this.modal.waitFor();
    return shownText(this.modal);
  }

  /** Answers a modal dialog with one of its buttons. */
  async answerModal(button: string): Promise<void> {
    // This one: another may follow at once.
    const shown = await this.modal.elementHandle();
    await this.modal.getByRole("button", { name: button, exact: true }).click();
    await shown?.waitForElementState("hidden");
  }

  /** Waits for a notification that contains this text and returns all of its text. */
  async notification(containing: string): Promise<string> {
    return shownText(await this.shown(containing));
  }

  /** Presses a button of the notification that contains this text. */
  async answerNotification(containing: string, button: string): Promise<void> {
    const notification = await this.shown(containing);
    await notification.getByRole("button", { name: button, exact: true }).click();
  }
}
