import type { Locator } from "playwright-core";
import { viewRows } from "./viewRows";
import type { Workbench } from "./workbench";

/** A line of *Needs You*. @param label as a screen reader begins it. */
export const waitingRow = ({ page }: Workbench, label: string): Locator =>
  viewRows(page, "Needs You").and(page.locator(`[aria-label^="${label}"]`));

/** Opens what waits from its line in *Needs You*, so that its editor is in front. */
export async function openWaiting(workbench: Workbench, label: string): Promise<void> {
  await workbench.runCommand("Toolcrib: Focus on Needs You View");
  const row = waitingRow(workbench, label);
  await row.waitFor();
  const accept = workbench.page.locator(".part.editor").getByRole("button", { name: /^Accept/ });
  await workbench.waitFor(`"${label}" to be open`, async () => {
    await row.click({ timeout: 5000 });
    await accept.first().waitFor({ timeout: 10_000 });
    return true;
  });
}
