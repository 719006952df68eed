import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { launch, type OwnBrowser, requireChromium, VIEWPORT } from './chromium.ts';

/** One browser for all tests of a file. */
export interface SharedBrowser {
  /** Writes a document to a file. @returns its address */
  addressOf(html: string): Promise<string>;
  /** The page of all tests, empty and as a new one: a page of its own costs twice the processor time. */
  emptyPage(): Promise<Page>;
}

/** Starts the browser with the first test, and stops it after the last one of the file. */
export function sharedBrowser(): SharedBrowser {
  let folder: string;
  let browser: OwnBrowser | undefined;
  let page: Page | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-html-'));
  });
  beforeEach(async (context) => {
    requireChromium(context);
    browser ??= await launch({ scripts: true });
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    async addressOf(html) {
      const file = join(folder, 'report.html');
      await writeFile(file, html);
      return pathToFileURL(file).href;
    },
    async emptyPage() {
      if (browser === undefined) throw new Error('no browser');
      page ??= await browser.context.newPage();
      page.removeAllListeners();
      await page.goto('about:blank');
      await resetView(page);
      return page;
    },
  };
}

/** What a page is shown as, as for a new one. */
export async function resetView(page: Page): Promise<void> {
  await page.setViewportSize(VIEWPORT);
  await page.emulateMedia({ media: null, colorScheme: null });
}
