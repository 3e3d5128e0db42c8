import type { Locator, Page } from "playwright-core";
import { patient } from "../../../scripts/testing/patience.cjs";
import type { QuickInput } from "./quickInput";
import { shownText } from "./shownText";
import { waitFor } from "./waitFor";

/** As `test/demo-model` calls itself. */
const modelName = "Toolcrib test model (scripted)";

/** The answers VS Code offers to a question about a tool call; the first is only one click away. */
type Answer =
  | "Allow in this Session"
  | "Allow Once"
  | "Allow in this Workspace"
  | "Always Allow"
  | "Skip"
  | (string & {});

/** Without white space: lines are drawn one below the other, and broken where there is no room. */
const squeezed = (text: string) => text.replace(/\s+/g, "");

/** What pastes text in a page, whatever is in the clipboard. */
const pasting = (text: string) => `{
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", ${JSON.stringify(text)});
  document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}`;

/** The real Chat panel. */
export class Chat {
  /** Where a prompt is typed. A question that is asked in the chat has editors of its own beside it. */
  readonly input: Locator;
  private readonly session: Locator;
  private readonly question: Locator;
  /** The last button of a question that our participant asks: what comes after an answer is drawn below it. */
  private readonly ownQuestion: Locator;

  constructor(
    private readonly page: Page,
    private readonly quickInput: QuickInput,
  ) {
    this.session = page.locator(".part.auxiliarybar .interactive-session");
    this.input = this.session.locator(".interactive-input-editor .monaco-editor").first();
    this.question = this.session.locator(".chat-tool-confirmation-carousel");
    this.ownQuestion = this.session
      .locator(".interactive-response.chat-response-loading .value > .chat-command-button:last-child")
      .filter({ hasText: /^(Reject|Decline|Отклонить)$/ });
  }

  /** Opens the panel, which a new workbench shows from the start. */
  async open(): Promise<void> {
    if (!(await this.input.isVisible())) await this.quickInput.runCommand("Chat: Open Chat");
    await this.input.waitFor();
  }

  /** Starts a new conversation. */
  async clear(): Promise<void> {
    await this.page
      .locator(".part.auxiliarybar .title")
      .getByRole("button", { name: /^New Chat/ })
      .first()
      .click();
    await waitFor("an empty conversation", async () => (await this.conversationText()) === "");
  }

  /** Types a prompt, of several lines if need be, and sends it. Begin with `@crib ` for our participant. */
  async ask(text: string): Promise<void> {
    await this.open();
    await this.modelReady();
    // Meanwhile VS Code would only queue it.
    await this.done();
    await this.focusInput();
    // After an answer of a sticky participant its name stands there already.
    await this.page.keyboard.press("ControlOrMeta+A");
    const [name = ""] = /^@\w+ /.exec(text) ?? [];
    await this.page.keyboard.insertText(name);
    // Until its extension is known, "@name" is plain text, and the prompt would go to the built-in agent.
    if (name) await this.input.locator("[class*='ced-chat-session-text']").first().waitFor();
    await this.sendPasted(text.slice(name.length));
  }

  /** Puts a prompt in place of what stands in the input, and sends it. */
  async send(text: string): Promise<void> {
    await this.focusInput();
    await this.page.keyboard.press("ControlOrMeta+A");
    await this.sendPasted(text);
  }

  /** Text that is typed would be an edit of its own for each letter. */
  private async sendPasted(text: string): Promise<void> {
    await this.page.evaluate(pasting(text));
    // A long one shows its end.
    const end = squeezed(text).slice(-20);
    const isThere = async () => (await this.written()).endsWith(end);
    // Extensions may have a say in what is pasted, and it comes when they have had it.
    await waitFor("the prompt in the chat's input", isThere);
    // VS Code takes none before it knows its models.
    await waitFor("the prompt to be taken", async () => {
      await this.page.keyboard.press("Enter");
      return waitFor("the prompt to leave the input", async () => !(await isThere()), 1000);
    });
  }

  private async written(): Promise<string> {
    return squeezed(await shownText(this.input.locator(".view-lines")));
  }

  /** A message lies over the input until it is hidden, and stays as long as the focus is in it; the bell keeps it. */
  private async focusInput(): Promise<void> {
    await waitFor("the chat's input to take a click", async () => {
      const isClicked = await this.input.click({ timeout: 3000 }).then(
        () => true,
        () => false,
      );
      if (!isClicked) await this.page.keyboard.press("Escape");
      return isClicked;
    });
  }

  /** Waits for a question about a tool call and returns what it says: VS Code's own, title and buttons included, or ours. */
  async confirmation(): Promise<string> {
    const vscodes = this.question.locator(".chat-buttons");
    await vscodes.or(this.ownQuestion).first().waitFor();
    return shownText((await vscodes.isVisible()) ? this.question : this.ownText());
  }

  /** Whether a question is waiting for an answer. */
  asking(): Promise<boolean> {
    return this.question.locator(".chat-buttons").or(this.ownQuestion).first().isVisible();
  }

  /** Says yes to the waiting question of our participant, and waits until it is answered. */
  async allow(): Promise<void> {
    await this.answer(this.ownQuestion.locator("xpath=preceding-sibling::*[1]"));
  }

