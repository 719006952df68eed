import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import type { TestContext } from 'vitest';

const EXECUTABLE = process.env.ASSAY_CHROMIUM ?? '/usr/bin/chromium';
const MISSING = `Chromium is missing: ${EXECUTABLE}. Install the package chromium, or name another with ASSAY_CHROMIUM.`;

/** The size of a page that no test has changed. */
export const VIEWPORT = { width: 1280, height: 900 };

const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface OwnBrowser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** Without Chromium a test could not run, which is a failure where it was meant to be there. */
export function requireChromium({ skip }: Pick<TestContext, 'skip'>): void {
  if (existsSync(EXECUTABLE)) return;
  if (process.env.CI) throw new Error(MISSING);
  skip(MISSING);
}

/** A browser with a temporary profile, which `close` removes. */
export async function launch(options: { readonly scripts: boolean }): Promise<OwnBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'assay-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: EXECUTABLE,
    headless: true,
    chromiumSandbox: false,
    args: FLAGS,
    javaScriptEnabled: options.scripts,
    viewport: VIEWPORT,
  });
  return {
    context,
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
