import type { Locator, Page } from "playwright-core";
import { waitFor } from "./waitFor";

/** Milliseconds for one attempt at something that a refresh may undo. */
const attempt = 5000;

/** A page with room for the lines of several views: a list draws only those for which there is room. */
export const tallPage = { width: 1600, height: 1800 } as const;

/** The lines of a view in the side bar, as far as they are drawn. @param title of the view. */
export const viewRows = (page: Page, title: string): Locator =>
  page
    .locator(".part.sidebar .pane")
    .filter({ has: page.getByRole("button", { name: `${title} Section` }) })
    .locator(".monaco-list-row");

/** What lines are called for whoever cannot see them, from top to bottom: the page has them in the order of their drawing. */
export const spokenLines = (rows: Locator): Promise<string[]> =>
  rows.evaluateAll((all) =>
    all
      .sort((a, b) => Number(a.getAttribute("data-index")) - Number(b.getAttribute("data-index")))
      .map((row) => row.getAttribute("aria-label") ?? ""),
  );

const isOpen = (line: Locator, wanted: boolean) => async () =>
  (await line.getAttribute("aria-expanded", { timeout: attempt })) === `${wanted}`;

/** Opens or closes a line or a view: a refresh that replaces a line under the mouse takes the click with it. */
async function turn(line: Locator, wanted: boolean, handle = line): Promise<void> {
  await waitFor(`${line} to be ${wanted ? "open" : "closed"}`, async () => {
    if (await isOpen(line, wanted)()) return true;
    await handle.click({ timeout: attempt });
    return waitFor("the click", isOpen(line, wanted), attempt);
  });
}

/** Opens a line of a tree, once it is there. */
export const unfold = (line: Locator): Promise<void> => turn(line, true);

/** The same for a line that does something else when it is clicked. */
export const unfoldByArrow = (line: Locator): Promise<void> => turn(line, true, line.locator(".monaco-tl-twistie"));

/** Makes room for the other views of Toolcrib. @param titles of views that are there. */
export async function closeViews(page: Page, titles: readonly string[]): Promise<void> {
  for (const title of titles) await turn(page.getByRole("button", { name: `${title} Section` }).first(), false);
}

/** A button of a line, by its title alone: what is read out of it ends in its keys. */
export const buttonOf = (line: Locator, title: string): Locator =>
  line.getByRole("button", { name: new RegExp(`^${title}(?: \\(.*\\))?$`) });

/**
 * Presses a button of a line until it was heard: what runs is drawn anew now and then, and a click in that moment is lost.
 * @param heard whether it has done what it is for; asked before it is pressed again.
 */
export const pressOf = (line: Locator, title: string, heard: () => Promise<boolean>): Promise<true> =>
  waitFor(`"${title}" to be heard`, async () => {
    if (await heard()) return true;
    await line.hover({ timeout: attempt });
    await buttonOf(line, title).click({ timeout: attempt });
    return waitFor("the click", heard, attempt);
  });

/** Chooses an entry of the menu of a line. */
export async function chooseFrom(page: Page, line: Locator, entry: string): Promise<void> {
  const item = page.locator(".context-view .action-item").filter({ hasText: entry }).first();
  await waitFor(`the menu to take "${entry}"`, async () => {
    if (!(await item.isVisible())) await line.click({ button: "right", timeout: attempt });
    await item.click({ timeout: attempt });
    await item.waitFor({ state: "hidden", timeout: attempt });
    return true;
  });
}