  /** Says no to the waiting question of our participant, and waits until it is answered. */
  async decline(): Promise<void> {
    await this.answer(this.ownQuestion);
  }

  private async answer(button: Locator): Promise<void> {
    await button.getByRole("button").click();
    await this.ownQuestion.waitFor({ state: "detached" });
  }

  /** What our participant asks, above its buttons. */
  private ownText(): Locator {
    return this.ownQuestion.locator("xpath=preceding-sibling::*[2]");
  }

  /** Answers VS Code's waiting question and waits until it is gone. "Allow Once" and its like are in a menu beside the button. */
  async press(answer: Answer): Promise<void> {
    const buttons = this.question.locator(".chat-buttons");
    await buttons.waitFor();
    const asked = await buttons.elementHandle();
    const button = buttons.getByText(answer, { exact: true });
    if (await button.isVisible()) await button.click();
    else await this.chooseFromMenu(buttons.locator(".monaco-dropdown-button"), answer);
    await asked?.waitForElementState("hidden");
  }

  /** Follows a link in the waiting question. */
  async follow(link: string): Promise<void> {
    await this.question.or(this.ownText()).getByRole("link", { name: link }).first().click();
  }

  /** Picks the built-in agent's role: "Agent", "Ask", "Plan", or one that an extension contributes. */
  async pickAgent(name: string): Promise<void> {
    await this.open();
    await this.modelReady();
    const picker = this.session.locator(".chat-mode-picker-item");
    await picker.click();
    await this.page.locator(`.action-widget .monaco-list-row[aria-label^="${name}"]`).click();
    await picker.getByText(name).waitFor();
  }

  /** The role that is picked. */
  async chosenAgent(): Promise<string> {
    return (await shownText(this.session.locator(".chat-mode-picker-item"))).trim();
  }

  /** The roles that there are to pick, as their rows are labelled. */
  async agents(): Promise<string[]> {
    await this.open();
    await this.modelReady();
    await this.session.locator(".chat-mode-picker-item").click();
    const rows = this.page.locator(".action-widget .monaco-list-row[aria-label]");
    await rows.first().waitFor();
    const labels = await rows.evaluateAll((all) => all.map((row) => row.getAttribute("aria-label") ?? ""));
    await this.page.keyboard.press("Escape");
    await rows.first().waitFor({ state: "hidden" });
    return labels;
  }

  /** Opens the list of tools for agent mode, unfolds an extension's in it, and returns what it shows. */
  async toolsPicker(extension: string): Promise<string> {
    await this.modelReady();
    await this.session.locator(".interactive-input-part").getByRole("button", { name: "Configure Tools" }).click();
    const list = this.page.locator(".quick-input-widget .quick-input-tree");
    const group = list.locator(`.monaco-list-row[aria-label="${extension}"]`);
    await group.locator(".monaco-tl-twistie.collapsed").click();
    await group.locator(".monaco-tl-twistie.collapsed").waitFor({ state: "hidden" });
    return shownText(list);
  }

  /** All that has been said so far, as far as it is drawn: a long conversation keeps only what is near the view. */
  async conversationText(): Promise<string> {
    return shownText(this.session.locator(".interactive-list .monaco-list-row"));
  }

  /** The lines of the calls of the last answer, unfolded. */
  async steps(): Promise<string[]> {
    const folded = this.session.locator("details.completed-response-disclosure").last();
    await folded.evaluate((details) => details.setAttribute("open", ""));
    const lines = folded.locator(".chat-tool-invocation-part");
    return (await lines.allInnerTexts()).map((text) => text.replaceAll("\u00a0", " ").trim());
  }

  /** Waits until the conversation contains a text. */
  async said(text: string, timeoutMs?: number): Promise<void> {
    await waitFor(
      `"${text}" in the conversation`,
      async () => (await this.conversationText()).includes(text),
      timeoutMs,
    );
  }

  /** Waits until the answer is complete. */
  async done(timeoutMs?: number): Promise<void> {
    const stop = this.session.locator(".interactive-input-part .codicon-stop-circle");
    await waitFor("the answer to be complete", async () => !(await stop.isVisible()), timeoutMs);
  }

  /** A request before the model is registered and chosen fails with "Language model unavailable". */
  private async modelReady(): Promise<void> {
    const statusBar = this.page.locator(".part.statusbar");
    await statusBar.getByText("scripted test model").waitFor({ timeout: patient(60_000) });
    // An untrusted folder's picker names no model, and uses it all the same.
    const picker = this.session.locator(`.interactive-input-part [aria-label*="${modelName}"]`);
    await picker
      .or(statusBar.getByText("Restricted Mode"))
      .first()
      .waitFor({ timeout: patient(60_000) });
  }

  /** A menu takes no click in its first moments: VS Code could not tell it from the one that opened it. */
  private async chooseFromMenu(opener: Locator, entry: string): Promise<void> {
    await opener.click();
    const item = this.page.locator(".context-view .action-item").filter({ hasText: entry }).first();
    await waitFor(`the menu to take "${entry}"`, async () => {
      if (await item.isVisible()) await item.click();
      return item.isHidden();
    });
  }
}
