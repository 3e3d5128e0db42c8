import type { Locator, Page } from "playwright-core";
import { shownText } from "./shownText";
import { waitFor } from "./waitFor";

/** Milliseconds after an answer in which a complaint about what was there before it is gone. */
const complaintMs = 5000;

/** The box at the top of the window: the command palette, pick lists and input boxes. */
export class QuickInput {
  private readonly widget: Locator;
  private readonly input: Locator;

  constructor(private readonly page: Page) {
    this.widget = page.locator(".quick-input-widget");
    this.input = this.widget.locator(".quick-input-box input");
  }

  /** Runs a command of the palette by its full title; a box that it opens is there when this returns. */
  async runCommand(title: string): Promise<void> {
    await waitFor(
      `the command "${title}" in the palette`,
      async () => {
        await this.page.keyboard.press("F1");
        await this.write(`>${title}`, 3000);
        const choice = this.leaving(() => this.row(title).click({ timeout: 3000 }));
        const chosen = await choice.then(
          () => true,
          () => false,
        );
        // A list that was opened before an extension was known does not learn of its commands; and an editor that takes the
        // focus meanwhile closes the palette.
        if (!chosen) await this.cancel();
        return chosen;
      },
      40_000,
    );
  }

  /** Runs a command that opens a list, and waits for an entry in it; one that something else has closed is opened again. */
  async list(title: string, entry: string): Promise<void> {
    const row = this.widget.locator(".monaco-list-row").filter({ hasText: entry }).first();
    await waitFor(`"${entry}" in the list of "${title}"`, async () => {
      await this.runCommand(title);
      await row.waitFor({ timeout: 5000 });
      return true;
    });
  }

  /** Waits for a pick list with an entry of this label, chooses it, and waits until the list is gone. */
  async pick(label: string): Promise<void> {
    // A long list draws only what is in view; typing brings the entry there.
    const row = this.row(label);
    await waitFor(`an entry "${label}"`, async () => {
      // The list before may still have been closing, and taken what was typed with it.
      const typed = await this.input.inputValue({ timeout: 1000 }).catch(() => undefined);
      if (typed !== undefined && typed !== label) await this.write(label, 1000).catch(() => undefined);
      return row.isVisible();
    });
    await this.leaving(() => row.click());
  }

  /** Waits for an input box, fills it, confirms, and waits until it is gone or complains about the text. */
  async type(text: string): Promise<void> {
    await this.write(text);
    await this.leaving(() => this.input.press("Enter"));
  }

  /** What the box says besides its entries: title, prompt or complaint. */
  async message(): Promise<string> {
    await this.widget.waitFor();
    return (await shownText(this.widget.locator(".quick-input-titlebar, .quick-input-message"))).trim();
  }

  /** The labels of the entries that are drawn, once there are any. */
  entries(): Promise<string[]> {
    const labels = this.widget.locator(".quick-input-list .monaco-list-row .label-name");
    return waitFor("entries in the pick list", async () => {
      const texts = await labels.allInnerTexts();
      return texts.length > 0 ? texts : undefined;
    });
  }

  /** Closes the box without an answer. */
  async cancel(): Promise<void> {
    // The step before may still be giving way to this one, which has the keyboard only then.
    await waitFor("the box to close", async () => {
      await this.page.keyboard.press("Escape");
      await this.widget.waitFor({ state: "hidden", timeout: 1000 });
      return true;
    });
  }

  /** Typed text would go to whatever has the focus: an editor that opens meanwhile would be written to. */
  private async write(text: string, timeout?: number): Promise<void> {
    await this.input.waitFor(timeout === undefined ? {} : { timeout });
    await this.input.evaluate((input, value) => {
      Object.assign(input, { value });
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }, text);
  }

  private row(label: string): Locator {
    const escaped = label.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const name = this.page.locator(".label-name").filter({ hasText: new RegExp(`^\\s*${escaped}\\s*$`) });
    return this.widget.locator(".quick-input-list .monaco-list-row").filter({ has: name }).first();
  }

  /** The next question comes in the same box: whoever answers two in a row must not answer the first one twice. */
  private async leaving(answer: () => Promise<void>): Promise<void> {
    const before = await this.look();
    await answer();
    const answered = Date.now();
    await waitFor("the box to take the answer", async () => {
      if ((await this.look()) !== before) return true;
      // A complaint that came while the text was typed is there before the answer, and stays.
      return Date.now() - answered > complaintMs && (await this.complaint.isVisible());
    });
  }

  private get complaint(): Locator {
    return this.widget.locator(".monaco-inputbox.error");
  }

  private async look(): Promise<string> {
    if (!(await this.widget.isVisible())) return "hidden";
    const box = `${await this.input.inputValue()}\n${await this.input.getAttribute("placeholder")}`;
    return `${box}\n${await shownText(this.widget)}`;
  }
}
