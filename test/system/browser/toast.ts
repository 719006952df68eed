import type { Page } from 'playwright-core';

/** Acts, and waits for a note that the page shows for two seconds: a busy machine may look later than that. */
export async function toastAfter(
  page: Page,
  text: string,
  act: () => Promise<void>,
): Promise<void> {
  const shown = page.locator('.toast', { hasText: text }).waitFor({ timeout: 60_000 });
  await Promise.all([shown, act()]);
}
