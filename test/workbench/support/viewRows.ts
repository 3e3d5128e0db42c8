import type { Locator, Page } from "playwright-core";

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
