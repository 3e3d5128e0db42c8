import type { Page } from "playwright-core";

/** What the previews of Markdown show by now; each is a frame of its own. */
export async function previewText(page: Page): Promise<string> {
  const frames = page.frames().filter((frame) => frame !== page.mainFrame());
  const texts = frames.map((frame) => frame.locator("body").textContent({ timeout: 1000 }));
  return (await Promise.allSettled(texts)).map((text) => (text.status === "fulfilled" ? text.value : "")).join("\n");
}
