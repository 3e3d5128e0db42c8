import type { Locator } from "playwright-core";

/** What a person reads in these elements; code is drawn with no-break spaces, which become ordinary ones. */
export const shownText = async (elements: Locator): Promise<string> =>
  (await elements.allInnerTexts()).join("\n").replaceAll("\u00a0", " ");
