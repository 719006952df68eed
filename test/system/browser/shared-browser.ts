import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { launch, type OwnBrowser, requireChromium } from './chromium.ts';

/** One browser for all tests of a file. */
export interface SharedBrowser {
  /** Writes a document to a file. @returns its address */
  addressOf(html: string): Promise<string>;
  newPage(): Promise<Page>;
}

/** Starts the browser with the first test, and stops it after the last one of the file. */
export function sharedBrowser(): SharedBrowser {
  let folder: string;
  let browser: OwnBrowser | undefined;
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
    async newPage() {
      if (browser === undefined) throw new Error('no browser');
      return browser.context.newPage();
    },
  };
}
